// Package deprecated reports the use of globals, and of fields of globals, that are marked as deprecated: by a definition
// file, or by an annotation in the file itself.
package deprecated

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/definitions"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/globals"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is deprecated.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:     "deprecated",
		Family:   "1",
		LuaLS:    []analysis.Diagnostic{{Name: "deprecated", Group: "strict", Wider: true}},
		Title:    "what is used here is marked as deprecated",
		Doc:      doc,
		Severity: analysis.Hint,
		Basis:    analysis.OnText,
		Mark:     analysis.Obsolete,
		Run:      run,
	},
}

// tag is what says that something is deprecated.
const tag = "@deprecated"

func run(p *analysis.Pass) {
	r := reporter{Pass: p, globals: p.Globals}
	if strings.Contains(p.Unit.File.Text(), tag) {
		r.own = definitions.Read(p.Unit, "")
	}
	if r.own == nil && !p.Globals.HasDefinitions() {
		return
	}
	if r.globals == nil {
		r.globals = globals.Of(p.Facts, globals.Outside{})
	}
	r.report(r.globals.File().Uses, r.uses())
	r.report(r.moduleUses())
}

// report reports the uses of what is deprecated, among all uses, but those of which the program asks whether it is there.
func (r *reporter) report(all []globals.Use, uses []use) {
	if len(uses) == 0 {
		return
	}
	r.guard(all, uses)
	for i := range uses {
		if u := &uses[i]; !u.isGuarded && !r.isInside(u) {
			r.use(u)
		}
	}
}

// uses returns the uses of what is deprecated, in the order of the text.
func (r *reporter) uses() (found []use) {
	all := r.globals.File().Uses
	for i := range all {
		if all[i].Write {
			continue
		}
		path := strings.TrimPrefix(all[i].Path(), "_G.")
		for at := range len(path) + 1 {
			if at < len(path) && path[at] != '.' {
				continue
			}
			u := use{Use: &all[i], name: path[:at]}
			if r.isDeprecated(&u) {
				found = append(found, u)
				break
			}
		}
	}
	return found
}

// isDeprecated reports whether what a use is of is deprecated, and completes the use.
func (r *reporter) isDeprecated(u *use) (is bool) {
	if u.Definition, u.isOwn = r.own.Of(u.name); u.isOwn {
		return u.Deprecated
	}
	if !r.Globals.HasDefinitions() {
		return false
	}
	u.Definition, is = r.globals.Definition(u.name)
	return is && u.Deprecated
}

// guard notes which uses, in the order of the text, stand where the program asks what it has: a condition around one, or the
// `and` or `or` that it stands in, looks at something else in the same global, which is a use among all.
func (r *reporter) guard(all []globals.Use, uses []use) {
	operands := source.Pos(0) // where the last `and` or `or` ends: what is inside looks at no more
	syntax.Inspect(r.Unit.Tree.Main, func(n syntax.Node) bool {
		at := n.Span()
		inside := within(uses, at, func(u *use) source.Pos { return u.Span.Start })
		if len(inside) == 0 {
			return false
		}
		asked := map[string]int{} // how many uses of each global the program looks at
		switch n := n.(type) {
		case *syntax.Binary:
			if (n.Op != syntax.And && n.Op != syntax.Or) || at.Start < operands {
				return true
			}
			operands = at.End
			count(all, asked, at)
		case *syntax.If:
			for _, c := range n.Clauses() {
				count(all, asked, c.Cond.Span())
			}
		default:
			return true
		}
		for i := range inside {
			u := &inside[i]
			others := asked[u.Name]
			if s, isIf := n.(*syntax.If); !isIf || isAsked(s, u) {
				others-- // itself
			}
			u.isGuarded = u.isGuarded || others > 0
		}
		return true
	})
}

// isAsked reports whether a use stands in a condition.
func isAsked(s *syntax.If, u *use) bool {
	for _, c := range s.Clauses() {
		if c.Cond.Span().Covers(u.Span) {
			return true
		}
	}
	return false
}

// count adds how many uses of each global begin in a place.
func count(all []globals.Use, asked map[string]int, at source.Span) {
	for _, u := range within(all, at, func(u *globals.Use) source.Pos { return u.Span.Start }) {
		asked[u.Name]++
	}
}

// within returns those of a list, in the order of their places, that begin in a place.
func within[T any](list []T, at source.Span, start func(*T) source.Pos) []T {
	first, _ := slices.BinarySearchFunc(list, at.Start, func(x T, pos source.Pos) int { return cmp.Compare(start(&x), pos) })
	last, _ := slices.BinarySearchFunc(list, at.End, func(x T, pos source.Pos) int { return cmp.Compare(start(&x), pos) })
	return list[first:last]
}

// isInside reports whether a use stands in a function that is deprecated itself.
func (r *reporter) isInside(u *use) bool {
	for fn := r.Unit.Tree.Funcs[u.Func]; fn.Parent != nil; fn = fn.Parent {
		id := r.Text.StatAround(fn.Span())
		if id == syntax.NoStat {
			continue
		}
		if s, ok := r.Unit.Tree.Stats[id].(*syntax.FunctionStat); ok && s.Func == fn {
			if d, ok := r.own.Of(r.Unit.File.Slice(s.Target.Span())); ok && d.Deprecated {
				return true
			}
		}
	}
	return false
}

// use reports a use.
func (r *reporter) use(u *use) {
	f := r.Finding(u.Func, u.Span)
	f.Message = fmt.Sprintf("`%s` is deprecated", u.name)
	if u.Instead != "" {
		f.Message += ": " + u.Instead
	} else if !u.isOwn {
		f.Message += ", " + u.Source()
	}
	if !u.ofModule {
		f.Subject.Global = u.Name
	}
	r.Report(f)
}
