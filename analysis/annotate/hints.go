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
	CapturedHint                 // the variable that is written to is one of a function around
	NilHint                      // the variable is nil on some path to where it is read
)

// Hint says what is known of a variable where its name stands, for an editor to show after the name.
type Hint struct {
	At   source.Pos // the end of the name
	Kind HintKind   // what it is about
	Text string     // in one line: "= 1", "captured", "nil on some path"
}

// maxHint is how long a constant may be that is shown, in bytes.
const maxHint = 30

// Hints returns the hints in a part of a text, in order. None stands where other servers put theirs, after
// declarations and in front of arguments. A constant is not told on the line that declares the variable,
// where it can be seen.
func Hints(p *waste.Parts, within source.Span) (hints []Hint) {
	r, names := newReader(p), &p.Unit.Tree.Names
	nils := newNilPaths(r)
	for n := range names.From(names.Search(within.Start)) {
		if n.Start >= within.End {
			break
		}
		p.Text.Step()
		ref := &p.Unit.Res.Refs[n.ID]
		if ref.Write && ref.Kind == resolve.ToUpvalue {
			hints = append(hints, Hint{n.Span().End, CapturedHint, "captured"})
		}
		if nils.mayBeNil(n) {
			hints = append(hints, Hint{n.Span().End, NilHint, "nil on some path"})
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
