// Package modular generates random programs of several files.
package modular

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// Programs of several files that call one another's functions, one call on a line, in the ways that Lua has: by the module, by a
// variable, handed on, through pcall, under a name that is put together. Now and then a file replaces a function of another one, or hands out a
// whole module. Nobody goes through the fields of a table that has been handed to him: there the checks go by the names in the project.

// modular is a generator of one program.
type modular struct {
	*strings.Builder
	rng     *rand.Rand
	modules []*module
	at      int      // of the module that is being written, len(modules) for the main file
	known   []string // expressions for functions that the file may call so far
	params  []string // of the function that is being written
	names   int
	classes bool // some modules are classes too
}

// module is one of the files.
type module struct {
	name      string
	functions []string
	methods   []string // those of the functions that set fields of self
	isClass   bool     // it has `new`, and methods that its objects find
}

// before and after stand around a function of which the calls are to be written down; a name comes in the place of the verb.
const before, after = "--[[(%s]]", "--[[)]]"

// modularPrelude is what the main file begins with. A program that calls too much ends.
const modularPrelude = `#!/usr/bin/env lua
function tick(x) return (x or 1) + 1 end
function many() return 1, 2 end
function show(...) return ... end
function peek(v) if v ~= nil and saw then saw(v) end end
function mark() return stamp and stamp() or {} end
function apply(f, ...) return f(...) end
function register(m) pcall(m.fa, 1, 2, 3, 4, 5) pcall(m.fb) pcall(m.fc, "y") pcall(m.fd, false, {}, 3) end
`

// File is a file of a program.
type File struct {
	Name string // its path, from the top of the program
	Text string // as the program runs; see Watched
}

var marked = regexp.MustCompile(`--\[\[\((\S+)\]\]|--\[\[\)\]\]`)

// Watched returns a text of a program in which each function of a module is what `trace` of its name, as `ma.fa`, and of the function
// returns. The lines stay what they are.
func Watched(text string) string {
	return marked.ReplaceAllStringFunc(text, func(mark string) string {
		if m := marked.FindStringSubmatch(mark); m[1] != "" {
			return fmt.Sprintf("trace(%q,", m[1])
		}
		return ")"
	})
}

// New returns the files of a program, the same for the same seed, of which the last one is its main file.
func New(seed uint64) []File { return newProgram(&modular{rng: rand.New(rand.NewPCG(seed, 7))}) }

// NewClasses returns the files of a program as New does, in which some modules are classes whose methods are called on objects, and now and
// then somebody goes through the fields of a table that he has been handed, or asks one for a field whose name he has been handed.
func NewClasses(seed uint64) []File {
	return newProgram(&modular{rng: rand.New(rand.NewPCG(seed, 8)), classes: true})
}

func newProgram(g *modular) (files []File) {
	for i := range 2 + g.rng.IntN(3) {
		m := &module{name: "m" + string(rune('a'+i)), isClass: g.classes && g.rng.IntN(3) > 0}
		for k := range 2 + g.rng.IntN(3) {
			m.functions = append(m.functions, "f"+string(rune('a'+k)))
		}
		g.modules = append(g.modules, m)
	}
	for i, m := range g.modules {
		g.at = i
		files = append(files, File{Name: m.name + ".lua", Text: g.module(m)})
	}
	g.at, g.Builder, g.params = len(g.modules), new(strings.Builder), nil
	g.WriteString(modularPrelude)
	g.require(g.modules)
	for _, m := range g.modules {
		if m.isClass {
			g.object(m)
		}
	}
	for range 8 + g.rng.IntN(8) {
		g.line("pcall(function()")
		g.call()
		g.line("end)")
	}
	for _, m := range g.modules {
		if len(m.methods) > 0 && g.rng.IntN(3) > 0 {
			g.line("pcall(function() %s:%s() end)", m.name, g.any(m.methods...))
			g.line("peek(%s.%s)", m.name, g.field())
			g.line("peek(%s.%s)", m.name, g.field())
		}
	}
	return append(files, File{Name: "main.lua", Text: g.String()})
}

func (g *modular) line(format string, args ...any) { fmt.Fprintf(g, format+"\n", args...) }

func (g *modular) any(texts ...string) string { return texts[g.rng.IntN(len(texts))] }

func (g *modular) fresh() string {
	g.names++
	return fmt.Sprint("v", g.names)
}

// module returns the text of a module. It requires those after it.
func (g *modular) module(m *module) string {
	g.Builder = new(strings.Builder)
	g.require(g.modules[g.at+1:])
	g.line("local M = %s", g.any("{}", "{}", "{ width = 7 }", "setmetatable({}, { __index = string })"))
	for _, name := range m.functions {
		g.function(m, name)
	}
	if g.rng.IntN(10) == 0 {
		g.line("M.%s = "+before+" function(...) return ... end "+after, m.functions[0], m.name+"."+m.functions[0])
	}
	if m.isClass {
		g.class(m)
	}
	if g.rng.IntN(16) == 0 {
		g.line("M.__index = M")
	}
	g.line("return M")
	return g.String()
}

// classMethods is the methods of a class.
var classMethods = []string{"ka", "kb", "kc", "kd", "ke"}

// class writes what makes a module a class, which may have another one above it.
func (g *modular) class(m *module) {
	meta := g.any("M", "M", "M", "{ __index = M }")
	if meta == "M" {
		g.line("M.__index = M")
	}
	g.line("M.new = "+before+" function(n) return setmetatable({ n = n }, %s) end "+after, m.name+".new", meta)
	for _, name := range classMethods {
		g.line("M.%s = "+before+" function(self, a)", name, m.name+"."+name)
		switch other := g.any(classMethods...); g.rng.IntN(6) {
		case 0:
			g.line("if a then self:%s() end", other)
		case 1:
			g.line("peek(self.%s)", other)
		}
		g.line("return self.n end " + after)
	}
	if above := g.modules[g.at+1:]; len(above) > 0 && above[0].isClass && g.rng.IntN(3) == 0 {
		for _, name := range classMethods[:g.rng.IntN(3)] {
			g.line("M.%s = nil", name)
		}
		g.line("setmetatable(M, { __index = %s })", above[0].name)
	}
}

// object writes what the main file does with objects of a class.
func (g *modular) object(m *module) {
	of := m.name
	for range 1 + g.rng.IntN(3) {
		name := g.any(classMethods...)
		g.line("pcall(function()")
		g.line("local o = %s.new(1)", of)
		switch g.rng.IntN(24) {
		case 0:
			g.line("for _, v in pairs(o) do peek(v) end")
		case 1:
			g.line("(function(t) for _, v in pairs(t) do peek(v) end end)(%s)", g.any("o", of, "getmetatable(o)", "getmetatable(o).__index"))
		case 2:
			g.line("(function(t, k) peek(t[k]) end)(%s, %s)", g.any("o", of), g.any(fmt.Sprintf("%q", name), fmt.Sprintf(`("x%s"):sub(2)`, name)))
		case 3:
			g.line(`peek(o["k" .. (tick() > 0 and "a" or "b")])`)
		case 4:
			g.line("peek(rawget(getmetatable(o), (%q):reverse()))", name[1:]+name[:1])
		case 5:
			g.line("peek(load(%q)())", "return 1")
		case 6:
			g.line("for k in pairs(%s) do peek(o[k]) end", of)
		case 7:
			g.line("%s.%s(o, true)", of, name)
		case 8, 9:
			g.line("peek(o[%q .. %q])", name[:1], name[1:])
		default:
			g.line("o:%s(%s)", name, g.any("", "true"))
		}
		g.line("end)")
	}
}

// require writes what a file begins with: it requires modules, and has some of their functions in variables.
func (g *modular) require(modules []*module) {
	g.known = nil
	for _, m := range modules {
		way := g.any("require %q", "require %q", "require(%q)", "require %q", "tick() > 0 and require %q")
		g.line("local %s = "+way, m.name, m.name)
		for _, name := range m.functions {
			if g.rng.IntN(4) == 0 {
				kept := g.fresh()
				g.line("local %s = %s.%s", kept, m.name, name)
				g.known = append(g.known, kept)
			} else {
				g.known = append(g.known, m.name+"."+name)
			}
		}
	}
}

// function writes a function of a module.
func (g *modular) function(m *module, name string) {
	g.params = []string{"a", "b", "c"}[:g.rng.IntN(4)]
	self := ""
	if g.rng.IntN(6) == 0 {
		self = g.any("self", "self", "self", "this")
		g.params = append([]string{self}, g.params...)
		for _, of := range m.functions {
			g.known = append(g.known, self+"."+of)
		}
	}
	params := slices.Clone(g.params)
	isVararg := g.rng.IntN(10) == 0
	if isVararg {
		params = append(params, "...")
	}
	where := g.any("M.", "M.", "local ")
	g.line("%s%s = "+before+" function(%s)", where, name, m.name+"."+name, strings.Join(params, ", "))
	for _, p := range g.params {
		if p == self {
			continue
		}
		g.line("%s", strings.ReplaceAll(g.any("if $ then tick() end", "if $ == 1 then tick() end", `if $ == "x" then tick() end`, "tick($ + 0)", "(function() $ = tick() end)()", ""), "$", p))
	}
	if self == "self" {
		m.methods = append(m.methods, name)
		g.ofSelf()
	}
	for range g.rng.IntN(3) {
		g.call()
	}
	switch g.rng.IntN(8) {
	case 0:
	case 1:
		g.line(`if fails then return nil, "no" end return 1`)
	case 2:
		g.line("return 1, 2")
	case 3:
		if isVararg {
			g.line("return ...")
		}
	case 4, 5:
		if f := g.callee(); f != "" {
			g.line("return %s(%s)", f, g.arguments())
		}
	default:
		g.line("return 1")
	}
	g.line("end %s", after)
	g.known = append(g.known, "M."+name)
	if where == "local " {
		g.line("M.%s = %[1]s", name)
		g.known = append(g.known, name)
	}
	g.params = nil
	g.known = slices.DeleteFunc(g.known, func(f string) bool { return self != "" && strings.HasPrefix(f, self+".") })
}

// ofSelf writes what a method does with fields of its self. Each value tells where it was put there.
func (g *modular) ofSelf() {
	for range 1 + g.rng.IntN(3) {
		g.line("self.%s = mark()", g.field())
	}
	switch g.rng.IntN(12) {
	case 0:
		g.line(`peek(self["s" .. tick()])`)
	case 1:
		g.line("for _, v in pairs(self) do peek(v) end")
	case 2, 3:
		g.line("peek(self.%s)", g.field())
	case 4:
		g.line("local this = self this.%s = mark() (function() self.%s = mark() end)()", g.field(), g.field())
	}
}

// field returns the name of a field that methods set in self.
func (g *modular) field() string { return fmt.Sprint("s", 1+g.rng.IntN(9)) }

// callee returns an expression whose value is a function that may be called there, at random; "" where no such function is known yet.
func (g *modular) callee() string {
	if len(g.known) == 0 {
		return ""
	}
	return g.any(g.known...)
}

func (g *modular) arguments() string {
	var all []string
	for range g.rng.IntN(4) {
		all = append(all, g.any(append([]string{"1", "1", `"x"`, "nil", "true", "tick()"}, g.params...)...))
	}
	if g.rng.IntN(12) == 0 {
		all = append(all, "many()")
	}
	return strings.Join(all, ", ")
}

// call writes a call.
func (g *modular) call() {
	f := g.callee()
	if f == "" {
		return
	}
	if object, _, isField := strings.Cut(f, "."); isField && g.rng.IntN(30) == 0 {
		g.line("peek(%s.%s)", object, g.field())
		return
	}
	if object, _, isField := strings.Cut(f, "."); isField && g.rng.IntN(4) == 0 {
		g.line(g.any("peek(%s.%s)", "peek(%s.%s)", "%s.%s = tick()"), object, g.any("na", "nb", "nc", "nd"))
		return
	}
	call := fmt.Sprintf("%s(%s)", f, g.arguments())
	if g.rng.IntN(4) == 0 {
		call = strings.Replace(call, ".", ":", 1)
	}
	if g.rng.IntN(40) == 0 {
		if module, name, isField := strings.Cut(f, "."); isField && module != "M" {
			g.line("%s", strings.NewReplacer("$m", module, "$f", name).Replace(g.any(
				`pcall($m.$f, 1)`, `apply($m.$f, 1, 2)`, `register($m)`, `$m["f" .. (tick() > 0 and "a" or "b")](1)`, `$m.$f = show`,
				`rawset($m, "$f", show)`, `package.loaded.$m = nil`, `for _, f in pairs($m) do pcall(f, 1) end`, `local t = { $m.$f } t[1](2)`,
				`local t = { $m } t[1].$f(3)`, `shared = $m shared.$f(3)`,
			)))
			return
		}
	}
	switch g.rng.IntN(8) {
	case 0, 1, 6:
		g.line("%s", call)
	case 7:
		g.line("tick(%s + 1)", call)
	case 2:
		g.line("local %s = %s", g.fresh(), call)
	case 3:
		g.line("local %s, %s = %s", g.fresh(), g.fresh(), call)
	case 4:
		g.line("if %s then tick() end", call)
	default:
		g.line("show(%s)", call)
	}
}
