package facts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/flow"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/external"
	"luaflow/compile/testkit"
	"luaflow/compile/testkit/must"
)

// compareFacts compares the facts of every function with the oracle's.
func compareFacts(p *Code) error {
	facts := p.Facts()
	for n, o := range oracles(p.Funcs[0].Proto) {
		got := facts.Functions[n]
		if want := o.defUse(); !slices.Equal(got.DefUse, want) {
			return fmt.Errorf("function %s: defuse is %v, expected %v", got.Path, got.DefUse, want)
		}
		if want := o.dead(&p.Funcs[n]); !slices.Equal(got.Dead, want) {
			return fmt.Errorf("function %s: dead is %v, expected %v", got.Path, got.Dead, want)
		}
		for pc := range o.p.Code {
			if slices.Contains(got.Unreachable, pc+1) == o.reachable[pc] {
				return fmt.Errorf("function %s: unreachable is %v", got.Path, got.Unreachable)
			}
		}
	}
	return nil
}

func TestFactsOfRandomCode(t *testing.T) {
	testkit.EachRandomMain(t, 80, func(t *testing.T, seed int, main *bytecode.Proto) {
		if err := compareFacts(NewCode(main, value.Library{}, nil)); err != nil {
			t.Fatalf("program %d: %v", seed, err)
		}
	})
}

// chunks returns the names of the Lua programs in testdata, each of which stands there with the
// chunk that luac5.3 made of it.
func chunks(t *testing.T) []string {
	t.Helper()
	names := must.Glob(t, "testdata/*.lua")
	for k := range names {
		names[k] = strings.TrimSuffix(filepath.Base(names[k]), ".lua")
	}
	return names
}

func readChunk(t *testing.T, name string) *bytecode.Proto {
	t.Helper()
	p, err := bytecode.Undump([]byte(must.Read(t, filepath.Join("testdata", name+".luac"))))
	must.Do(t, err)
	must.Do(t, bytecode.Verify(p))
	return p
}

// TestChunksAreOfLuac: the chunks in testdata are what luac5.3 makes of the
// programs beside them.
func TestChunksAreOfLuac(t *testing.T) {
	luac := external.Program(t, "luac5.3")
	for _, name := range chunks(t) {
		out := filepath.Join(t.TempDir(), name)
		cmd := exec.Command(luac, "-o", out, name+".lua")
		cmd.Dir = "testdata"
		if message, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, message)
		}
		must.Match(t, filepath.Join("testdata", name+".luac"), must.Read(t, out))
	}
}

// TestChunks compares everything with the oracle on real code.
func TestChunks(t *testing.T) {
	for _, name := range chunks(t) {
		t.Run(name, func(t *testing.T) {
			p := NewCode(readChunk(t, name), value.Library{}, nil)
			for _, compare := range append(slices.Clip(comparisons), compareCells) {
				if err := compare(p); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestFactsGoldens: the facts of each program as read by eye: one line per list of
// a function, pcs from 1.
func TestFactsGoldens(t *testing.T) {
	for _, name := range chunks(t) {
		p := readChunk(t, name)
		var text bytes.Buffer
		facts := NewCode(p, value.Library{}, nil).Facts()
		for n, f := range facts.Functions {
			fmt.Fprintf(&text, "function %s, lines %d to %d\n", f.Path, f.Line, f.LastLine)
			writeFacts(&text, NewCode(p, value.Library{}, nil).Funcs[n].Proto, f)
		}
		must.Match(t, filepath.Join("testdata", name+".facts"), text.Bytes())
	}
}

// writeFacts prints the listing of a function, after each instruction the
// definitions of what it uses, and which of its own definitions are dead.
func writeFacts(w *bytes.Buffer, p *bytecode.Proto, f flow.FunctionFacts) {
	for _, i := range f.Instructions {
		fmt.Fprintf(w, "%4d [%d] %-36s", i.PC, i.Line, bytecode.Format(p, i.PC-1))
		for _, pair := range f.DefUse {
			if pair.Use.PC == i.PC && pair.Def.ByClosure {
				fmt.Fprintf(w, " r%d<upval", pair.Use.Reg)
			} else if pair.Use.PC == i.PC {
				fmt.Fprintf(w, " r%d<%d", pair.Use.Reg, pair.Def.PC)
			}
		}
		for _, d := range f.Dead {
			if d.PC == i.PC {
				fmt.Fprintf(w, " DEAD r%d", d.Reg)
			}
		}
		if slices.Contains(f.Unreachable, i.PC) {
			w.WriteString(" UNREACHABLE")
		}
		w.WriteByte('\n')
	}
	for _, d := range f.Dead {
		if d.PC == 0 {
			fmt.Fprintf(w, "     parameter r%d DEAD\n", d.Reg)
		}
	}
}

func TestFactsAsJSON(t *testing.T) {
	p := assemble(t, `
		.source @counter.lua
		.params 1
		[1] LOADK 1 -1     ; 0
		[2] CLOSURE 2 0
		[3] MOVE 3 2
		[3] CALL 3 1 1
		[4] RETURN 1 2
		[5] RETURN 0 1
		.local n 1 7
		.local count 2 7
		.local f 3 7
		.function 2 2
		[2] GETUPVAL 0 0   ; count
		[2] ADD 0 0 -1     ; - 1
		[2] SETUPVAL 0 0   ; count
		[2] RETURN 0 1
		.upvalue count 1 1
		.end`)
	got, err := json.Marshal(NewCode(p, value.Library{}, nil).Facts().Functions[0])
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join(strings.Fields(`{"path":"0","line":0,"lastline":0,"instructions":[
		{"pc":1,"op":"LOADK","line":1},{"pc":2,"op":"CLOSURE","line":2},{"pc":3,"op":"MOVE","line":3},
		{"pc":4,"op":"CALL","line":3},{"pc":5,"op":"RETURN","line":4},{"pc":6,"op":"RETURN","line":5}],
		"defuse":[{"def":[1,1],"use":[5,1]},{"def":[2,2],"use":[3,2]},{"def":[3,3],"use":[4,3]},
		{"def":["upval",1],"use":[5,1]}],"dead":[[0,0]],"unreachable":[6]}`), "")
	if string(got) != want {
		t.Errorf("got\n%s, expected\n%s", got, want)
	}
}
