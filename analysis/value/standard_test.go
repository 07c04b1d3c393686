package value

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"luaflow/compile/external"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/scale"
)

func TestNames(t *testing.T) {
	for _, c := range []struct {
		name Name
		want string
	}{
		{Global("print"), "print"}, {Global("_G").Field("print"), "print"}, {Global("_G").Field("_G").Field("io"), "io"},
		{Global("table").Field("insert"), "table.insert"}, {Lookup("string.rep"), "string.rep"}, {Lookup("math.pi"), "math.pi"},
		{Global("nobody"), ""}, {Global("string.rep"), ""}, {Global("string").Field("nobody"), ""}, {Global("print").Field("x"), ""},
		{Name(0).Field("x"), ""}, {Lookup("_G.print"), ""}, {Lookup("ipairs iterator"), ""},
	} {
		if c.name.String() != c.want {
			t.Errorf("%q is %q", c.want, c.name)
		}
	}
	var p Pool
	if v := p.OfName(Lookup("math.maxinteger")); v != OfInt(1<<63-1) {
		t.Errorf("math.maxinteger is %v", v)
	}
	if Lookup("unpack").In(syntax.Lua53) || !Lookup("unpack").In(syntax.Lua51) || p.OfName(Lookup("unpack")) != Unknown {
		t.Error("unpack is a name of 5.1 only")
	}
	for _, c := range []struct {
		name string
		arg  int
		want Role
	}{
		{"table.insert", 0, Reads | Writes}, {"table.insert", 1, Stored}, {"table.insert", 5, Stored}, {"print", 3, 0},
		{"assert", 0, Returned}, {"assert", 1, Kept}, {"table.sort", 1, Kept | Called}, {"pcall", 0, Kept | Called}, {"pcall", 1, Kept}, {"math", 0, Kept}, {"rawset", 0, Writes | Returned},
	} {
		if got := Lookup(c.name).Role(c.arg); got != c.want {
			t.Errorf("%s: role of argument %d is %b", c.name, c.arg, got)
		}
	}
}

// TestNamesAreThere compares the table with what the interpreters have.
func TestNamesAreThere(t *testing.T) {
	const program = `
for _, name in ipairs{"", "bit", "bit32", "coroutine", "debug", "io", "math", "os", "package", "string", "table", "utf8"} do
  for k, v in pairs(name == "" and _G or _G[name] or {}) do
    if type(k) == "string" then print((name == "" and k or name .. "." .. k) .. " " .. type(v)) end
  end
end`
	for _, c := range []struct {
		program string
		version syntax.Dialect
		skip    string // what it does not have, or has beyond the manual
	}{
		{"lua5.2", syntax.Lua52, "arg unpack loadstring module package.loaders package.seeall math.log10 table.maxn"},
		{"luajit", syntax.LuaJIT, "arg gcinfo jit package.config"},
		{"lua5.4", syntax.Lua54, "arg"},
		{"lua5.3", syntax.Lua53, "arg"},
		{"lua5.1", syntax.Lua51, "arg package.config gcinfo math.mod string.gfind"},
	} {
		there := map[string]string{}
		for line := range strings.Lines(runVersion(t, c.program, program)) {
			name, kind, _ := strings.Cut(strings.TrimSpace(line), " ")
			there[name] = kind
			if Lookup(name) == 0 && !slices.Contains(strings.Fields(c.skip), name) {
				t.Errorf("%s has %s, of which nothing is known", c.program, name)
			}
		}
		var p Pool
		for n := Name(1); n < nameIpairsNext; n++ {
			if !n.In(c.version) || slices.Contains(strings.Fields(c.skip), n.String()) {
				continue
			}
			kind := there[n.String()]
			if kind == "" && n.String() != "rawlen" {
				t.Errorf("%s has no %s", c.program, n)
			}
			if v := p.OfName(n); v.Types() == Function|Nil != (kind == "function") && c.version == syntax.Lua53 {
				t.Errorf("%s is a %s", n, kind)
			}
		}
	}
}

func runVersion(t *testing.T, program, text string) string {
	t.Helper()
	cmd := exec.Command(external.Program(t, program), "-")
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// callProgram prints the number of results of a call and the first three.
const callProgram = `
local unpack, select = table.unpack, select
local tricky = setmetatable({}, {
  __tostring = function() called = true; return 5 end, __pairs = function() called = true; return 5 end,
  __ipairs = function() called = true; return 5 end, __index = function() called = true; return 5 end,
  __newindex = function() called = true end, __len = function() called = true; return 2 end,
  __lt = function() called = true; return true end,
})
local function report(ok, ...)
  write(called and "m" or "")
  if not ok then write("!\n") return end
  write(select("#", ...))
  for i = 1, 3 do write(";", encode((select(i, ...)))) end
  write("\n")
end
local v = {}
local function call(f, n, a, b, c, d)
  called = false
  local args = {v[a], v[b], v[c], v[d]}
  report(pcall(f, unpack(args, 1, n)))
end
`

// callOperands returns what the functions are called with. Counts are small: some
// functions would take all the time or memory that there is.
func callOperands(p *Pool) []operand {
	list := []operand{
		{"nil", Of(Nil)}, {"true", OfBool(true)}, {"false", OfBool(false)}, {"rawlen", p.OfName(Global("rawlen"))},
		{"string", p.OfName(Global("string"))}, {"io.stdout", Of(Other)}, {"coroutine.create(rawlen)", Of(Other)},
		{"{}", OfTable(1)}, {"{1, 2, 3}", OfTable(2)}, {"{'a', x = 1}", OfTable(3)}, {"function() return 1 end", OfFunction(1)},
		{"tricky", Of(Table)}, {"{5, 4}", Of(Table)}, {"0/0", Of(Float)},
	}
	for _, i := range []int64{0, 1, 2, 3, 5, -1, -2, 16, 65, 255, 256} {
		list = append(list, operand{literal(OfInt(i)), OfInt(i)})
	}
	for _, f := range []float64{0, 1, -1.5, 2.5, 3} {
		list = append(list, operand{literal(OfFloat(f)), OfFloat(f)})
	}
	for _, s := range []string{"", "3", " 2.5 ", "abc", "#", "#x", "a", "%d %s", "%5.1f", "%5s", "%q", "%c%%", "%", "%z", "%123d", "%-+ #0d",
		"%-+ #0-d", "%s%s%s", "^(%a+)$", "(a", "a)", "[a", "[]]", "[^%]]*", "%b()", "%bx", "%f[%a]", "%f", "%1", "(a)%1", "()%1", "%2", "%w%",
		"a-b*c?", "((a)(b))", "%0%1", "%9", "%%", "x%:", "\x00", "0x10"} {
		list = append(list, operand{fmt.Sprintf("%q", s), p.OfString(s)})
	}
	return list
}

// TestCalls calls each function of the table that can be called without harm with
// all kinds of arguments.
func TestCalls(t *testing.T) {
	var p Pool
	rnd := rand.New(rand.NewPCG(3, 7))
	list := callOperands(&p)
	type question struct {
		name Name
		args []int
	}
	var questions []question
	var program strings.Builder
	program.WriteString(callProgram)
	for i, o := range list {
		fmt.Fprintf(&program, "v[%d] = %s\n", i+1, o.text)
	}
	for n := Name(1); n <= nameIpairsNext; n++ {
		f := &n.definition().function
		if !n.In(syntax.Lua53) || f.results == [3]Types{} || f.impact == Effects && f.rule != ruleAssert {
			continue
		}
		function := n.String()
		if n == nameIpairsNext {
			function = "ipairs{}"
		}
		fmt.Fprintf(&program, "do local f = %s\n", function)
		for range scale.Of(1500) {
			q := question{name: n, args: sensible(rnd, &p, list, f)}
			questions = append(questions, q)
			fmt.Fprintf(&program, "call(f, %d", len(q.args))
			for k := range 4 {
				at := 0
				if k < len(q.args) {
					at = q.args[k]
				}
				fmt.Fprintf(&program, ", %d", at+1)
			}
			program.WriteString(")\n")
		}
		program.WriteString("end\n")
	}
	sure := map[Name]int{}
	for i, line := range ask(t, program.String(), "", len(questions)) {
		q := questions[i]
		for trial := range 6 {
			args := make([]Value, len(q.args))
			texts := make([]string, len(q.args))
			for k, at := range q.args {
				args[k], texts[k] = list[at].v, list[at].text
				if trial > 0 {
					args[k] = pick(rnd, args[k])
				}
			}
			open := trial > 0 && rnd.IntN(5) == 0
			if open {
				args = args[:rnd.IntN(len(args)+1)]
			}
			out := p.Call(q.name, args, open)
			if wrong := p.checkCall(t, line, out); wrong != "" {
				known := make([]string, len(args))
				for k, v := range args {
					known[k] = p.Format(v)
				}
				t.Errorf("%s(%s) as %s, open %v: %+v, but it %s", q.name, strings.Join(texts, ", "), known, open, out, wrong)
			}
			if out.Impact == None {
				sure[q.name]++
			}
		}
	}
	for _, q := range questions {
		if f := &q.name.definition().function; scale.Full() && f.impact == None && sure[q.name] < 30 {
			t.Errorf("%s is hardly ever found to be without effect", q.name)
			sure[q.name] = 30
		}
	}
}

// sensible returns arguments for a function, many of which it takes.
func sensible(rnd *rand.Rand, p *Pool, list []operand, f *function) []int {
	n := len(f.params) + rnd.IntN(3) - 1
	if n < 0 || rnd.IntN(3) == 0 {
		n = rnd.IntN(len(f.params) + 1)
	}
	args := make([]int, min(n, 4))
	for k := range args {
		args[k] = rnd.IntN(len(list))
		for range 12 {
			if k < len(f.params) && (semantics{Pool: p}).accept(f.params[k].wants, list[args[k]].v) != None {
				args[k] = rnd.IntN(len(list))
			}
		}
	}
	return args
}

// checkCall returns what is wrong with an Outcome.
func (p *Pool) checkCall(t *testing.T, line string, out Outcome) string {
	t.Helper()
	line, metamethod := strings.CutPrefix(line, "m")
	if line == "!" || metamethod {
		if out.Impact == None {
			return "raises an error or runs a metamethod"
		}
		if line == "!" {
			return ""
		}
	}
	if !out.Returns {
		return "returns"
	}
	part := strings.Split(line, ";")
	if out.Count >= 0 && part[0] != fmt.Sprint(out.Count) {
		return "gives " + part[0] + " values"
	}
	for i := range out.Results {
		if v := p.parseAnswer(t, part[i+1]).value; !covers(out.Result(i), v) {
			return fmt.Sprintf("gives %s in place %d", p.Format(v), i)
		}
	}
	return ""
}
