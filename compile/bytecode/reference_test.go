package bytecode_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"luaflow/compile/bytecode"
	"luaflow/compile/external"
	"luaflow/compile/testkit"
	"luaflow/compile/testkit/must"
)

// The reference: chunks that luac5.3 wrote. testdata/chunks holds for each NAME.lua
//
//	NAME.luac, NAME.stripped.luac          the output of luac5.3 -o, -s -o
//	NAME.listing, NAME.stripped.listing    that of luac5.3 -l -l, addresses replaced by paths
//
// With luac5.3 at hand the tests also hold that it still writes the same, and
// -update writes these files anew.

// sample is one chunk and its listing.
type sample struct {
	name    string // of the Lua file, with .stripped after it if it is
	strip   bool
	chunk   []byte
	listing string
}

// samples reads all goldens.
func samples(t testing.TB) []sample {
	t.Helper()
	var all []sample
	for _, file := range must.Glob(t, "testdata/chunks/*.lua") {
		for _, strip := range []bool{false, true} {
			name := strings.TrimSuffix(file, ".lua")
			if strip {
				name += ".stripped"
			}
			all = append(all, sample{
				name:    filepath.Base(name),
				strip:   strip,
				chunk:   []byte(must.Read(t, name+".luac")),
				listing: (must.Read(t, name+".listing")),
			})
		}
	}
	return all
}

// reference runs luac5.3 on a file of folder dir, which it names as in file.
func reference(t *testing.T, dir, file string, strip bool) sample {
	t.Helper()
	s := sample{name: file, strip: strip}
	out := filepath.Join(t.TempDir(), "chunk")
	listing := luac(t, dir, "-l", "-l", "-o", out, file)
	if strip {
		luac(t, dir, "-s", "-o", out, file)
		listing = luac(t, dir, "-l", "-l", "-p", out)
	}
	s.chunk = []byte(must.Read(t, out))
	s.listing = replaceAddresses(string(listing))
	return s
}

func luac(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("luac5.3", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("luac5.3 %s: %v: %s", strings.Join(args, " "), err, &stderr)
	}
	return out
}

var functionHead = regexp.MustCompile(`(?m)^(?:main|function) <.* at (0x[0-9a-f]+)\)\n.*, (\d+) functions?$`)

// replaceAddresses puts paths in the place of the addresses of a listing, which
// has each function before its children.
func replaceAddresses(listing string) string {
	type parent struct {
		path             string
		children, listed int
	}
	var addressAndPath []string
	around := []parent{{"", 1, 0}}
	for _, m := range functionHead.FindAllStringSubmatch(listing, -1) {
		for around[len(around)-1].listed == around[len(around)-1].children {
			around = around[:len(around)-1]
		}
		p := &around[len(around)-1]
		path := strings.TrimPrefix(p.path+"/"+strconv.Itoa(p.listed), "/")
		p.listed++
		addressAndPath = append(addressAndPath, m[1], path)
		children, _ := strconv.Atoi(m[2])
		around = append(around, parent{path, children, 0})
	}
	return strings.NewReplacer(addressAndPath...).Replace(listing)
}

// diff shows the first line in which two texts differ.
func diff(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d:\n got %q\nwant %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

// TestGoldensAreTheReference holds the committed files against luac5.3.
func TestGoldensAreTheReference(t *testing.T) {
	external.Program(t, "luac5.3")
	for _, file := range must.Glob(t, "testdata/chunks/*.lua") {
		for _, strip := range []bool{false, true} {
			s := reference(t, "testdata/chunks", filepath.Base(file), strip)
			name := strings.TrimSuffix(file, ".lua")
			if strip {
				name += ".stripped"
			}
			must.Match(t, name+".luac", s.chunk)
			must.Match(t, name+".listing", s.listing)
		}
	}
}

// TestNoGoldenIsUnused finds goldens that outlived their source.
func TestNoGoldenIsUnused(t *testing.T) {
	for pattern, source := range map[string]string{
		"testdata/chunks/*.luac":    ".lua",
		"testdata/chunks/*.listing": ".lua",
	} {
		for _, golden := range must.Glob(t, pattern) {
			name, _, _ := strings.Cut(golden, ".")
			if _, err := os.Stat(name + source); err != nil {
				t.Errorf("%s belongs to no %s file", golden, source)
			}
		}
	}
}

// TestGoldensHaveEveryOpcode, but those that only huge functions need.
func TestGoldensHaveEveryOpcode(t *testing.T) {
	missing := map[bytecode.Op]bool{}
	for op := range bytecode.Op(bytecode.NumOps) {
		missing[op] = op != bytecode.LOADKX && op != bytecode.EXTRAARG
	}
	for _, s := range samples(t) {
		p, err := bytecode.Undump(s.chunk)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		eachFunction(p, func(p *bytecode.Proto) {
			for _, i := range p.Code {
				missing[i.Op()] = false
			}
		})
	}
	for op, yes := range missing {
		if yes {
			t.Errorf("no golden has %s", op)
		}
	}
}

func eachFunction(p *bytecode.Proto, do func(*bytecode.Proto)) {
	do(p)
	for _, child := range p.Protos {
		eachFunction(child, do)
	}
}

// checkSample holds everything that must be true of a chunk of the reference.
func checkSample(t *testing.T, s sample) {
	t.Helper()
	p, err := bytecode.Undump(s.chunk)
	if err != nil {
		t.Fatalf("%s: undump: %v", s.name, err)
	}
	if !bytes.Equal(bytecode.Dump(p, s.strip), s.chunk) {
		t.Errorf("%s: dump after undump is another chunk", s.name)
	}
	if got := testkit.Listing(p); got != s.listing {
		t.Errorf("%s: listing: %s", s.name, diff(got, s.listing))
	}
	if err := bytecode.Verify(p); err != nil {
		t.Errorf("%s: verify: %v", s.name, err)
	}
	again, err := testkit.ReadListing(strings.NewReader(s.listing))
	if err != nil {
		t.Fatalf("%s: reading the listing: %v", s.name, err)
	}
	if got := testkit.Listing(again); got != s.listing {
		t.Errorf("%s: listing after reading: %s", s.name, diff(got, s.listing))
	}
	sameFunction(t, s.name, again, p)
}

// sameFunction compares what a listing keeps of a function.
func sameFunction(t *testing.T, name string, got, want *bytecode.Proto) {
	t.Helper()
	if !slices.Equal(got.Code, want.Code) || !reflect.DeepEqual(got.Lines, want.Lines) ||
		!slices.Equal(got.Locals, want.Locals) || !slices.Equal(got.Upvalues, want.Upvalues) ||
		got.Source != want.Source || got.NumParams != want.NumParams ||
		got.MaxStack != want.MaxStack || got.IsVararg != want.IsVararg {
		t.Errorf("%s: the listing is read as another function", name)
	}
	if !slices.EqualFunc(got.Constants, want.Constants, sameAsPrinted) {
		t.Errorf("%s: the constants are read as others", name)
	}
	if len(got.Protos) != len(want.Protos) {
		t.Fatalf("%s: %d children, want %d", name, len(got.Protos), len(want.Protos))
	}
	for i := range want.Protos {
		sameFunction(t, name, got.Protos[i], want.Protos[i])
	}
}

// sameAsPrinted compares constants; of floats a listing has 14 digits.
func sameAsPrinted(a, b bytecode.Constant) bool {
	return a == b || a.Kind == bytecode.KFloat && b.Kind == bytecode.KFloat && a.String() == b.String()
}

func TestSamples(t *testing.T) {
	for _, s := range samples(t) {
		t.Run(s.name, func(t *testing.T) { checkSample(t, s) })
	}
}

// TestHugeFunctions has what only huge functions need: LOADKX, and SETLIST with
// its number in C above 255 and in an EXTRAARG.
func TestHugeFunctions(t *testing.T) {
	external.Program(t, "luac5.3")
	for _, c := range []struct {
		name, source string
		want         []bytecode.Op
	}{
		{"constants.lua", hugeConstants(), []bytecode.Op{bytecode.LOADKX, bytecode.EXTRAARG}},
		{"list.lua", "return {" + strings.Repeat("x,", 512*bytecode.FieldsPerFlush+1) + "}", []bytecode.Op{bytecode.SETLIST, bytecode.EXTRAARG}},
	} {
		dir := t.TempDir()
		must.Write(t, filepath.Join(dir, c.name), c.source)
		s := reference(t, dir, c.name, false)
		checkSample(t, s)
		p, err := bytecode.Undump(s.chunk)
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range c.want {
			if !slices.ContainsFunc(p.Code, func(i bytecode.Instruction) bool { return i.Op() == op }) {
				t.Errorf("%s: no %s in it", c.name, op)
			}
		}
	}
}

// hugeConstants returns a program with more constants than LOADK can name.
func hugeConstants() string {
	var b strings.Builder
	b.WriteString("local x\n")
	for i := range bytecode.MaxBx + 3 {
		fmt.Fprintf(&b, "x=%d\n", i)
	}
	return b.String()
}

// TestCombinedChunk reads what luac5.3 makes of several files: a main function
// without lines whose children are main functions.
func TestCombinedChunk(t *testing.T) {
	external.Program(t, "luac5.3")
	out := filepath.Join(t.TempDir(), "chunk")
	luac(t, "testdata/chunks", "-o", out, "loops.lua", "closures.lua", "empty.lua")
	checkSample(t, sample{
		name:    "combined",
		chunk:   []byte(must.Read(t, out)),
		listing: replaceAddresses(string(luac(t, ".", "-l", "-l", "-p", out))),
	})
}
