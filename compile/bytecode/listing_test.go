package bytecode_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/compile/bytecode"
	"luaflow/compile/external"
	"luaflow/compile/testkit"
	"luaflow/compile/testkit/must"
)

// TestReferenceListing reads what luac5.3 itself prints, addresses and all.
func TestReferenceListing(t *testing.T) {
	external.Program(t, "luac5.3")
	for _, file := range must.Glob(t, "testdata/chunks/*.lua") {
		printed := string(luac(t, ".", "-l", "-l", "-p", file))
		if got, want := testkit.Listing(testkit.Assemble(t, printed)), replaceAddresses(printed); got != want {
			t.Errorf("%s: %s", file, diff(got, want))
		}
	}
}

// TestFormat holds that the one-line form reads back as the same instruction.
func TestFormat(t *testing.T) {
	for _, s := range samples(t) {
		main, err := bytecode.Undump(s.chunk)
		if err != nil {
			t.Fatal(err)
		}
		eachFunction(main, func(p *bytecode.Proto) {
			var b strings.Builder
			for pc := range p.Code {
				b.WriteString(bytecode.Format(p, pc) + "\n")
			}
			for _, u := range p.Upvalues {
				name := u.Name
				if name == "" {
					name = "-"
				}
				b.WriteString(".upvalue " + name + " 0 0\n")
			}
			for _, k := range p.Constants {
				b.WriteString(".constant " + k.String() + "\n")
			}
			again := testkit.Assemble(t, b.String())
			for pc := range p.Code {
				if got, want := bytecode.Format(again, pc), bytecode.Format(p, pc); got != want {
					t.Errorf("%s: %s reads back as %s", s.name, want, got)
				}
			}
		})
	}
}

// TestListNeedsNoSense lists functions whose operands name nothing.
func TestListNeedsNoSense(t *testing.T) {
	p := &bytecode.Proto{Code: []bytecode.Instruction{
		bytecode.ABx(bytecode.LOADK, 0, 9), bytecode.ABC(bytecode.GETTABUP, 0, 3, bytecode.RK(7)), bytecode.ABC(bytecode.ADD, 0, bytecode.RK(1), 0), bytecode.ABx(bytecode.CLOSURE, 0, 5),
		bytecode.Ax(bytecode.EXTRAARG, 8), bytecode.Instruction(0x3f), bytecode.AsBx(bytecode.JMP, 0, -9), bytecode.ABC(bytecode.SETLIST, 0, 1, 0),
	}}
	const want = `
main <?:0,0> (8 instructions at 0)
0 params, 0 slots, 0 upvalues, 0 locals, 0 constants, 0 functions
	1	[-]	LOADK    	0 -10	; ?
	2	[-]	GETTABUP 	0 3 -8	; ? ?
	3	[-]	ADD      	0 -2 0	; ? -
	4	[-]	CLOSURE  	0 5	; 0/5
	5	[-]	EXTRAARG 	-9	; ?
	6	[-]	Op(63)   	
	7	[-]	JMP      	0 -9	; to -1
	8	[-]	SETLIST  	0 1 0	; ?
`
	var b strings.Builder
	if err := bytecode.List(&b, p, bytecode.ListOptions{CodeOnly: true}); err != nil || b.String() != want {
		t.Errorf("%v: %s", err, diff(b.String(), want))
	}
}

// TestListFunction puts the functions together again to what List prints, and finds each
// instruction on its line.
func TestListFunction(t *testing.T) {
	for _, s := range samples(t) {
		main, err := bytecode.Undump(s.chunk)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		listFunctions(t, &got, main, "0")
		if got.String() != s.listing {
			t.Errorf("%s: %s", s.name, diff(got.String(), s.listing))
		}
	}
}

func listFunctions(t *testing.T, b *strings.Builder, p *bytecode.Proto, path string) {
	text, lines := bytecode.ListFunction(p, path, bytecode.Part{To: len(p.Code)}, func() {})
	b.WriteString("\n" + text)
	printed := strings.Split(text, "\n")
	for pc, line := range lines {
		if pc > 0 && lines[pc-1] == line {
			continue // the length that belongs to a SETLIST
		}
		if !strings.HasPrefix(printed[line], fmt.Sprintf("\t%d\t", pc+1)) {
			t.Errorf("pc %d of %s is not in line %d: %q", pc+1, path, line, printed[line])
		}
	}
	for i, child := range p.Protos {
		listFunctions(t, b, child, bytecode.ChildPath(path, i))
	}
}

// TestListPart lists few instructions around each one: those lines are as in the whole listing, and what is left out is said.
func TestListPart(t *testing.T) {
	const most = 5
	for _, s := range samples(t) {
		p, err := bytecode.Undump(s.chunk)
		must.Do(t, err)
		all, at := bytecode.ListFunction(p, "0", bytecode.Part{To: len(p.Code)}, func() {})
		whole := strings.Split(all, "\n")
		for pc := range p.Code {
			part := bytecode.PartAround(p, pc, most)
			if pc < part.From || part.To <= pc || part.To-part.From < min(most, len(p.Code)) {
				t.Fatalf("%s: %+v around %d of %d", s.name, part, pc, len(p.Code))
			}
			text, lines := bytecode.ListFunction(p, "0", part, func() {})
			printed := strings.Split(text, "\n")
			for n, line := range lines {
				if got, want := printed[line], whole[at[part.From+n]]; got != want {
					t.Errorf("%s: pc %d of %+v is listed as %q, want %q", s.name, part.From+n, part, got, want)
				}
			}
			omitted := 0
			for _, line := range printed {
				var n int
				if _, err := fmt.Sscanf(line, "\t%d instruction", &n); err == nil {
					omitted += n
				}
			}
			if omitted+len(lines) != len(p.Code) {
				t.Errorf("%s: %+v lists %d and leaves out %d of %d instructions:\n%s", s.name, part, len(lines), omitted, len(p.Code), text)
			}
		}
	}
}

func TestListReportsItsWriter(t *testing.T) {
	p := testkit.Assemble(t, "RETURN 0 1\n.function\nRETURN 0 1\n.end")
	file, err := os.Open(os.DevNull) // for reading only
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := bytecode.List(file, p, bytecode.ListOptions{}); err == nil {
		t.Error("writing where that is impossible gives no error")
	}
}

func FuzzReadListing(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(s.listing)
	}
	files, err := filepath.Glob("../testkit/testdata/asm/*.asm")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		f.Add(must.Read(f, file))
	}
	texts, _ := testkit.Cases(f, "../testkit/testdata/asm/errors.txt")
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := testkit.ReadListing(strings.NewReader(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "line ") {
				t.Errorf("the error names no line: %v", err)
			}
			return
		}
		exercise(p)
		if bytecode.Verify(p) != nil || !plainNames(p) {
			return
		}
		listing := testkit.Listing(p)
		if got := testkit.Listing(testkit.Assemble(t, listing)); got != listing {
			t.Errorf("listing after reading: %s", diff(got, listing))
		}
	})
}
