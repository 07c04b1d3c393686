package facts

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/value"
	"luaflow/compile/testkit/must"
)

// compareCells resolves every upvalue again, upward from the function that has it.
func compareCells(p *Code) error {
	table := p.Cells()
	for n := range p.Funcs {
		f := &p.Funcs[n]
		for k := range f.Proto.Upvalues {
			cell := table.Of(n, k)
			owner, index, pc := p.resolveUpvalue(f, k)
			c := table.Cells[cell]
			if c.Owner != owner || c.Reg != index {
				return fmt.Errorf("upvalue %d of function %d is register %d of function %d, not %d of %d", k, n, c.Reg, c.Owner, index, owner)
			}
			if owner >= 0 {
				name := ""
				if c.Local >= 0 {
					name = p.Funcs[owner].Proto.Locals[c.Local].Name
				}
				if name != f.Proto.Upvalues[k].Name {
					return fmt.Errorf("upvalue %d of function %d is %s, captured at %d, not %s", k, n, name, pc, f.Proto.Upvalues[k].Name)
				}
			}
		}
		for pc, i := range f.Proto.Code {
			k, how := effect.Upvalue(i)
			if how == 0 || !f.Graph.Reachable(pc) {
				continue
			}
			c := table.Cells[table.Of(n, k)]
			if !containsSite(c.Reads, n, pc) && how == effect.Read || !containsSite(c.Writes, n, pc) && how == effect.Write {
				return fmt.Errorf("the access at %d of function %d is missing", pc, n)
			}
		}
	}
	return nil
}

func containsSite(sites []flow.Site, function, pc int) bool {
	for _, s := range sites {
		if int(s.Func) == function && int(s.PC) == pc {
			return true
		}
	}
	return false
}

// resolveUpvalue follows an upvalue up to the function that owns it, and the pc of
// the CLOSURE there.
func (p *Code) resolveUpvalue(f *flow.Func, k int) (owner, index, pc int) {
	up := f.Proto.Upvalues[k]
	if f.Parent < 0 {
		return -1, k, 0
	}
	parent := &p.Funcs[f.Parent]
	if !up.InStack {
		return p.resolveUpvalue(parent, int(up.Index))
	}
	for pc, i := range parent.Proto.Code {
		if child := effect.Closure(i); child >= 0 && parent.Child(child) == f {
			return parent.Number, int(up.Index), pc
		}
	}
	return parent.Number, int(up.Index), -1
}

// TestCellsGolden: the cells of a program as read by eye.
func TestCellsGolden(t *testing.T) {
	p := NewCode(readChunk(t, "cells"), value.Library{}, nil)
	var text bytes.Buffer
	for _, c := range p.Cells().Cells {
		if c.Owner < 0 {
			fmt.Fprintf(&text, "upvalue %d of main\n", c.Reg)
			continue
		}
		owner := p.Funcs[c.Owner].Proto
		fmt.Fprintf(&text, "%s, in R%d of the function at line %d, captured%s, read%s, written%s",
			owner.Locals[c.Local].Name, c.Reg, owner.LineDefined,
			sitesText(p, c.Captures), sitesText(p, c.Reads), sitesText(p, c.Writes))
		if c.ReadByOwner {
			text.WriteString(", read by its owner")
		}
		if !c.IsRead() {
			text.WriteString(", NEVER READ")
		}
		text.WriteByte('\n')
	}
	must.Match(t, filepath.Join("testdata", "cells.table"), text.Bytes())
}

func sitesText(p *Code, sites []flow.Site) string {
	s := ""
	for _, site := range sites {
		s += fmt.Sprintf(" %d:%d", p.Funcs[site.Func].Proto.Lines.At(int(site.PC)), site.PC+1)
	}
	return s
}

// TestTwins: a function that two CLOSUREs make has one cell for each register that
// it captures, whatever variables the register holds.
func TestTwins(t *testing.T) {
	p := NewCode(assemble(t, `
		LOADNIL 0 0
		CLOSURE 1 0
		JMP 1 0        ; to 4
		LOADNIL 0 0
		CLOSURE 1 0
		JMP 1 0        ; to 7
		RETURN 0 1
		.local first 2 4
		.local second 5 7
		.function 1 1
		GETUPVAL 0 0   ; x
		RETURN 0 1
		.upvalue x 1 0
		.end
		.function 2 2
		GETUPVAL 0 0   ; y
		RETURN 0 1
		.upvalue y 1 0
		.end`), value.Library{}, nil)
	table := p.Cells()
	c := table.Cells[table.Of(1, 0)]
	if c.Owner != 0 || c.Reg != 0 || c.Local != -1 || len(c.Captures) != 2 || len(c.Reads) != 1 {
		t.Errorf("got %+v", c)
	}
	if got := table.Of(2, 0); got != -1 {
		t.Errorf("a function that nobody makes has cell %d", got)
	}
}

// TestCellAt: wherever the variable of a cell is in its register, it is found there,
// and nothing is found where no variable is captured.
func TestCellAt(t *testing.T) {
	p := NewCode(readChunk(t, "cells"), value.Library{}, nil)
	cells := p.Cells()
	for i := range p.Funcs {
		f := &p.Funcs[i]
		for pc := range f.Proto.Code {
			for reg := range int(f.Proto.MaxStack) {
				want := -1
				for k, c := range cells.Cells {
					if c.Owner == i && c.Reg == reg && f.Variable(pc, reg) == c.Local {
						want = k
					}
				}
				if f.Variable(pc, reg) < 0 {
					continue
				}
				if got := cells.At(f, pc, reg); got != want {
					t.Errorf("function %d, pc %d, R%d: cell %d, expected %d", i, pc, reg, got, want)
				}
			}
		}
	}
}
