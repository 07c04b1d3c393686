package machine

import "strings"

// The part of the standard library that the machine only knows by name: a program
// that calls it ends there, as one that runs for too long does.

// foreignNames is by table, "" for globals.
var foreignNames = map[string]string{
	"":       "dofile loadfile",
	"string": "dump pack packsize unpack",
	"math":   "acos asin atan atan2 cosh deg frexp ldexp log10 pow rad random randomseed sinh tan tanh",
	"io":     "close flush input lines open output popen read tmpfile type stdin stdout stderr",
	"os":     "date difftime execute remove rename setlocale tmpname",
	"utf8":   "char charpattern codepoint codes len offset",
	"bit32":  "arshift band bnot bor btest bxor extract lrotate lshift replace rrotate rshift",
	"debug": "debug gethook getinfo getlocal getmetatable getregistry getupvalue getuservalue sethook " +
		"setlocal setmetatable setupvalue setuservalue upvalueid upvaluejoin",
	"package": "loadlib searchers searchpath",
}

// openForeign adds the foreign names. What is no function there is looked up by a
// metamethod, so that the run ends when a program reads it.
func (m *Machine) openForeign() {
	end := func(*call) []Value { panic(exhausted("library")) }
	for name, fields := range foreignNames {
		t := m.globals
		if name != "" {
			t = m.globals.get(text(name)).table()
		}
		prefix := ""
		if t == nil {
			t = newTable(Site{-1, Entry})
			m.globals.set(text(name), table(t))
		}
		if name != "" {
			prefix = name + "."
		}
		for field := range strings.FieldsSeq(fields) {
			switch field {
			case "stdin", "stdout", "stderr", "charpattern", "searchers":
				t.meta = newTable(Site{-1, Entry})
				t.meta.set(text("__index"), function(&Builtin{name: "index", run: end}))
			default:
				t.set(text(field), function(&Builtin{name: prefix + field, run: end}))
			}
		}
	}
	modules := m.globals.get(text("package")).table()
	for _, field := range []string{"path", "cpath", "config"} {
		modules.set(text(field), text(""))
	}
	for _, field := range []string{"loaded", "preload"} {
		modules.set(text(field), table(newTable(Site{-1, Entry})))
	}
	loaded := modules.get(text("loaded")).table()
	loaded.set(text("_G"), table(m.globals))
	for name := range foreignNames {
		if name != "" {
			loaded.set(text(name), m.globals.get(text(name)))
		}
	}
}

// require finds what the program itself has put into package.loaded or
// package.preload, and the standard libraries; there are no files.
func require(c *call) []Value {
	name := text(c.text(1))
	modules := c.index(table(c.globals), text("package"))
	loaded := c.index(modules, text("loaded"))
	if v := c.index(loaded, name); v.truth() {
		return one(v)
	}
	if library := c.globals.get(name); library.kind == Map && foreignNames[name.Text()] != "" {
		return one(library)
	}
	loader := c.index(c.index(modules, text("preload")), name)
	if loader.kind != Function {
		c.raise("module '%s' not found", name.Text())
	}
	v := first(c.call(loader, one(name)))
	if v.isNil() {
		v = boolean(true)
	}
	c.setIndex(loaded, name, v)
	return one(v)
}
