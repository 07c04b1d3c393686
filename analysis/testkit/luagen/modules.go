package luagen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// surroundings are ways in which a text may stand in a file, at %s. The file calls some of it, or shares variables with it.
var surroundings = []string{
	"call(function(...)\n%s\nend)\n", "call(1, function(...)\n%s\nend)\n", "function global(...)\n%s\nend\n", "package.preload['m'] = function(...)\n%s\nend\n",
	"M.x.y = function(...)\n%s\nend\n", "function M:method(...)\n%s\nend\n", "pcall(function(...)\n%s\nend)\n", "local _ = function(...)\n%s\nend\n",
	"local function own(...)\n%s\nend\nown()\n", "local function own(...)\n%s\nend\nM.own = own\n", "local t = {}\nfunction t.f(...)\n%s\nend\nt.f()\n",
	"local n = 1\ncall(function(...) n = n + 1\n%s\nend)\nprint(n)\n", "local n = 1\nlocal function next() n = n + 1 return n end\ncall(function(...) next()\n%s\nend)\n",
	"assert(function(...)\n%s\nend)()\n", "local f = select(1, function(...)\n%s\nend)\nif f() then return end\n", "local t = {function(...)\n%s\nend}\nt[1]()\n",
	"local f = a and function(...)\n%s\nend\nlocal g = f\ng()\n", "t[function(...)\n%s\nend] = 1\n", "(function(...)\n%s\nend)()\n",
	"do\n%s\nend\n", "if a then error('no') end\ncall(function(...)\n%s\nend)\n", "if false then call(function(...)\n%s\nend) end\n",
	"call(function(...) string.len = nil\n%s\nend)\n", "local f = function(...)\n%s\nend\nlocal function h() return f() end\nh()\n", "local yes = true\nlocal f = yes and function(...)\n%s\nend\nf()\n", "call(function(...) _ENV = {print = print}\n%s\nend)\n",
	"setmetatable(_G, {__index = function(...)\n%s\nend})\n",
}

// Modules returns a text of several short programs, most of them in functions that the text hands to code elsewhere. Nobody is to
// run it.
func Modules(r *rand.Rand) string {
	texts := make([]string, 2+r.IntN(5))
	for i := range texts {
		texts[i] = Program(r.Uint64(), Options{Statements: 10, Plain: r.IntN(4) > 0})
		if r.IntN(3) == 0 {
			texts[i] = Closures(r)
		}
	}
	return Among(r, texts)
}

// Among returns a text in which others stand one after the other, each as a part of it, most of them in functions.
func Among(r *rand.Rand, texts []string) string {
	var all strings.Builder
	for _, text := range texts {
		fmt.Fprintf(&all, surroundings[r.IntN(len(surroundings))], "do\n"+text+"\nend")
		if r.IntN(20) == 0 {
			all.WriteString("error('never')\n")
		}
	}
	return all.String()
}
