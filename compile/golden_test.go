package compile_test

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"luaflow/compile"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// TestRefused compares the first error of testdata/refused/*.lua, and of texts that
// go beyond a limit, with what luac5.3 said: the goldens *.err.
func TestRefused(t *testing.T) {
	dir := filepath.Join("testdata", "refused")
	for _, file := range sources(t, dir) {
		text := must.Read(t, file)
		checkRefused(t, dir, filepath.Base(file), text)
	}
	tmp := t.TempDir()
	for name, text := range limits() {
		must.Write(t, filepath.Join(tmp, name), text)
		checkRefused(t, tmp, name, text)
	}
}

func checkRefused(t *testing.T, dir, name, text string) {
	t.Helper()
	golden := filepath.Join("testdata", "refused", strings.TrimSuffix(name, ".lua")+".err")
	if *must.Update {
		luac := external.Program(t, "luac5.3")
		_, said := run(dir, luac, "-p", name)
		must.Write(t, golden, strings.TrimPrefix(said, luac+": ")+"\n")
	}
	want := must.Read(t, golden)
	got := firstError(compile.Compile(source.NewFile(name, text))) + "\n"
	if got != want {
		t.Errorf("luac says\n\t%swe say\n\t%s", want, got)
	}
}

// limits returns texts that are just within and just beyond what the machine can do, by name.
func limits() map[string]string {
	lines := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(format, "%d", strconv.Itoa(i)))
		}
		return b.String()
	}
	registers := "f(\n" + lines(254, "x,\n") + "x)"
	upvalues := func(n int) string {
		return lines(128, "local a%d\n") + "function f()\n" + lines(128, "local b%d\n") +
			"return function()\n" + lines(n-128, "b%d = 1\n") + lines(128, "a%d = 2\n") + "end end\n"
	}
	return map[string]string{
		"limit-locals.lua":       "function f()\n" + lines(201, "local a%d\n") + "end\n",
		"limit-locals-names.lua": "local x" + lines(200, ",\na%d") + " = 1\n",
		"limit-locals-loop.lua":  lines(197, "local a%d\n") + "for i = 1, 2 do end",
		"limit-upvalues.lua":     upvalues(256),
		"limit-registers.lua":    "local t = " + registers + "\n",
		"limit-in-values.lua":    "a.b, c = 1, function() " + registers + " end\nd = e\n",
		"limit-operator.lua":     "local t = f(\n" + lines(253, "x,\n") + "a .. b)\n",
		"limit-in-operand.lua":   "a = 1 + (function() " + registers + " end)() .. b .. c\n",
		"limit-labels.lua":       lines(32768, "::l%d:: a()\n"),
		"limit-records.lua":      lines(32767, "do local a end\n") + "local b\n",
		"limit-jump.lua":         "while a do\n" + lines(44000, "a=b c=d e=f\n") + "end\n",
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
