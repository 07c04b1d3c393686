package waste

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"luaflow/analysis/flow"
	"luaflow/analysis/textmap"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// What becomes of a value that nothing reads, in terms of the text.

// Fate is what ends the life of a value.
type Fate struct {
	Stores []*srcmap.StoreRec // that overwrite it, in the order of the text
	Itself bool               // the very store that put it there does, in a loop
	Ends   bool               // on some path nothing does before the variable ends
	Stops  []source.Span      // past which control does not come, on some path before all that
	// InCalls: some of the stores are in functions that run before anything reads the value.
	InCalls bool

	over flow.Overwriters // the same in terms of pcs; nothing if InCalls
}

// Ending is in which way the life of a value ends at an instruction.
type Ending uint8

// The ways.
const (
	NoEnding    Ending = iota
	Overwritten        // another value takes its place
	Stopped            // control does not come past the instruction
)

// EndingAt returns how the life of the value ends at an instruction of the function of its store,
// on the paths that Fate is about: for whoever looks for these paths. It is NoEnding everywhere if
// the value ends in calls (InCalls).
func (f *Fate) EndingAt(pc int) Ending {
	if slices.Contains(f.over.PCs, pc) {
		return Overwritten
	}
	if slices.Contains(f.over.Stops, pc) {
		return Stopped
	}
	return NoEnding
}

// IsOverwritten reports whether some store overwrites the value.
func (f *Fate) IsOverwritten() bool { return len(f.Stores) > 0 || f.Itself }

// Places returns where the stores are that overwrite the value.
func (f *Fate) Places(x *textmap.Text) []source.Span {
	places := make([]source.Span, len(f.Stores))
	for i, s := range f.Stores {
		places[i] = x.NameSpan(s.Name)
	}
	return places
}

// overwrites returns what ends the life of the value of a store where control may come.
func (p *Func) overwrites(s *srcmap.StoreRec) flow.Overwriters {
	if known := p.Facts.Constants(); known != nil {
		return known.Overwrites(p.Flow, int(s.PCs.Start), int(s.PCs.End), int(s.Reg))
	}
	return p.Flow.Overwrites(int(s.PCs.Start), int(s.PCs.End), int(s.Reg))
}

// IsRead reports whether something may read the value of a store to a local variable of
// the function: not only past a call that never returns, or once a function that certainly
// runs first has overwritten it.
func (p *Func) IsRead(s *srcmap.StoreRec) bool {
	if known := p.Facts.Constants(); known != nil {
		return known.LiveFrom(p.Flow, int(s.PCs.Start), int(s.PCs.End), int(s.Reg)) && p.overwrittenInCalls(s) == nil
	}
	return p.Flow.LiveFrom(int(s.PCs.Start), int(s.PCs.End), int(s.Reg))
}

// overwrittenInCalls returns what overwrites the value of a store where a function that is
// called does before anything reads it; nil if that is not so.
func (p *Func) overwrittenInCalls(s *srcmap.StoreRec) []flow.Site {
	known := p.Facts.Constants()
	if known == nil || s.Elided || !p.Unit.Res.Bindings[s.Binding].Captured {
		return nil
	}
	by, _ := known.OverwrittenInCalls(p.Flow, int(s.PCs.Start), int(s.PCs.End), int(s.Reg))
	return by
}

// fateInCalls returns the fate of a value that sites overwrite.
func (p *Func) fateInCalls(s *srcmap.StoreRec, sites []flow.Site) Fate {
	f := Fate{InCalls: true}
	for _, at := range sites {
		stores := p.Unit.Funcs[at.Func].Map.Stores
		for i := range stores {
			by := &stores[i]
			if by.Binding == s.Binding && int(by.PCs.Start) <= int(at.PC) && int(at.PC) < int(by.PCs.End) && !slices.Contains(f.Stores, by) {
				f.Stores = append(f.Stores, by)
				break
			}
		}
	}
	slices.SortFunc(f.Stores, func(a, b *srcmap.StoreRec) int { return cmp.Compare(a.Name, b.Name) })
	return f
}

// FateOf returns the fate of the value of a store to a local variable of the function.
func (p *Func) FateOf(s *srcmap.StoreRec) Fate {
	if by := p.overwrittenInCalls(s); by != nil {
		return p.fateInCalls(s, by)
	}
	over := p.overwrites(s)
	f := Fate{Ends: over.Ends, over: over}
	for _, pc := range over.Stops {
		f.Stops = append(f.Stops, p.Map.Origins.At(pc).Span())
	}
	var last *srcmap.StoreRec
	for _, pc := range over.PCs {
		by := storeAt(p.Map.Stores, int32(pc), s)
		switch {
		case by == nil:
			f.Ends = true // another variable has the register by then
		case by == s:
			f.Itself = true
		case by != last: // a store may be several instructions
			f.Stores = append(f.Stores, by)
		}
		last = by
	}
	return f
}

// storeAt returns the store to the variable of s to which the instruction at pc belongs,
// nil if there is none. Stores are in the order in which their code ends.
func storeAt(stores []srcmap.StoreRec, pc int32, s *srcmap.StoreRec) *srcmap.StoreRec {
	first := sort.Search(len(stores), func(i int) bool { return stores[i].PCs.End > pc })
	for i := first; i < len(stores) && stores[i].PCs.Start <= pc; i++ {
		if by := &stores[i]; by.Binding == s.Binding && by.Upvalue < 0 {
			return by
		}
	}
	return nil
}

// Describe returns what happens to the value instead of a read.
func (f *Fate) Describe(x *textmap.Text) string {
	var parts []string
	if len(f.Stores) > 0 {
		overwritten := "overwritten " + x.AtLines(f.Places(x))
		if f.InCalls {
			overwritten += ", in a function that runs before anything reads it"
		}
		parts = append(parts, overwritten)
	}
	if f.Itself {
		parts = append(parts, "overwritten in the next iteration")
	}
	if f.Ends {
		parts = append(parts, "its scope ends")
	}
	if len(f.Stops) > 0 {
		parts = append(parts, "execution never gets "+x.AtLinesOf("past line", f.Stops))
	}
	if len(parts) == 0 {
		return "nothing reads it after this"
	}
	return strings.Join(parts, ", or ")
}

// FadeOf returns what fades with a store that nothing reads: the name and what it is
// given, as far as that is one piece of text and holds no body of a function; else
// the name.
func (p *Parts) FadeOf(s *srcmap.StoreRec) source.Span {
	name := p.Text.StoredAt(s)
	v := p.Text.ValueOf(s)
	if v.Expr == nil || p.Text.HasFunction(v.Expr.Span()) {
		return name
	}
	switch st := p.Unit.Tree.Stats[s.Stat].(type) {
	case *syntax.Assign:
		if len(st.Targets()) == 1 {
			return st.Span()
		}
	case *syntax.Compound:
		return st.Span()
	case *syntax.Local:
		if len(st.Names) == 1 {
			return source.Span{Start: name.Start, End: st.End}
		}
	}
	return name
}
