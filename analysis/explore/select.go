package explore

import (
	"fmt"
	"strings"

	"luaflow/analysis/hover"
	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Select returns what hangs together with a place.
func (v *View) Select(at Place) (*Selection, error) {
	s := selecting{View: v, out: &Selection{Span: Span{}, PCs: []int{}, Block: -1, Chain: []Link{}, Needs: []Link{}, Needed: []Link{}}}
	if at.At >= 0 {
		s.atText(v.Parts.Unit.File.AtUnit(at.At, source.UTF16))
	} else if err := s.atInstruction(at); err != nil {
		return nil, err
	}
	s.out.Path = v.pathsOf()[s.fn]
	s.block()
	s.dependences()
	return s.out, nil
}

// atText selects what a place in the text stands for.
func (s *selecting) atText(pos source.Pos) {
	q := place.At(s.Parts, pos)
	s.fn = syntax.FuncID(q.FuncAt(pos))
	var found []place.Instruction
	span := source.NoSpan
	if q.Name != nil {
		span = q.Name.Span()
		if s.isKnown(int(q.Fn)) {
			found = q.OfName()
		}
	}
	if len(found) == 0 {
		var at source.Span
		if found, at = q.OfExpression(pos); !span.Valid() {
			span = at
		}
	}
	s.out.Span = s.span(span)
	for _, i := range found {
		if i.PC >= 0 {
			s.add(i.Func, i.PC)
		}
	}
	s.out.Chain = s.chainOfName(pos)
	s.out.Hover = s.hover(pos)
	s.slices(func(forward bool) (nav.Slice, error) { return nav.SliceAt(s.Parts, pos, forward) })
}

// add selects an instruction. All are in one function: that of the first.
func (s *selecting) add(fn, pc int) {
	if len(s.out.PCs) == 0 {
		s.fn = syntax.FuncID(fn)
	}
	if int(s.fn) == fn && pc < len(s.Parts.Unit.Funcs[fn].Proto.Code) {
		s.out.PCs = append(s.out.PCs, pc)
	}
}

// atInstruction selects an instruction.
func (s *selecting) atInstruction(at Place) error {
	fn, ok := s.function(at.Path)
	if !ok || at.PC < 0 || at.PC >= len(s.Parts.Unit.Funcs[fn].Proto.Code) {
		return fmt.Errorf("there is no instruction %d in a function %q of this text", at.PC, at.Path)
	}
	s.add(int(fn), at.PC)
	s.out.Span = s.spanAt(int(fn), at.PC)
	s.out.Chain = s.chainOfCode(int(fn), at.PC)
	s.slices(func(forward bool) (nav.Slice, error) { return nav.SliceOf(s.Parts, fn, at.PC, forward) })
	return nil
}

// block finds the block of the first selected instruction.
func (s *selecting) block() {
	if len(s.out.PCs) > 0 && s.isKnown(int(s.fn)) {
		s.out.Block = int(s.Parts.Facts.Code.Funcs[s.fn].Graph.Block(s.out.PCs[0]))
	}
}

// slices finds both slices.
func (s *selecting) slices(find func(forward bool) (nav.Slice, error)) {
	s.out.Backward, s.out.Forward = emptySlice(), emptySlice()
	for _, forward := range []bool{false, true} {
		found, err := find(forward)
		if err != nil {
			s.out.NoSlice = err.Error()
			return
		}
		out := emptySlice()
		for _, at := range found.Spans {
			out.Spans = append(out.Spans, s.span(at))
		}
		for fn, path := range s.pathsOf() {
			for pc := range s.Parts.Unit.Funcs[fn].Proto.Code {
				if found.Code.Has(fn, pc) {
					out.Instructions = append(out.Instructions, Instruction{path, pc})
				}
			}
		}
		if forward {
			s.out.Forward = out
		} else {
			s.out.Backward = out
		}
	}
}

// hover returns what a hover says.
func (s *selecting) hover(pos source.Pos) string {
	info, ok := nav.At(s.Parts, pos)
	if !ok || !hover.WorthTelling(&info) {
		return ""
	}
	w := hover.Writer{File: s.Parts.Unit.File, Markdown: true, Kind: info.Kind}
	w.Describe(&info)
	return strings.TrimSpace(w.String())
}
