package consts_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit"
	"luaflow/compile/testkit/must"
)

// Lua programs that say what Constants must know: what arrives at the calls of
// check on a line after -->, and the summary of the function that begins on a line
// after --@. What arrives is compared with what the real Lua passes as well.

// arguments is what is known of the arguments of a call; nil if it is not executed.
type arguments []value.Value

// calls returns the calls of a global function, by line.
func calls(p *facts.Code, name string) map[int32][]arguments {
	c, lines := p.Constants(), map[int32][]arguments{}
	for n := range p.Funcs {
		f := &p.Funcs[n]
		for pc := range f.Proto.Code {
			if !callsGlobal(p.Forms(), f, pc, name) {
				continue
			}
			var args arguments
			if c.Executable(f, pc) {
				args = arguments{}
				for k := range p.SSA(f).Uses(pc)[1:] {
					args = append(args, c.Operand(f, pc, k+1))
				}
			}
			line := f.Proto.Lines.At(pc)
			lines[line] = append(lines[line], args)
		}
	}
	return lines
}

// callsGlobal reports whether the instruction at pc calls a global function.
func callsGlobal(forms *ssa.Forms, f *flow.Func, pc int, name string) bool {
	if effect.ReferenceOf(f.Proto.Code[pc]) != effect.Calls || !f.Graph.Reachable(pc) {
		return false
	}
	s := forms.Of(f)
	d := s.Values[s.Uses(pc)[0]]
	if d.Kind != ssa.DefValue || f.Proto.Code[d.PC].Op() != bytecode.GETTABUP {
		return false
	}
	key := f.Proto.Code[d.PC].C()
	return bytecode.IsK(key) && f.Proto.Constants[bytecode.KIndex(key)].Str() == name
}

// describe returns a value as text, without the numbers of functions and objects.
func describe(p *facts.Code, v value.Value) string {
	if v.IsConstant() {
		return p.Constants().Pool().Format(v)
	}
	return v.Types().String()
}

// printed returns what is known of the arguments of all calls on a line.
func printed(p *facts.Code, calls []arguments) string {
	var words []string
	for _, args := range calls {
		if args == nil {
			words = append(words, "unreachable")
		}
		for _, v := range args {
			words = append(words, describe(p, v))
		}
	}
	return strings.Join(words, ", ")
}

// summaries returns what is known of calls, by the line where a function begins.
func summaries(p *facts.Code) map[int32]string {
	c, lines := p.Constants(), map[int32]string{}
	for n := range p.Funcs[1:] {
		f := &p.Funcs[n+1]
		text := c.Summary(f).String()
		if !c.Returns(f) {
			text += ", never returns"
		}
		lines[f.Proto.LineDefined] = text
	}
	return lines
}

func TestConstants(t *testing.T) {
	for _, path := range must.Glob(t, "testdata/constants/*.lua") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text := (must.Read(t, path))
			p := facts.NewCode(compileLua(t, text), value.Library{}, nil)
			checked, functions := calls(p, "check"), summaries(p)
			for k, source := range strings.Split(text, "\n") {
				line := int32(k + 1)
				_, want, _ := strings.Cut(source, "--> ")
				if got := printed(p, checked[line]); got != want {
					t.Errorf("line %d: check gets %s, expected %s", line, got, want)
				}
				if _, want, found := strings.Cut(source, "--@ "); found && functions[line] != want {
					t.Errorf("line %d: the function is %s, expected %s", line, functions[line], want)
				}
			}
		})
	}
}

// TestConstantsOfDialects: testdata/dialects/X+Y.lua says what is known where X and Y
// are the dialects that are possible.
func TestConstantsOfDialects(t *testing.T) {
	for _, path := range must.Glob(t, "testdata/dialects/*.lua") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			var dialects syntax.Dialect
			for name := range strings.SplitSeq(strings.TrimSuffix(filepath.Base(path), ".lua"), "+") {
				d, ok := syntax.ParseDialect(name)
				if !ok {
					t.Fatalf("no dialect %q", name)
				}
				dialects |= d
			}
			text := (must.Read(t, path))
			u := compile.CompileAs(source.NewFile(path, text), syntax.Language{Dialects: dialects})
			if len(u.Errors) > 0 || u.Dialects != dialects {
				t.Fatalf("%v, for %v", u.Errors, u.Dialects)
			}
			p := facts.NewCode(u.Main, value.Library{Dialects: u.Dialects}, nil)
			checked := calls(p, "check")
			for k, source := range strings.Split(text, "\n") {
				_, want, _ := strings.Cut(source, "--> ")
				if got := printedAs(p, checked[int32(k+1)]); got != want {
					t.Errorf("line %d: check gets %s, expected %s", k+1, got, want)
				}
			}
		})
	}
}

// printedAs returns what printed does, in the words of hovers.
func printedAs(p *facts.Code, calls []arguments) string {
	var words []string
	for _, args := range calls {
		if args == nil {
			words = append(words, "unreachable")
		}
		for _, v := range args {
			words = append(words, p.Constants().Pool().Format(v))
		}
	}
	return strings.Join(words, ", ")
}

// verifier is a Lua program that runs others and compares what they pass to a
// function with what was claimed: programs is a list of texts and of the claims for
// each line, name that of the function. It replaces the function, or is called by it.
const verifier = `
local write = io.write
io.write = function() end
local function fits(claim, v)
  local t = math.type(v) or type(v)
  if t == "boolean" then t = tostring(v) end
  if not claim.types[t] then return false end
  return not claim.constant or claim[1] == v and (v ~= 0 or 1/v == 1/claim[1])
end
for number, p in ipairs(programs) do
  function verify(...)
    local line = debug.getinfo(level, "l").currentline
    local claims = p.claims[line]
    if claims == false then error("line " .. line .. " is executed") end
    for k, claim in ipairs(claims or {}) do
      count = (count or 0) + 1
      if not fits(claim, (select(k, ...))) then
        io.stderr:write(p.text, "\n--- program ", number, " line ", line, " argument ", k, ": ", tostring((select(k, ...))), "\n")
        os.exit(1)
      end
    end
  end
  if level == 2 then check = verify end
  local ok, message = pcall(load(p.text, "=program"))
  if not ok then
    io.stderr:write(p.text, "\n--- program ", number, ": ", tostring(message), "\n")
    os.exit(1)
  end
end
write(count or 0)
`

// luaClaims returns the claims about the calls of a function, for the verifier: of lines with one
// call.
func luaClaims(p *facts.Code, name string) string {
	var b strings.Builder
	for line, calls := range calls(p, name) {
		if len(calls) > 1 {
			continue
		}
		fmt.Fprintf(&b, "[%d] = ", line)
		if calls[0] == nil {
			b.WriteString("false, ")
			continue
		}
		b.WriteString("{ ")
		for _, v := range calls[0] {
			b.WriteString(luaClaim(p.Constants(), v))
		}
		b.WriteString("}, ")
	}
	return b.String()
}

// luaClaim returns the claim about one argument, as a constructor of Lua.
func luaClaim(c *consts.Constants, v value.Value) string {
	var types []string
	for k, name := range []string{"nil", "false", "true", "integer", "float", "string", "table", "function", "userdata"} {
		if v.MayBe(1 << k) {
			types = append(types, fmt.Sprintf("[%q] = true", name))
		}
	}
	if v.MayBe(value.Other) {
		types = append(types, "thread = true")
	}
	constant := ""
	if k, ok := c.Pool().Constant(v); ok {
		switch k.Kind {
		case bytecode.KInt:
			constant = fmt.Sprintf(", constant = true, %#x", uint64(k.Int()))
		case bytecode.KFloat:
			if f := k.Float(); !math.IsNaN(f) && !math.IsInf(f, 0) {
				constant = ", constant = true, " + strconv.FormatFloat(f, 'x', -1, 64)
			}
		case bytecode.KString:
			constant = ", constant = true, " + luaString(k.Str())
		}
	}
	return "{ types = { " + strings.Join(types, ", ") + " }" + constant + " }, "
}

func luaString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		fmt.Fprintf(&b, "\\%03d", s[i])
	}
	b.WriteByte('"')
	return b.String()
}

// verify runs programs under the real Lua; level is how many calls the verifier is
// away from what calls the function. It returns the number of arguments compared.
func verify(t *testing.T, texts []string, name string, level int) int {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "level = %d\nprograms = {\n", level)
	for _, text := range texts {
		p := facts.NewCode(compileLua(t, text), value.Library{}, nil)
		fmt.Fprintf(&b, "{ text = %s, claims = { %s } },\n", luaString(text), luaClaims(p, name))
	}
	b.WriteString("}\n" + verifier)
	path := filepath.Join(t.TempDir(), "verify.lua")
	must.Write(t, path, b.String())
	count, err := strconv.Atoi(string(external.Run(t, "lua5.3", path)))
	if err != nil {
		t.Fatal(err)
	}
	return count
}

// TestConstantsInLua: what arrives at check in the real Lua is what was claimed.
func TestConstantsInLua(t *testing.T) {
	external.Program(t, "lua5.3")
	paths, err := filepath.Glob("testdata/constants/*.lua")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			if verify(t, []string{(must.Read(t, path))}, "check", 2) == 0 {
				t.Error("nothing was compared")
			}
		})
	}
}

// TestConstantsOfRandomLuaInLua: what random programs emit is what was claimed.
func TestConstantsOfRandomLuaInLua(t *testing.T) {
	external.Program(t, "lua5.3")
	var texts []string
	for seed := range uint64(200) {
		text := luagen.Closures(rand.New(rand.NewPCG(seed, 1)))
		texts = append(texts, strings.Replace(text, "function emit(v)", "function emit(v) verify(v)", 1))
	}
	if count := verify(t, texts, "emit", 3); count < 1000 {
		t.Errorf("only %d values were compared", count)
	}
}

// TestConstantArticle: the program of an article, in which a is R1, b R2, c R3, d R4 and x the
// parameter R0. At 7 the operands are 1 and 3, so that c is 4; at 9 nothing
// more is known than that d is an integer.
func TestConstantArticle(t *testing.T) {
	p := facts.NewCode(testkit.AssembleValid(t, `
		.params 1
		LOADK 1 -1    ; 1
		LOADK 2 -2    ; 2
		LT 0 0 -3     ; - 10
		JMP 0 2       ; to 7
		LOADK 1 -4    ; 5
		JMP 0 3       ; to 10
		LOADK 2 -5    ; 3
		ADD 3 1 2
		JMP 0 0       ; to 10
		ADD 4 1 2
		RETURN 0 1`), value.Library{}, nil)
	f, c := &p.Funcs[0], p.Constants()
	if got, ok := c.Value(f, p.SSA(f).Def(7, 3)).Int(); got != 4 || !ok {
		t.Errorf("c is %v", c.Pool().Format(c.Value(f, p.SSA(f).Def(7, 3))))
	}
	if got := c.Value(f, p.SSA(f).Def(9, 4)); got != value.Of(value.Integer) {
		t.Errorf("d is %v", c.Pool().Format(got))
	}
}
