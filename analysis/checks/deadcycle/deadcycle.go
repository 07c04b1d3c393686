// Package deadcycle reports values of local variables that are read, but only to
// compute other values that nothing needs: chains (a to b to c, which is not used) and
// cycles (`s = s + i`), in closures too. It is dead code elimination by marking
// (Cytron et al., TOPLAS 13.4, 1991) where liveness sees a read.
package deadcycle

import (
	_ "embed"
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/compile/resolve"
)

//go:embed doc.md
var doc string

// Check is dead-cycle. What nothing reads at all, and nothing else is computed for, is
// the business of unused-local, never-read and dead-store.
var Check = &analysis.Check{
	Code:     "dead-cycle",
	Title:    "values are read only to compute values that nothing needs",
	Doc:      doc,
	Severity: analysis.Warning,
	Run:      run,
}

func run(p *analysis.Pass) {
	cascades := p.Cascades()
	for i := range cascades {
		report(p, &cascades[i])
	}
}

func report(p *analysis.Pass, c *analysis.Cascade) {
	root := rootOf(c)
	s := p.StoreOf(root)
	f := p.Finding(root.Fn, p.NameSpan(s.Name))
	f.Message = message(p, c, root)
	if !c.Certain {
		f.Severity = analysis.Hint
	}
	f.Subject = analysis.Subject{Func: root.Fn, Store: root.Store, Binding: s.Binding, Stat: s.Stat}
	f.Fade = p.FadeOf(s)
	for _, m := range c.Members {
		if m == root {
			continue
		}
		at := p.StoreOf(m)
		f.Related = append(f.Related, analysis.Related{Span: p.NameSpan(at.Name), Message: role(m)})
		if c.Certain || !m.Dead {
			f.Fades = append(f.Fades, p.FadeOf(at))
		}
	}
	p.Report(f)
}

// rootOf is the last member that nothing reads; if there is none that the cascade is
// about, the first one that it is about.
func rootOf(c *analysis.Cascade) analysis.Member {
	if c.Certain {
		for _, m := range slices.Backward(c.Members) {
			if !m.Read {
				return m
			}
		}
	}
	for _, m := range c.Members {
		if c.Certain || !m.Dead {
			return m
		}
	}
	return c.Members[0]
}

func role(m analysis.Member) string {
	if m.Read {
		return "read for nothing else"
	}
	return "nothing reads this value"
}

// message says of the root why it is dead, and which other variables are with it.
func message(p *analysis.Pass, c *analysis.Cascade, root analysis.Member) string {
	switch {
	case !c.Certain:
		return uncertain(p, c)
	case root.Read:
		return computeThemselves(variables(p, c, resolve.BindingID(0), func(analysis.Member) bool { return true }))
	}
	own := p.StoreOf(root).Binding
	others := variables(p, c, own, func(m analysis.Member) bool { return m.Read })
	for i, name := range others {
		if name == fmt.Sprintf("`%s`", p.Name(&p.Unit.Res.Bindings[own])) {
			others[i] = "the other " + name
		}
	}
	if len(others) == 0 {
		return fmt.Sprintf("%s, and earlier values are read only to compute it", whyDead(p, root))
	}
	return fmt.Sprintf("%s; %s read only to compute it", whyDead(p, root), analysis.Are(others))
}

// uncertain is the message of a cascade that a metamethod may refute.
func uncertain(p *analysis.Pass, c *analysis.Cascade) string {
	about := variables(p, c, 0, func(m analysis.Member) bool { return !m.Dead })
	dead := variables(p, c, 0, func(m analysis.Member) bool { return m.Dead })
	dead = slices.DeleteFunc(dead, func(name string) bool { return slices.Contains(about, name) })
	text := computeThemselves(about)
	if len(dead) > 0 {
		text = fmt.Sprintf("%s read only to compute %s, which nothing needs", analysis.Are(about), analysis.Enumerate(dead))
	}
	return text + ", unless a metamethod or an error depends on it"
}

// computeThemselves says that variables are read for nothing but each other.
func computeThemselves(names []string) string {
	if len(names) == 1 {
		return analysis.Are(names) + " read only to compute its own next value"
	}
	return analysis.Are(names) + " read only to compute one another"
}

// whyDead says why nothing reads the value of a member.
func whyDead(p *analysis.Pass, m analysis.Member) string {
	s := p.StoreOf(m)
	b := &p.Unit.Res.Bindings[s.Binding]
	switch {
	case b.Reads == 0 && b.Writes == 0:
		return fmt.Sprintf("local `%s` is never used", p.Name(b))
	case b.Reads == 0:
		return fmt.Sprintf("`%s` is never read", p.Name(b))
	}
	f := p.At(m.Fn)
	end := f.FateOf(s)
	return fmt.Sprintf("value assigned to `%s` is never read: %s", p.Name(b), end.Describe(p))
}

// variables is the names of the variables of some members but one, in the order of
// the text.
func variables(p *analysis.Pass, c *analysis.Cascade, but resolve.BindingID, include func(analysis.Member) bool) []string {
	var seen []resolve.BindingID
	var names []string
	for _, m := range c.Members {
		id := p.StoreOf(m).Binding
		if id == but || !include(m) || slices.Contains(seen, id) {
			continue
		}
		seen = append(seen, id)
		names = append(names, fmt.Sprintf("`%s`", p.Name(&p.Unit.Res.Bindings[id])))
	}
	return names
}
