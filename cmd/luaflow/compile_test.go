package main

import (
	"strings"
	"testing"

	"luaflow/compile"
	"luaflow/compile/source"
)

// TestErrorWithoutLine meets a limit for which luac prints no line.
func TestErrorWithoutLine(t *testing.T) {
	u := compile.Compile(source.NewFile("a.lua", strings.Repeat("do local a end\n", 1<<15)))
	if len(u.Errors) == 0 {
		t.Fatal("32768 local variables are no error")
	}
	const want = "a.lua: too many local variables (limit is 32767)"
	if got := luaError("a.lua", u.Errors[0]); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
