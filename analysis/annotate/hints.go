package annotate

import (
	"luaflow/analysis/waste"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
)

// HintKind says what a hint is about.
type HintKind uint8

// The kinds of hints.
const (
	ConstantHint HintKind = iota // the constant that a variable always is where it is read
	CapturedHint                 // closures capture the variable, and write to it
)

// Hint is a short text that an editor shows after a name: a fact of that name which stands nowhere near
// it.
type Hint struct {
	At   source.Pos // the end of the name
	Kind HintKind   // what it is about
	Text string     // in one line: "= 1", "captured"
}

// maxHint is how long a constant may be that is shown, in bytes.
const maxHint = 30

// Hints returns the hints in a part of a text, in order. A constant is not told on the line that declares
// the variable, where it can be seen.
func Hints(p *waste.Parts, within source.Span) (hints []Hint) {
	r, names := newReader(p), &p.Unit.Tree.Names
	written := writtenByClosures(p)
	for n := range names.From(names.Search(within.Start)) {
		if n.Start >= within.End {
			break
		}
		ref := &p.Unit.Res.Refs[n.ID]
		if ref.Kind == resolve.Declaration && written[ref.Binding] {
			hints = append(hints, Hint{n.Span().End, CapturedHint, "captured"})
		}
		is, ok := r.constant(n)
		if decl := p.Unit.Res.Bindings[ref.Binding].Decl; !ok || decl != nil && p.Text.Line(decl.Start) == p.Text.Line(n.Start) {
			continue
		}
		if text := r.known.Pool().Format(is); len(text) <= maxHint {
			hints = append(hints, Hint{n.Span().End, ConstantHint, "= " + text})
		}
	}
	return hints
}

// writtenByClosures returns the variables to which functions inside their own write.
func writtenByClosures(p *waste.Parts) map[resolve.BindingID]bool {
	written := make(map[resolve.BindingID]bool)
	for i := range p.Unit.Res.Refs {
		if ref := &p.Unit.Res.Refs[i]; ref.Write && ref.Kind == resolve.ToUpvalue {
			written[ref.Binding] = true
		}
	}
	return written
}
