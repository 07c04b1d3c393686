package compile_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"luaflow/compile"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// interpreters are the real ones, by dialect; .ci/luajit builds those of 2026. 5.5 has none that Debian 12 knows.
var interpreters = []struct {
	dialect syntax.Dialect
	program string
}{
	{syntax.Lua51, "lua5.1"},
	{syntax.OldLuaJIT51, "luajit"},
	{syntax.LuaJIT51, "luajit-2026"},
	{syntax.LuaJIT52, "luajit-2026-52"},
	{syntax.Lua52, "lua5.2"},
	{syntax.Lua53, "lua5.3"},
	{syntax.Lua54, "lua5.4"},
}

// judged is what an interpreter, or we, say of a text: the line of the first error and
// its words; 0 and "" if there is none, -1 if there is one without a line.
type judged struct {
	line int
	msg  string
}

// limitOfJIT matches a limit that depends on the code that LuaJIT makes, which is not
// ours.
var limitOfJIT = regexp.MustCompile(`has more than \d+ (constants|bytecodes)`)

var lineOfError = regexp.MustCompile(`:(\d+): (.*)`)

// driven returns the lines that a program says which runs a script of testdata/driver, given its standard input: one for
// each of n things that stand there.
func driven(t testing.TB, program, driver, in string, n int) []string {
	t.Helper()
	script, err := filepath.Abs(filepath.Join("testdata", "driver", driver))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, script)
	cmd.Stdin = strings.NewReader(in)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", program, err, stderr.String())
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != n {
		t.Fatalf("%s says %d lines about %d texts", program, len(lines), n)
	}
	return lines
}

// judge returns what an interpreter says that loads files without running them.
func judge(t testing.TB, program string, files []string) []judged {
	t.Helper()
	lines := driven(t, program, "loadlist.lua", strings.Join(files, "\n")+"\n", len(files))
	said := make([]judged, len(files))
	for i, line := range lines {
		said[i] = judgedBy(line)
	}
	return said
}

// judgedBy returns what a line of a driver says of a text.
func judgedBy(line string) judged {
	if line == "ok" {
		return judged{}
	}
	if m := lineOfError.FindStringSubmatch(line); m != nil {
		n, _ := strconv.Atoi(m[1])
		return judged{n, m[2]}
	}
	return judged{-1, line}
}

// judgeOurselves returns of the compiler what judge does of an interpreter.
func judgeOurselves(file, text string, d syntax.Dialect) judged {
	u := compile.CompileAs(source.NewFile(filepath.Base(file), text), syntax.Language{Dialects: d})
	if len(u.Errors) == 0 {
		return judged{}
	}
	e := u.Errors[0]
	if e.Line == 0 {
		return judged{-1, e.Msg}
	}
	return judged{e.Line, e.Msg}
}

// TestDialectCorpus holds every file below the folder LUAFLOW_CORPUS, and some of them
// with a token or two changed, as each dialect, against its interpreter: accepted or
// refused, and the line of the first error.
func TestDialectCorpus(t *testing.T) {
	dir := os.Getenv("LUAFLOW_CORPUS")
	if dir == "" {
		external.Missing(t, "LUAFLOW_CORPUS does not name a folder of Lua files (see .ci/corpus)")
	}
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && filepath.Base(path) != "MANIFEST.tsv" && filepath.Base(filepath.Dir(path)) != ".done" {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatal("no files in the corpus", err)
	}
	var some []string
	for i := 0; i < len(files); i += 10 {
		some = append(some, files[i])
	}
	files = append(files, changedTexts(t, some, 1)...)
	for _, in := range interpreters {
		t.Run(in.program, func(t *testing.T) {
			program := external.Program(t, in.program)
			said := judge(t, program, files)
			refused, limits, failed := 0, 0, 0
			for i, file := range files {
				text := must.Read(t, file)
				ours := judgeOurselves(file, text, in.dialect)
				if said[i].line != 0 {
					refused++
				}
				if ours.line == 0 && limitOfJIT.MatchString(said[i].msg) {
					limits++
					continue
				}
				if ours.line != said[i].line {
					if failed++; failed <= 10 {
						t.Errorf("%s: it says %d: %s\n\twe say %d: %s", file, said[i].line, said[i].msg, ours.line, ours.msg)
					}
				}
			}
			t.Logf("%d accepted, %d refused, %d of them for a limit of LuaJIT's code, %d differ",
				len(files)-refused, refused, limits, failed)
		})
	}
}
