package textmap_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/analysis/effect"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
)

// TestMapMatchesCode holds the generator's map against the code: it stands in analysis
// because the meaning of instructions does.
func TestMapMatchesCode(t *testing.T) {
	files := 0
	err := filepath.WalkDir(filepath.Join("..", "..", "compile"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".lua") {
			return err
		}
		text, err := os.ReadFile(path)
		u := compile.Compile(source.NewFile(path, string(text)))
		files++
		for i := range u.Funcs {
			if f := &u.Funcs[i]; !f.Broken {
				checkLocals(t, u, f)
				for s := range f.Map.Stores {
					checkStore(t, u, f, &f.Map.Stores[s])
				}
			}
		}
		return err
	})
	if err != nil || files == 0 {
		t.Fatalf("%d files, %v", files, err)
	}
}

// checkLocals: the records of locals, their names and registers, are those of the
// bindings.
func checkLocals(t *testing.T, u *compile.Unit, f *compile.Func) {
	t.Helper()
	regs := bytecode.LocalRegisters(f.Proto)
	for i, id := range f.Map.Locals {
		name := f.Proto.Locals[i].Name
		if id == 0 {
			if !strings.HasPrefix(name, "(for ") {
				t.Errorf("%s: local %s has no binding", u.File.Name(), name)
			}
			continue
		}
		if got := u.Tree.Str(u.Res.Bindings[id].Sym); got != name {
			t.Errorf("%s: local %s is the binding %s", u.File.Name(), name, got)
		}
		active := f.Proto.Locals[i].StartPC < f.Proto.Locals[i].EndPC // else its record does not tell
		if active && int(u.Map.Regs[id]) != regs[i] {
			t.Errorf("%s: local %s in register %d, map says %d", u.File.Name(), name, regs[i], u.Map.Regs[id])
		}
	}
}

// checkStore: a store has an instruction that does it, unless it is elided.
func checkStore(t *testing.T, u *compile.Unit, f *compile.Func, s *srcmap.StoreRec) {
	t.Helper()
	if s.Kind == srcmap.ParamInit || s.Kind == srcmap.LoopInit || s.Kind == srcmap.NilInit || stores(f, s) != s.Elided {
		return
	}
	if s.Kind == srcmap.Init && s.PCs.Start > 0 && f.Proto.Code[s.PCs.Start-1].Op() == bytecode.LOADNIL && f.Proto.Code[s.PCs.Start-1].A() <= int(s.Reg) {
		return // `local x = nil`, merged into the LOADNIL before it
	}
	name := u.Tree.Names.At(s.Name)
	t.Errorf("%s:%d: pcs %v store %s: %v; elided: %v", u.File.Name(), u.File.Line(name.Start), s.PCs,
		u.Tree.Str(name.Sym), stores(f, s), s.Elided)
}

// stores reports whether an instruction among those of a store writes the variable.
func stores(f *compile.Func, s *srcmap.StoreRec) bool {
	for pc := int(s.PCs.Start); pc < int(s.PCs.End); pc++ {
		if s.Upvalue >= 0 {
			if index, how := effect.Upvalue(f.Proto.Code[pc]); how == effect.Write && index == int(s.Upvalue) {
				return true
			}
		} else if effect.Defs(f.Proto, pc).Has(int(s.Reg)) || effect.EdgeDefs(f.Proto, pc).Has(int(s.Reg)) {
			return true
		}
	}
	return false
}
