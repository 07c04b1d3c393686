// Package maybeuninitialized reports reads of local variables that the nil of a
// declaration without a value can reach on some path, and other values on others.
package maybeuninitialized

import (
	_ "embed"
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/depend"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/guards"
	"luaflow/analysis/ssa"
	"luaflow/analysis/textmap"
	"luaflow/analysis/witness"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is maybe-uninitialized. What only the nil reaches is the business of
// uninitialized-read.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:     "maybe-uninitialized",
		Family:   "3",
		Title:    "a local variable is read that may have no value yet",
		Doc:      doc,
		Severity: analysis.Warning,
		Off:      true,
		Topic:    witness.OfRead,
		Func:     run,
	},
}

func run(p *analysis.Pass) func(*analysis.FuncPass) {
	if p.Facts.Constants() == nil {
		return nil
	}
	c := checker{guards.NewPaths(p.Facts.Code.Guards())}
	return c.function
}

// checker looks at one function after the other.
type checker struct{ paths *guards.Paths }

func (c checker) function(p *analysis.FuncPass) {
	for i := range p.Map.Stores {
		s := &p.Map.Stores[i]
		b := &p.Unit.Res.Bindings[s.Binding]
		if b.Reads > 0 && b.Writes > 0 && p.Text.IsImplicitNil(s) && !p.Text.Quiet(b) && !p.Text.IsNilAgain(p.ID, i) {
			c.check(p, i)
		}
	}
}

// check follows the nil of one declaration and reports what may read it.
func (c checker) check(p *analysis.FuncPass, store int) {
	s := &p.Map.Stores[store]
	form := p.Facts.Code.SSA(p.Flow)
	if form == nil {
		return
	}
	v := form.Def(int(s.PCs.End)-1, int(s.Reg))
	if v == ssa.NoValue || !isJoined(p, v) {
		return // no other value is where this one is, or nobody can tell
	}
	w := newNilWalk(p, int(s.PCs.End), int(s.Reg))
	var reads []read
	p.Text.EachRead(s.Binding, func(n *syntax.Name, ref *resolve.Ref) bool {
		if ref.Kind != resolve.ToLocal {
			return true
		}
		pc := p.Text.ReadAt(n)
		if _, ok := w.reads[pc]; ok && !slices.Contains(form.Uses(pc), v) && !form.ByClosure(pc, int(s.Reg)) &&
			p.Facts.UsesNil(p.Flow, pc) && !p.Text.Accumulates(n) {
			reads = append(reads, read{pc, n.Span()})
		}
		return true
	})
	if len(reads) > 0 {
		c.confirm(p, store, w, reads)
	}
}

// read is an instruction that reads a variable, and the name in the text.
type read struct {
	pc int
	at source.Span
}

// confirm reports those of some reads to which a path leads on which no test contradicts another.
func (c checker) confirm(p *analysis.FuncPass, store int, w *nilWalk, reads []read) {
	paths := w.follow(c.paths)
	var places []source.Span
	var first []int
	for _, r := range reads {
		path, ok := paths[r.pc]
		if !ok {
			continue
		}
		if len(places) == 0 {
			first = w.landings(path)
		}
		places = append(places, r.at)
	}
	if len(places) > 0 {
		report(p, store, places, first)
	}
}

// isJoined reports whether a phi joins a value with others.
func isJoined(p *analysis.FuncPass, v ssa.ValueID) bool {
	for n := range p.Waste.Relation().Serves(depend.ValueOf(p.Flow, v)) {
		if n.Kind == depend.Value {
			return true
		}
	}
	return false
}

// report makes one finding of the reads of one nil, with the path to the first.
func report(p *analysis.FuncPass, store int, reads []source.Span, path []int) {
	s := &p.Map.Stores[store]
	f := p.Finding(p.ID, reads[0])
	f.Message = fmt.Sprintf("`%s` may be nil here: it has no value yet", p.Text.Name(&p.Unit.Res.Bindings[s.Binding]))
	f.Related = []analysis.Related{{Span: p.Text.NameSpan(s.Name), Message: "declared without a value here"}}
	places := placesOf(p, path, p.Text.Line(reads[0].Start))
	if len(places) > 0 {
		f.Message += " on the path through " + linesOf(p, places)
	}
	f.Related = append(f.Related, analysis.Point(places, "on the path to the read")...)
	f.Related = append(f.Related, analysis.Point(reads[1:], "may be nil here too")...)
	f.Subject.Binding, f.Subject.Stat = s.Binding, s.Stat
	p.Report(f)
}

// placesOf returns a path in the text: the beginnings of its pieces, without those on the
// line of the read itself and those on the line of the one before.
func placesOf(p *analysis.FuncPass, path []int, read int) []source.Span {
	var places []source.Span
	last := read
	for _, pc := range path {
		at := p.Map.Origins.At(pc).Span()
		if line := p.Text.Line(at.Start); line != last && line != read {
			places = append(places, firstLine(p, at))
			last = line
		}
	}
	return places
}

// firstLine returns the part of a span on its first line.
func firstLine(p *analysis.FuncPass, at source.Span) source.Span {
	line := p.Unit.File.LineSpan(p.Unit.File.Point(at.Start, source.UTF8).Line)
	return source.Span{Start: at.Start, End: min(at.End, line.End)}
}

// maxLines is how many lines of a path a message names.
const maxLines = 4

// linesOf names the lines of places in their order: "line 3, line 7 and line 5".
func linesOf(p *analysis.FuncPass, places []source.Span) string {
	var lines []string
	for i, at := range places {
		if i == maxLines {
			lines = append(lines, fmt.Sprintf("%d more", len(places)-i))
			break
		}
		lines = append(lines, fmt.Sprintf("line %d", p.Text.Line(at.Start)))
	}
	return textmap.Join(lines, "and")
}
