package machine_test

import (
	"strings"
	"testing"

	"luaflow/analysis/testkit/machine"
	bc "luaflow/compile/bytecode"
)

// TestPoison calls the instructions of single lines dead. What stands after `--` is
// the contradiction that must be found, if any: as it runs, and without them.
func TestPoison(t *testing.T) {
	for _, c := range []struct {
		text         string // lines that end with `-- dead` are dead
		runs, skips  string // what the contradiction says
		output, skip string // of both runs, if there is none
	}{
		{text: "local x = 1 -- dead\nlocal y = x + 1 -- dead\nprint(2)", output: "2\n", skip: "2\n"},
		{text: "local x = 1 -- dead\nprint(x)", runs: "a register is read", skips: "a register is read"},
		{text: "local x = 1 -- dead\nprint((function() return x end)())", runs: "an upvalue is read", skips: "an upvalue is read"},
		{text: "local t = {}\nt.x = 1 -- dead\nprint(t.y)", output: "nil\n", skip: "nil\n"},
		{text: "local t = {}\nt.x = 1 -- dead\nprint(t.x)", runs: "a field is read", output: "", skip: "nil\n"},
		{text: "local t = {}\nt[1] = 1 -- dead\nprint(#t)", runs: "a field is read", skip: "0\n"},
		{text: "local t = {x = 1}\nt.x = nil -- dead\nprint(next(t))", runs: "a field is read", skip: "x\t1\n"},
		{text: "local t = {}\nt.x = 1 -- dead\nt.x = 2\nprint(t.x)", output: "2\n", skip: "2\n"},
		{text: "print(1) -- dead", runs: "dead code prints", output: "", skip: ""},
		{text: "local n = 0\nlocal function f() n = n + 1 return n end\nf() -- dead\nprint(n)", runs: "a register is read", skip: "0\n"},
		{text: "local function f(a) return a * 2 end\nlocal x = f(3) -- dead\nprint(f(4))", output: "8\n", skip: "8\n"},
		{text: "pcall(function()\nlocal x = nil + 1 -- dead\nend)", runs: "an error leaves dead code", skip: ""},
		{text: "local x = pcall(error) -- dead\nprint(1)", output: "1\n", skip: "1\n"},
		{text: "local a, b = (function() return 1, 2 end)()\nlocal c = b -- dead\nprint(a)", output: "1\n", skip: "1\n"},
		{text: "print((function(...)\nlocal a = ... -- dead\nreturn select('#', ...) end)(1, 2))", output: "2\n", skip: "2\n"},
		{text: "local s = 0\nfor i = 1, 3 do\ns = s + i -- dead\nend\nprint(1)", output: "1\n", skip: "1\n"},
	} {
		main := build(t, "poison.lua", c.text)
		marks := machine.Marks{
			Instruction: deadLines(main, c.text),
			Choose:      func(int, int) bool { return true },
		}
		check := func(how, says, output string, r machine.Result) {
			said := ""
			if r.Contradiction != nil {
				said = r.Contradiction.Error()
			}
			if (says == "") != (said == "") || !strings.Contains(said, says) || says == "" && r.Output != output {
				t.Errorf("%s\n%s it prints %q and contradicts %q, expected %q and %q", c.text, how, r.Output, said, output, says)
			}
		}
		check("as it is", c.runs, c.output, machine.Run(main, machine.Config{Marks: marks}))
		marks.Skip = true
		check("without dead code", c.skips, c.skip, machine.Run(main, machine.Config{Marks: marks}))
	}
}

// deadLines calls the instructions dead that stand in a line which says so.
func deadLines(main *bc.Proto, text string) func(fn, pc int) bool {
	functions, lines := flatten(main), strings.Split(text, "\n")
	return func(fn, pc int) bool {
		p := functions[fn]
		op := p.Code[pc].Op()
		return op != bc.RETURN && op != bc.JMP && strings.HasSuffix(lines[p.Lines.At(pc)-1], "-- dead")
	}
}
