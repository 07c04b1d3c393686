package checker

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/modules"
	"luaflow/analysis/summary"
	"luaflow/analysis/testkit/modular"
	"luaflow/compile"
	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// What is claimed of calls across files against what happens when random programs run in the real Lua, which writes down each call of a
// function of a module, and what it gives.

// tracing is what a program that is watched begins with: a call is written as the file and line that it comes from, the function, and its
// arguments; then how many results it has, and the first one. Functions that may return nil and a reason do if the
// environment has FAILS. What is read by peek and not nil is written as the file and line, with those of where mark has made it.
const tracing = `local out, calls = io.stdout, 0
fails = os.getenv "FAILS"
local function plain(v) return type(v) == "string" and string.format("%q", v) or type(v) == "table" and "{}" or tostring(v):gsub(":.*", "") end
function trace(name, f)
  return function(...)
    calls = calls + 1
    if calls > 3000 then out:flush() os.exit(0) end
    local info, args = debug.getinfo(2, "Slt"), table.pack(...)
    for i = 1, args.n do args[i] = plain(args[i]) end
    out:write("call ", info.short_src:gsub("^%./", ""), " ", info.currentline, " ", name, " ", table.concat(args, ","), "\n")
    local results = table.pack(f(...))
    out:write("gives ", name, " ", results.n, " ", plain(results[1]), "\n")
    return table.unpack(results, 1, results.n)
  end
end
local function at(level)
  local info = debug.getinfo(level + 1, "Sl")
  return info.short_src:gsub("^%./", "") .. " " .. info.currentline
end
function saw(v) out:write("sees ", at(3), " ", type(v) == "table" and v.stamped or "- 0", "\n") end
function stamp() return { stamped = at(3) } end
`

// newModular returns the files of a random program, of which the last one is its main file.
func newModular(seed uint64) (files []checktest.File) {
	for _, f := range modular.New(seed) {
		files = append(files, checktest.File{Name: f.Name, Text: f.Text})
	}
	return files
}

// event is a call that was seen, or what a function gave.
type event struct {
	from      string   // file and line, `ma.lua:3`; "" if a function gives something
	callee    string   // `ma.fa`; "" if something was read that is not nil
	arguments []string // as Lua writes constants
	results   int
	first     string // of these, as Lua writes constants
	made      string // as from: where what was read was made by mark; "" if it was not
}

// eventsOf returns what a program does, in an environment with more variables.
func eventsOf(t *testing.T, lua string, files []checktest.File, environment ...string) (all []event) {
	t.Helper()
	folder := t.TempDir()
	for _, f := range files {
		must.Do(t, os.WriteFile(filepath.Join(folder, f.Name), []byte(modular.Watched(f.Text)), 0o600))
	}
	must.Do(t, os.WriteFile(filepath.Join(folder, "tracing.lua"), []byte(tracing), 0o600))
	cmd := exec.Command(lua, "-l", "tracing", "main.lua")
	cmd.Dir, cmd.Env = folder, append(append(os.Environ(), "LUA_PATH=./?.lua"), environment...)
	out, _ := cmd.Output() // some fail
	for line := range strings.Lines(string(out)) {
		switch f := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 5); {
		case len(f) == 5 && f[0] == "call":
			e := event{from: f[1] + ":" + f[2], callee: f[3]}
			if f[4] != "" {
				e.arguments = strings.Split(f[4], ",")
			}
			all = append(all, e)
		case len(f) == 5 && f[0] == "sees":
			all = append(all, event{from: f[1] + ":" + f[2], made: f[3] + ":" + f[4]})
		case len(f) == 4 && f[0] == "gives":
			n, err := strconv.Atoi(f[2])
			must.Do(t, err)
			all = append(all, event{callee: f[1], results: n, first: f[3]})
		}
	}
	return all
}

// callClaims is what is claimed of one program, and how often which claims were tried.
type callClaims struct {
	events []event
	failed func() []event // what happens if all that may fail does
	tried  map[string]int
	errors []string
}

func (c *callClaims) check(what string, holds bool, format string, args ...any) {
	if c.tried[what]++; !holds {
		c.errors = append(c.errors, what+": "+fmt.Sprintf(format, args...))
	}
}

// file tries what is claimed of one file.
func (c *callClaims) file(u *compile.Unit, slice *modules.Slice) {
	p := analysis.NewProgram(facts.Of(u, 0, new(facts.Memory)), slice)
	module := strings.TrimSuffix(u.File.Name(), ".lua")
	for k := range p.Summary().Exports {
		isLocal := strings.Contains(u.File.Text(), "local "+p.Summary().Exports[k].Name+" =") // it is called by that name, not by the field
		if isLocal || !slices.Contains(slice.Unused, k) && len(slice.Unused) != len(everyExport) {
			continue
		}
		for _, e := range c.events {
			c.check("unused", e.callee != module+"."+p.Summary().Exports[k].Name, "%s is called", e.callee)
		}
	}
	for _, x := range slice.Unset {
		lines := linesOf(u, p.Summary().UsedAt[summary.Use{Of: x.Of, Field: x.Field, How: summary.Reads}])
		for _, e := range c.events {
			c.check("unset", e.callee != "" || !lines[e.from], "%s reads %s, which is not nil", e.from, x.Field)
		}
	}
	for _, x := range slice.Unread {
		lines := linesOf(u, p.Summary().SetAt[x.Field])
		for _, e := range c.events {
			c.check("unread", !lines[e.made], "%s reads %s, which is set at %s", e.from, x.Field, e.made)
		}
	}
	if slice.Calls == nil {
		return
	}
	for i := range slice.Calls.Callees {
		c.callee(u, p, &slice.Calls.Callees[i])
	}
	for i := range slice.Calls.Exports {
		v := &slice.Calls.Exports[i]
		c.receiver(module+"."+p.Summary().Exports[v.Index].Name, v)
	}
}

// callee tries that the calls which are known to call a function do, and what it gives.
func (c *callClaims) callee(u *compile.Unit, p *analysis.Program, v *modules.Callee) {
	name := strings.TrimSuffix(v.At.Path, ".lua") + "." + v.Name
	lines := linesOf(u, p.Summary().CalledAt[v.Field])
	if v.Nil > 0 && !v.IsReplaceable {
		for _, e := range c.failed() {
			c.check("nil", e.from != "" || e.callee != name || e.first == "nil", "%s gives %s", name, e.first)
		}
	}
	for _, e := range c.events {
		switch {
		case v.IsReplaceable:
		case lines[e.from]:
			c.check("callee", e.callee == name, "%s calls %s, not %s", e.from, e.callee, name)
		case e.from == "" && e.callee == name && v.Gives >= 0:
			c.check("gives", e.results <= v.Gives, "%s gives %d, not %d at most", name, e.results, v.Gives)
		}
	}
}

// linesOf returns where some instructions stand, as an event has it.
func linesOf(u *compile.Unit, sites []flow.Site) map[string]bool {
	lines := map[string]bool{}
	for _, at := range sites {
		line := u.File.Line(u.Funcs[at.Func].Map.Origins.At(int(at.PC)).Span().Start)
		lines[fmt.Sprintf("%s:%d", u.File.Name(), line)] = true
	}
	return lines
}

// receiver tries what a function is said to be given.
func (c *callClaims) receiver(name string, v *modules.Receiver) {
	for _, e := range c.events {
		switch {
		case e.callee != name:
			continue
		case e.from == "":
			if v.IsDropped {
				c.check("dropped", e.results > 0, "%s gives nothing", name)
			}
			continue
		case v.Given >= 0:
			c.check("given", len(e.arguments) <= v.Given, "%s is given %q, not %d at most", name, e.arguments, v.Given)
		}
		for _, k := range v.Constants {
			is := "nil"
			if k.Parameter < len(e.arguments) {
				is = e.arguments[k.Parameter]
			}
			c.check("constant", is == k.Is, "%s is given %q at %s, not %s as argument %d", name, e.arguments, e.from, k.Is, k.Parameter)
		}
	}
}

// claimsOf runs a program and tries what is claimed of it. lie changes the claims.
func claimsOf(t *testing.T, lua string, seed uint64, tried map[string]int, lie func(*modules.Slice)) *callClaims {
	t.Helper()
	files := newModular(seed)
	c := &callClaims{events: eventsOf(t, lua, files), tried: tried}
	c.failed = sync.OnceValue(func() []event { return eventsOf(t, lua, files, "FAILS=1") })
	checktest.EachOf(files, nil, func(u *compile.Unit, slice *modules.Slice) {
		if len(u.Errors) > 0 {
			t.Fatalf("%s: %s\n%s", u.File.Name(), u.Errors[0].Msg, u.File.Text())
		}
		lie(slice)
		c.file(u, slice)
	})
	return c
}

// TestModuleClaims: no call contradicts what is claimed of it.
func TestModuleClaims(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	tried := map[string]int{}
	programs, first := scale.Share(t, 10_000)
	for i := range programs {
		seed := first + uint64(i)
		c := claimsOf(t, lua, seed, tried, func(*modules.Slice) {})
		if len(c.errors) > 0 {
			var all strings.Builder
			for _, f := range newModular(seed) {
				fmt.Fprintf(&all, "-- %s --\n%s", f.Name, f.Text)
			}
			t.Fatalf("seed %d: %s\n%s", seed, strings.Join(c.errors, "\n"), all.String())
		}
	}
	t.Log(tried)
	for _, what := range []string{"unused", "callee", "gives", "dropped", "given", "constant", "unset", "unread", "nil"} {
		if least := programs / 10; tried[what] < least {
			t.Errorf("%s: only %d claims were tried", what, tried[what])
		}
	}
}

// TestModuleClaimsCanFail: of what is wrong some call tells.
func TestModuleClaimsCanFail(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	lies := map[string]func(*modules.Slice){
		"callee": func(s *modules.Slice) { eachCallee(s, func(c *modules.Callee) { c.At.Path = "mz.lua" }) },
		"gives":  func(s *modules.Slice) { eachCallee(s, func(c *modules.Callee) { c.Gives = min(c.Gives, 0) }) },
		"nil":    func(s *modules.Slice) { eachCallee(s, func(c *modules.Callee) { c.Nil = 1 }) },
		"given":  func(s *modules.Slice) { eachReceiver(s, func(v *modules.Receiver) { v.Given = min(v.Given, 0) }) },
		"constant": func(s *modules.Slice) {
			eachReceiver(s, func(v *modules.Receiver) { v.Constants = []modules.Constant{{Is: "12"}} })
		},
		"dropped": func(s *modules.Slice) { eachReceiver(s, func(v *modules.Receiver) { v.IsDropped = true }) },
		"unused":  func(s *modules.Slice) { s.Unused = []int{0} },
		"unread": func(s *modules.Slice) {
			for i := range 9 {
				s.Unread = append(s.Unread, modules.Unread{Field: fmt.Sprint("s", 1+i)})
			}
		},
		"unset": func(s *modules.Slice) {
			s.Unset = []modules.Unset{{Of: 0, Field: "na"}, {Of: 0, Field: "nb"}, {Of: 1, Field: "nc"}}
		},
	}
	for what, lie := range lies {
		isTold := false
		for seed := uint64(0); !isTold && seed < 200; seed++ {
			isTold = slices.ContainsFunc(claimsOf(t, lua, seed, map[string]int{}, lie).errors, func(err string) bool {
				return strings.HasPrefix(err, what+":")
			})
		}
		if !isTold {
			t.Errorf("%s: no program tells", what)
		}
	}
}

// everyExport stands for all Exports of a file.
var everyExport = make([]int, 1000)

func eachCallee(s *modules.Slice, visit func(*modules.Callee)) {
	if s.Calls != nil {
		for i := range s.Calls.Callees {
			visit(&s.Calls.Callees[i])
		}
	}
}

func eachReceiver(s *modules.Slice, visit func(*modules.Receiver)) {
	if s.Calls != nil {
		for i := range s.Calls.Exports {
			visit(&s.Calls.Exports[i])
		}
	}
}
