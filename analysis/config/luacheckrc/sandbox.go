//go:build !js

package luacheckrc

import (
	"strings"

	lua "github.com/yuin/gopher-lua"

	"luaflow/analysis/config/luapattern"
)

// This file defines what a configuration may call.

// Limits inside of the interpreter.
const (
	maxCalls  = 200       // nested
	maxValues = 64 << 10  // on the stack
	maxString = 1 << 20   // bytes, of what a function makes
	maxSteps  = 1_000_000 // of pattern matching, all in all
)

type sandbox struct {
	state  *lua.LState
	name   string // of the configuration
	ask    func(string) answer
	budget luapattern.Budget
	meter  *meter
	// missed is the library that the program asked for last and that it has not.
	missed string
}

// granted is what remains of the libraries of gopher-lua; what is replaced is below and
// in strings.go. The table of strings is their metatable as well, hence its __index.
var granted = map[string][]string{
	"": {
		"_VERSION", "assert", "error", "getfenv", "getmetatable", "ipairs", "next", "pairs", "pcall",
		"rawequal", "rawget", "rawset", "select", "setfenv", "setmetatable", "tonumber", "tostring",
		"type", "unpack", "xpcall",
	},
	"coroutine": {"create", "isyieldable", "resume", "running", "status", "wrap", "yield"},
	"math": {
		"abs", "acos", "asin", "atan", "atan2", "ceil", "cos", "cosh", "deg", "exp", "floor", "fmod",
		"frexp", "huge", "ldexp", "log", "log10", "max", "min", "mod", "modf", "pi", "pow", "rad",
		"random", "randomseed", "sin", "sinh", "sqrt", "tan", "tanh",
	},
	"string": {"__index", "byte", "char", "format", "len", "lower", "reverse", "sub", "upper"},
	"table":  {"getn", "insert", "maxn", "remove", "sort"},
}

// libraries is how gopher-lua opens them.
var libraries = []struct {
	name string
	open lua.LGFunction
}{
	{"", lua.OpenBase}, {"coroutine", lua.OpenCoroutine}, {"math", lua.OpenMath},
	{"string", lua.OpenString}, {"table", lua.OpenTable},
}

// withheld is the libraries that a program may look for in vain.
var withheld = []string{"io", "debug", "ffi", "jit"}

func newSandbox(name string, ask func(string) answer) *sandbox {
	s := &sandbox{
		state: lua.NewState(lua.Options{
			SkipOpenLibs: true, CallStackSize: maxCalls,
			RegistrySize: 1024, RegistryMaxSize: maxValues, RegistryGrowStep: 1024,
		}),
		name: name, ask: ask, budget: maxSteps, meter: newMeter(),
	}
	for _, lib := range libraries {
		s.state.Push(s.state.NewFunction(lib.open))
		s.state.Push(lua.LString(lib.name))
		s.state.Call(1, 0)
	}
	s.restrict()
	s.addMeter()
	s.addStrings()
	s.addLoading()
	s.addSystem()
	return s
}

// restrict takes away all that is not granted. The tables stay the same, for the
// metatable of strings refers to one of them.
func (s *sandbox) restrict() {
	globals := s.state.G.Global
	for name, kept := range granted {
		if name == "" {
			continue
		}
		retain(globals.RawGetString(name).(*lua.LTable), kept)
	}
	kept := append([]string{"coroutine", "math", "string", "table"}, granted[""]...)
	retain(globals, kept)
	globals.RawSetString("_G", globals)
}

func retain(t *lua.LTable, kept []string) {
	values := make([]lua.LValue, len(kept))
	for i, name := range kept {
		values[i] = t.RawGetString(name)
	}
	t.ForEach(func(key, _ lua.LValue) { t.RawSet(key, lua.LNil) })
	for i, name := range kept {
		t.RawSetString(name, values[i])
	}
}

func (s *sandbox) set(t *lua.LTable, name string, fn lua.LGFunction) {
	t.RawSetString(name, s.state.NewFunction(fn))
}

// addSystem gives what stands for the world outside: an environment without variables,
// and a place where prints go unheard.
func (s *sandbox) addSystem() {
	L, globals := s.state, s.state.G.Global
	system := L.NewTable()
	s.set(system, "getenv", func(L *lua.LState) int {
		L.CheckString(1)
		L.Push(lua.LNil)
		return 1
	})
	globals.RawSetString("os", system)
	s.set(globals, "print", func(*lua.LState) int { return 0 })
	s.set(globals, "collectgarbage", func(L *lua.LState) int {
		L.Push(lua.LNumber(0))
		return 1
	})
	unpack := globals.RawGetString("unpack")
	globals.RawGetString("table").(*lua.LTable).RawSetString("unpack", unpack)
	missing := L.NewTable()
	s.set(missing, "__index", func(L *lua.LState) int {
		s.miss(L.Get(2).String())
		return 0
	})
	system.Metatable, globals.Metatable = s.missingOf("os."), missing
}

func (s *sandbox) miss(name string) {
	for _, w := range withheld {
		if name == w {
			s.missed = name
		}
	}
}

// missingOf returns a metatable that notes which field was looked for.
func (s *sandbox) missingOf(prefix string) *lua.LTable {
	t := s.state.NewTable()
	s.set(t, "__index", func(L *lua.LState) int {
		s.missed = prefix + L.Get(2).String()
		return 0
	})
	return t
}

// addLoading gives load, loadstring, loadfile, dofile and require: of texts only, and
// of files that the parent hands out.
func (s *sandbox) addLoading() {
	L, globals := s.state, s.state.G.Global
	s.set(globals, "load", s.load)
	s.set(globals, "loadstring", s.load)
	s.set(globals, "loadfile", func(L *lua.LState) int { return s.pushFile(L, L.CheckString(1)) })
	s.set(globals, "dofile", s.dofile)
	s.set(globals, "require", s.require)
	pkg, loaded := L.NewTable(), L.NewTable()
	for name := range granted {
		if name != "" {
			loaded.RawSetString(name, globals.RawGetString(name))
		}
	}
	loaded.RawSetString("_G", globals)
	pkg.RawSetString("loaded", loaded)
	pkg.RawSetString("preload", L.NewTable())
	pkg.RawSetString("path", lua.LString("./?.lua;./?/init.lua"))
	pkg.RawSetString("cpath", lua.LString(""))
	pkg.RawSetString("config", lua.LString("/\n;\n?\n!\n-\n"))
	globals.RawSetString("package", pkg)
}

// push compiles a text and pushes the function, or nil and the error.
func (s *sandbox) push(L *lua.LState, name string, source []byte) int {
	fn, _, problem := s.compile(name, source)
	if problem != nil {
		L.Push(lua.LNil)
		L.Push(lua.LString(problem.Error()))
		return 2
	}
	L.Push(fn)
	return 1
}

// load takes a string, or a function that gives it in pieces; in the place of the
// fourth argument an environment, as since Lua 5.2.
func (s *sandbox) load(L *lua.LState) int {
	var source strings.Builder
	switch chunk := L.CheckAny(1).(type) {
	case lua.LString:
		source.WriteString(string(chunk))
	case *lua.LFunction:
		for {
			L.Push(chunk)
			L.Call(0, 1)
			piece, ok := L.Get(-1).(lua.LString)
			L.Pop(1)
			if !ok || piece == "" {
				break
			}
			source.WriteString(string(piece))
			s.checkLength(L, source.Len())
		}
	default:
		L.TypeError(1, lua.LTString)
	}
	name := strings.TrimLeft(L.OptString(2, "load"), "@=")
	n := s.push(L, name, []byte(source.String()))
	if env, ok := L.Get(4).(*lua.LTable); ok && n == 1 {
		L.Get(-1).(*lua.LFunction).Env = env
	}
	return n
}

// pushFile pushes the function of a file, or nil and the error.
func (s *sandbox) pushFile(L *lua.LState, name string) int {
	a := s.ask(name)
	if !a.Found {
		L.Push(lua.LNil)
		L.Push(lua.LString(a.Why))
		return 2
	}
	return s.push(L, name, a.Source)
}

func (s *sandbox) dofile(L *lua.LState) int {
	top := L.GetTop()
	if s.pushFile(L, L.CheckString(1)) == 2 {
		L.RaiseError("%s", L.Get(-1).String())
	}
	L.Call(0, lua.MultRet)
	return L.GetTop() - top
}

// require looks beside the configuration first, as luacheck has it, and then where
// package.path says.
func (s *sandbox) require(L *lua.LState) int {
	name := L.CheckString(1)
	pkg, _ := L.GetGlobal("package").(*lua.LTable)
	loaded := tableIn(pkg, "loaded")
	if loaded != nil && loaded.RawGetString(name) != lua.LNil {
		L.Push(loaded.RawGetString(name))
		return 1
	}
	L.Push(s.module(L, pkg, name))
	L.Push(lua.LString(name))
	L.Call(1, 1)
	value := L.Get(-1)
	if value == lua.LNil {
		value = lua.LTrue
	}
	if loaded != nil {
		loaded.RawSetString(name, value)
	}
	L.Push(value)
	return 1
}

// tableIn returns the table in a field of another; nil if there is none.
func tableIn(t *lua.LTable, name string) *lua.LTable {
	if t == nil {
		return nil
	}
	in, _ := t.RawGetString(name).(*lua.LTable)
	return in
}

// module returns the function of a module; an error is raised if there is none.
func (s *sandbox) module(L *lua.LState, pkg *lua.LTable, name string) *lua.LFunction {
	if preload := tableIn(pkg, "preload"); preload != nil {
		if fn, ok := preload.RawGetString(name).(*lua.LFunction); ok {
			return fn
		}
	}
	asked := map[string]bool{}
	var why []string
	for _, template := range templates(pkg) {
		file := strings.ReplaceAll(template, "?", strings.ReplaceAll(name, ".", "/"))
		if file == "" || asked[file] {
			continue
		}
		asked[file] = true
		a := s.ask(file)
		if a.Found {
			if s.push(L, file, a.Source) == 2 {
				L.RaiseError("%s", L.Get(-1).String())
			}
			return L.Get(-1).(*lua.LFunction)
		}
		why = append(why, a.Why)
	}
	L.RaiseError("module '%s' not found: %s", name, strings.Join(why, "; "))
	return nil
}

// templates returns where modules are looked for.
func templates(pkg *lua.LTable) []string {
	all := []string{"./?.lua", "./?/init.lua"}
	if pkg != nil {
		if path, ok := pkg.RawGetString("path").(lua.LString); ok {
			all = append(all, strings.Split(string(path), ";")...)
		}
	}
	return all
}
