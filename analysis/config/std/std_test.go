package std

import (
	"fmt"

	"os/exec"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/value"
	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

// interpreter returns the Lua that runs luacheck, by the first line of its script.
func interpreter(t *testing.T) string {
	t.Helper()
	script := must.Read(t, external.Program(t, "luacheck"))
	first, _, _ := strings.Cut(script, "\n")
	words := strings.Fields(strings.TrimPrefix(first, "#!"))
	return external.Program(t, words[len(words)-1])
}

// dump prints a standard of luacheck in the form of list.
const dump = `
local builtin = require "luacheck.builtin_standards"
local standards = require "luacheck.standards"
local root = {}
if not builtin[arg[1]] then os.exit(3) end
standards.add_std_table(root, builtin[arg[1]])
local function walk(def, path)
   for name, field in pairs(def.fields or {}) do
      print(path .. name .. (field.read_only == false and " writable" or "") .. (field.other_fields and " open" or ""))
      walk(field, path .. name .. ".")
   end
end
walk(root, "")
`

// own is the standards that luacheck 1.1 does not have, and _G, which it takes from the
// Lua that it runs on.
var own = []string{"_G", "lua55", "lua55c", "luanti", "minetest", "neovim"}

func TestLuacheckHasTheSameStandards(t *testing.T) {
	lua := interpreter(t)
	for _, name := range Names() {
		if slices.Contains(own, name) {
			continue
		}
		out, err := exec.Command(lua, "-e", "arg = {'"+name+"'} "+dump).CombinedOutput()
		if err != nil {
			t.Errorf("%s: luacheck has it not: %s %s", name, err, out)
			continue
		}
		theirs := strings.Split(strings.TrimSpace(string(out)), "\n")
		slices.Sort(theirs)
		if ours := list(tree(t, name), ""); !slices.Equal(ours, slices.DeleteFunc(theirs, func(s string) bool { return s == "" })) {
			t.Errorf("%s: ours %q, theirs %q", name, without(ours, theirs), without(theirs, ours))
		}
	}
}

func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}

func tree(t *testing.T, names ...string) *Field {
	t.Helper()
	root := &Field{}
	for _, name := range names {
		s, ok := Lookup(name)
		if !ok {
			t.Fatalf("there is no standard %s", name)
		}
		root.Add(s)
	}
	root.Seal()
	return root
}

// list returns all names of a tree in alphabetical order.
func list(f *Field, path string) (lines []string) {
	for _, name := range f.Names() {
		child, line := f.Field(name), path+name
		if child.access == writable {
			line += " writable"
		}
		if child.open {
			line += " open"
		}
		lines = append(lines, line)
		lines = append(lines, list(child, path+name+".")...)
	}
	slices.Sort(lines)
	return lines
}

func TestStatus(t *testing.T) {
	root := tree(t, "lua54", "busted", "neovim")
	at := func(path string) Status {
		var indices []Index
		for name := range strings.SplitSeq(path, ".") {
			switch name {
			case "?":
				indices = append(indices, Index{Kind: Anything})
			case "1":
				indices = append(indices, Index{Kind: NotString})
			default:
				indices = append(indices, Index{Name: name})
			}
		}
		return root.Status(indices[0].Name, indices[1:]...)
	}
	for path, want := range map[string]Status{
		"print":               ReadOnly,
		"prnt":                Undefined,
		"string.format":       ReadOnly,
		"string.fromat":       Undefined,
		"string.?":            ReadOnly,
		"string.1":            Undefined,
		"print.x":             Undefined,
		"print.?":             Undefined,
		"_G.anything":         Writable,
		"_G.?":                Writable,
		"package.path":        Writable,
		"package.loaded.x.y":  Writable,
		"package.loaded.1":    Writable,
		"package.?":           Writable,
		"math.maxinteger":     ReadOnly,
		"describe":            ReadOnly,
		"assert.are.equal":    ReadOnly,
		"vim.g.x":             Writable,
		"vim.lsp.handlers.?":  Writable,
		"io.stdout.write":     ReadOnly,
		"io.stdout.__index.x": ReadOnly,
	} {
		if got := at(path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
}

// TestStandardFunctionsAreKnown holds that what a standard calls a function of Lua has
// a row in the table that says what it does.
func TestStandardFunctionsAreKnown(t *testing.T) {
	unknown := map[string]bool{ // what no manual has
		"arg": true, "gcinfo": true, "string.gfind": true, "_ENV": true,
	}
	for _, name := range []string{"lua51", "lua52", "lua53", "lua54", "lua55"} {
		for _, line := range list(tree(t, name), "") {
			path, _, _ := strings.Cut(line, " ")
			if strings.Count(path, ".") > 1 || strings.HasPrefix(path, "_VERSION.") || unknown[path] {
				continue
			}
			if value.Lookup(path) == 0 {
				t.Errorf("%s: nothing is known of %s", name, path)
			}
		}
	}
}

// TestFunctionsOfHostsAreThere holds that what is known of functions of hosts is known of
// names that their standards have.
func TestFunctionsOfHostsAreThere(t *testing.T) {
	hosts := value.Hosts(0)
	for _, standard := range Names() {
		host := value.HostNamed(standard)
		root := tree(t, standard)
		for name := range (value.Library{Hosts: host}).HostNames() {
			path := strings.Split(name.String(), ".")
			var indices []Index
			for _, key := range path[1:] {
				indices = append(indices, Index{Name: key})
			}
			if root.Status(path[0], indices...) == Undefined {
				t.Errorf("%s: there is no %s", standard, name)
			}
		}
		hosts |= host
	}
	if hosts == 0 || hosts&(hosts+1) != 0 {
		t.Errorf("the standards are those of the hosts %b", hosts)
	}
}

func TestDefinitionsAddUp(t *testing.T) {
	root := tree(t, "none")
	root.unseal()
	for i, step := range []struct {
		do   func()
		want string
	}{
		{func() { root.Replace([]string{"a", "b"}, true) }, "a, a.b open"},
		{func() { root.Replace([]string{"a"}, false) }, "a writable open"},
		{func() { root.Replace([]string{"a", "c"}, true) }, "a writable open, a.c open"},
		{func() { root.Define([]Definition{{Name: "x", Fields: []Definition{{Name: "y", Listed: true}}}}, true) },
			"a writable open, a.c open, x, x.y open"},
		{func() { root.Define([]Definition{{Name: "z", Listed: true}}, true) },
			"a writable open, a.c open, x, x.y open"},
		{func() { root.Define([]Definition{{Name: "x", ReadOnly: denied}}, true) },
			"a writable open, a.c open, x writable, x.y open"},
		{func() { root.Remove([]string{"x", "y"}); root.Remove([]string{"q", "r"}) }, "a writable open, a.c open, x writable"},
	} {
		step.do()
		if got := strings.Join(list(root, ""), ", "); got != step.want {
			t.Errorf("step %d: %s, want %s", i, got, step.want)
		}
	}
}

func (f *Field) unseal() { f.sealed = false }

func TestDataComplain(t *testing.T) {
	for line, want := range map[string]string{
		"+ nosuch":   `no standard "nosuch"`,
		"manual 5.0": `no version ["5.0"]`,
		"- a":        `no "a" to go without`,
		"a: b@c":     `no fields @c`,
	} {
		l := loader{root: &node{}, shapes: map[string][]string{}}
		cache.Lock()
		err := l.line(line)
		cache.Unlock()
		if fmt.Sprint(err) != want {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
	if _, ok := Lookup("../data/lua51"); ok {
		t.Error("a path is a name")
	}
}

// TestHas: a name is that of a standard if Lookup finds it.
func TestHas(t *testing.T) {
	for _, name := range append(Names(), "", ".", "..", "lua53.txt", "data/lua53", "../data/lua53", "..\\data\\lua53", "lua", "LUA53") {
		if _, want := Lookup(name); Has(name) != want {
			t.Errorf("there is a standard %q: %t, want %t", name, !want, want)
		}
	}
}
