package codegen_test

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// TestGolden compiles testdata/*.lua and compares with the chunks that luac5.3 made
// of them, which are committed, so that the claim holds on a machine without Lua.
func TestGolden(t *testing.T) {
	for _, file := range sources(t, "testdata") {
		name := filepath.Base(file)
		text := must.Read(t, file)
		u := compile.Compile(source.NewFile(name, text))
		for _, strip := range []bool{false, true} {
			golden := file + "c"
			args := []string{"-o", name + "c", name}
			if strip {
				golden = strings.TrimSuffix(file, ".lua") + ".stripped.luac"
				args = []string{"-s", "-o", filepath.Base(golden), name}
			}
			if *must.Update {
				cmd := exec.Command(external.Program(t, "luac5.3"), args...)
				cmd.Dir = "testdata"
				if said, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, said)
				}
			}
			want := must.Read(t, golden)
			if string(bytecode.Dump(u.Main, strip)) != want {
				t.Errorf("%s: the code is another one", golden)
			}
		}
		if err := bytecode.Verify(u.Main); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestUnionCode: a text that Lua 5.3 accepts has the code of Lua 5.3, whatever else it
// may be written in, and all extensions on: they take nothing away.
func TestUnionCode(t *testing.T) {
	for _, file := range sources(t, "testdata") {
		text := must.Read(t, file)
		f := source.NewFile(filepath.Base(file), text)
		want := compile.Compile(f)
		for _, l := range []syntax.Language{{Dialects: syntax.Any}, {Dialects: syntax.WithIntegers}, {Dialects: syntax.Lua53, Extensions: allExtensions}} {
			u := compile.CompileAs(f, l)
			if u.Dialects&syntax.Lua53 == 0 {
				continue
			}
			if len(u.Errors) > 0 || !bytes.Equal(bytecode.Dump(u.Main, false), bytecode.Dump(want.Main, false)) {
				t.Errorf("%s as %v: %d errors, or other code", file, l, len(u.Errors))
			}
		}
	}
}

func sources(t testing.TB, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.lua"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no Lua file in " + dir)
	}
	return files
}
