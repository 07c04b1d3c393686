package bytecode

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"luaflow/compile/external"
)

func assemble(t testing.TB, text string) *Proto {
	t.Helper()
	p, err := ReadListing(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestAssembler reads the handwritten programs of testdata/asm, and compares how
// they are listed with the files beside them; -update writes those.
func TestAssembler(t *testing.T) {
	files, err := filepath.Glob("testdata/asm/*.asm")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		p := assemble(t, string(readFile(t, file)))
		listing := listingOf(p)
		compareGolden(t, strings.TrimSuffix(file, ".asm")+".listing", []byte(listing))
		if got := listingOf(assemble(t, listing)); got != listing {
			t.Errorf("%s: the listing is not read as it was printed: %s", file, diff(got, listing))
		}
		if got := listingOf(assemble(t, strings.ReplaceAll(listing, "\n", "\r\n"))); got != listing {
			t.Errorf("%s: not read with CRLF: %s", file, diff(got, listing))
		}
	}
}

// cases reads a file of texts, each behind a line "=== " and what is expected.
func cases(t testing.TB, file string) (texts, wants []string) {
	t.Helper()
	for _, c := range strings.Split("\n"+string(readFile(t, file)), "\n=== ")[1:] {
		want, text, _ := strings.Cut(c, "\n")
		wants, texts = append(wants, want), append(texts, text)
	}
	return texts, wants
}

func TestListingErrors(t *testing.T) {
	texts, wants := cases(t, "testdata/asm/errors.txt")
	for i, text := range texts {
		_, err := ReadListing(strings.NewReader(text))
		if err == nil || err.Error() != wants[i] {
			t.Errorf("%v\nwant %s for\n%s", err, wants[i], text)
		}
	}
	deep := strings.Repeat(".function\n", 300)
	if _, err := ReadListing(strings.NewReader(deep)); err == nil || !strings.Contains(err.Error(), "nested deeper") {
		t.Errorf("300 nested functions: %v", err)
	}
	broken := errors.New("broken pipe")
	if _, err := ReadListing(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("a reader that fails: %v", err)
	}
}

// TestReferenceListing reads what luac5.3 itself prints, addresses and all.
func TestReferenceListing(t *testing.T) {
	external.Program(t, "luac5.3")
	for _, file := range luaFiles(t) {
		printed := string(luac(t, ".", "-l", "-l", "-p", file))
		if got, want := listingOf(assemble(t, printed)), replaceAddresses(printed); got != want {
			t.Errorf("%s: %s", file, diff(got, want))
		}
	}
}

// TestFormat holds that the one-line form reads back as the same instruction.
func TestFormat(t *testing.T) {
	for _, s := range samples(t) {
		main, err := Undump(s.chunk)
		if err != nil {
			t.Fatal(err)
		}
		eachFunction(main, func(p *Proto) {
			var b strings.Builder
			for pc := range p.Code {
				b.WriteString(Format(p, pc) + "\n")
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
			again := assemble(t, b.String())
			for pc := range p.Code {
				if got, want := Format(again, pc), Format(p, pc); got != want {
					t.Errorf("%s: %s reads back as %s", s.name, want, got)
				}
			}
		})
	}
}

// TestListNeedsNoSense lists functions whose operands name nothing.
func TestListNeedsNoSense(t *testing.T) {
	p := &Proto{Code: []Instruction{
		ABx(LOADK, 0, 9), ABC(GETTABUP, 0, 3, RK(7)), ABC(ADD, 0, RK(1), 0), ABx(CLOSURE, 0, 5),
		Ax(EXTRAARG, 8), Instruction(0x3f), AsBx(JMP, 0, -9), ABC(SETLIST, 0, 1, 0),
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
	if err := List(&b, p, ListOptions{CodeOnly: true}); err != nil || b.String() != want {
		t.Errorf("%v: %s", err, diff(b.String(), want))
	}
}

// TestListFunction puts the functions together again to what List prints, and finds each
// instruction on its line.
func TestListFunction(t *testing.T) {
	for _, s := range samples(t) {
		main, err := Undump(s.chunk)
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

func listFunctions(t *testing.T, b *strings.Builder, p *Proto, path string) {
	text, lines := ListFunction(p, path)
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
		listFunctions(t, b, child, childPath(path, i))
	}
}

func TestListReportsItsWriter(t *testing.T) {
	p := assemble(t, "RETURN 0 1\n.function\nRETURN 0 1\n.end")
	file, err := os.Open(os.DevNull) // for reading only
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := List(file, p, ListOptions{}); err == nil {
		t.Error("writing where that is impossible gives no error")
	}
}

func FuzzReadListing(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(s.listing)
	}
	files, err := filepath.Glob("testdata/asm/*.asm")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		f.Add(string(readFile(f, file)))
	}
	texts, _ := cases(f, "testdata/asm/errors.txt")
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ReadListing(strings.NewReader(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "line ") {
				t.Errorf("the error names no line: %v", err)
			}
			return
		}
		exercise(p)
		if Verify(p) != nil || !plainNames(p) {
			return
		}
		listing := listingOf(p)
		if got := listingOf(assemble(t, listing)); got != listing {
			t.Errorf("listing after reading: %s", diff(got, listing))
		}
	})
}
