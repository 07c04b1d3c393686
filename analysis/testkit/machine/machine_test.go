package machine_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"luaflow/analysis/testkit/machine"
	"luaflow/compile"
	bc "luaflow/compile/bytecode"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// TestPrograms runs the programs in testdata, here and in the real Lua.
func TestPrograms(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	for _, path := range must.Glob(t, "testdata/*.lua") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text := must.Read(t, path)
			got := machine.Run(build(t, path, text), machine.Config{Load: load, Steps: 1e7})
			if err := compare(got, reference(t, lua, path)); err != nil {
				t.Error(err)
			}
		})
	}
}

// outcome is what the real Lua makes of a program.
type outcome struct {
	output string
	failed bool
}

// variableName is what the machine leaves out of messages.
var variableName = regexp.MustCompile(` \((local|upvalue|field|global|method|constant|for iterator) '[^']*'\)`)

func reference(t *testing.T, lua, path string) outcome {
	t.Helper()
	var out bytes.Buffer
	cmd := exec.Command(lua, path)
	cmd.Stdout = &out
	err := cmd.Run()
	if _, ended := err.(*exec.ExitError); err != nil && !ended {
		t.Fatal(err)
	}
	return outcome{variableName.ReplaceAllString(out.String(), ""), err != nil}
}

func build(t *testing.T, name, text string) *bc.Proto {
	t.Helper()
	u := compile.Compile(source.NewFile(name, text))
	if len(u.Errors) > 0 {
		t.Fatalf("%s: %s\n%s", name, u.Errors[0], text)
	}
	return u.Main
}

func load(text, name string) (*bc.Proto, error) {
	u := compile.Compile(source.NewFile(name, text))
	if len(u.Errors) > 0 {
		return nil, u.Errors[0]
	}
	return u.Main, nil
}

func compare(got machine.Result, want outcome) error {
	switch {
	case got.Exhausted != "":
		return fmt.Errorf("too many %s", got.Exhausted)
	case got.Failed != want.failed:
		return fmt.Errorf("fails %v (%s), in the real Lua %v", got.Failed, got.Error, want.failed)
	}
	g, w := strings.Split(got.Output, "\n"), strings.Split(want.output, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Errorf("line %d is %q, expected %q", i+1, g[i], w[i])
		}
	}
	if len(g) != len(w) {
		return fmt.Errorf("%d lines, expected %d", len(g), len(w))
	}
	return nil
}
