package tables_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// program returns the facts of a text.
func program(t *testing.T, text string) *facts.Code {
	t.Helper()
	u := compile.Compile(source.NewFile("test.lua", text))
	if !u.Analyzable() {
		t.Fatalf("%v:\n%s", u.Errors, text)
	}
	return facts.NewCode(u.Main, value.Library{}, nil)
}

// fate is what a comment says of the constructors on its line, in order.
type fate struct{ object string } // its name, "" if it escapes

func fatesOf(line string) []fate {
	_, comment, ok := strings.Cut(line, " -- ")
	if !ok {
		return nil
	}
	var fates []fate
	words := strings.Fields(comment)
	for len(words) > 0 {
		switch {
		case words[0] == "escapes":
			fates = append(fates, fate{})
			words = words[1:]
		case words[0] == "stays" && len(words) > 1:
			fates = append(fates, fate{words[1]})
			words = words[2:]
		default:
			return nil
		}
	}
	return fates
}

// TestObjects compares which tables escape, and which are one object, with what the
// comments of a program say.
func TestObjects(t *testing.T) {
	for _, name := range []string{"escape", "assigned"} {
		t.Run(name, func(t *testing.T) { compareObjects(t, "testdata/objects/"+name+".lua") })
	}
}

func compareObjects(t *testing.T, path string) {
	text := must.Read(t, path)
	p := program(t, text)
	o := p.Objects()
	made := map[int][]tables.ObjectID{} // by line
	for i := range p.Funcs {
		f := &p.Funcs[i]
		for pc, in := range f.Proto.Code {
			if effect.ReferenceOf(in) == effect.Makes {
				v, _ := p.SSA(f).Defs(pc)
				line := int(f.Proto.Lines.At(pc))
				made[line] = append(made[line], o.Of(f, v))
			}
		}
	}
	ids := map[string]tables.ObjectID{}
	names := map[tables.ObjectID]string{}
	for k, line := range strings.Split(text, "\n") {
		fates := fatesOf(line)
		if len(fates) != len(made[k+1]) {
			t.Errorf("line %d makes %d tables and tells of %d", k+1, len(made[k+1]), len(fates))
			continue
		}
		for i, id := range made[k+1] {
			name := fates[i].object
			if (id == tables.NoObject) != (name == "") {
				t.Errorf("line %d: object %d, expected %q", k+1, id, name)
			} else if name == "" {
				continue
			} else if was, ok := ids[name]; ok && was != id || names[id] != "" && names[id] != name {
				t.Errorf("line %d: object %d is %q and %q", k+1, id, names[id], name)
			}
			ids[name], names[id] = id, name
		}
	}
}

// TestSlots: the accesses of a program as read by eye.
func TestSlots(t *testing.T) {
	p := program(t, must.Read(t, "testdata/objects/slots.lua"))
	o := p.Objects()
	var text bytes.Buffer
	for id := range tables.ObjectID(o.Len()) {
		fmt.Fprintf(&text, "object %d:", id)
		for _, site := range o.Sites(id) {
			fmt.Fprintf(&text, " made at line %d", p.Funcs[site.Func].Proto.Lines.At(int(site.PC)))
		}
		first, n, integers := o.Slots(id)
		fmt.Fprintf(&text, ", %d slots, %d of integers\n", n, integers)
		for slot := first; slot < first+tables.SlotID(n); slot++ {
			fmt.Fprintf(&text, "  slot %d:%s\n", slot-first, accesses(p, o, id, slot))
		}
	}
	must.Match(t, filepath.Join("testdata", "objects/slots.table"), text.Bytes())
}

// accesses returns who accesses a slot, in the order of functions and pcs.
func accesses(p *facts.Code, o *tables.Objects, id tables.ObjectID, slot tables.SlotID) string {
	var s strings.Builder
	for i := range p.Funcs {
		f := &p.Funcs[i]
		for pc, in := range f.Proto.Code {
			touch := o.Touch(f, pc)
			if touch.Object != id || touch.Slot != slot {
				continue
			}
			fmt.Fprintf(&s, " %s at line %d", in.Op(), f.Proto.Lines.At(pc))
			for k, word := range []string{"reads", "writes", "measures"} {
				if touch.How>>k&1 != 0 {
					s.WriteString(" " + word)
				}
			}
			s.WriteByte(';')
		}
	}
	return s.String()
}

// TestClassesMadeLate: that a string's contents escape makes classes that no constructor is known for yet.
func TestClassesMadeLate(t *testing.T) {
	const text = `do
local function fill(text, values)
  return text:gsub("%w+", function(a, b) end)
end
return fill
end
do
local known = require "known"
shapes = {
  new = function(object, stub, f, self, key)
    local visited = {}
    local function walk(object, self, key)
      local kinds = {
        ["table"] = function()
          if known.has(object) or visited[object] then return end
        end,
        ["function"] = function()
          if stub then
            return known.on(self, key)
          end
        end
      }
    end
  end,
  old = function(object) end
}
return setmetatable(shapes, { __call = function(self, ...) end })
end
`
	for n := range strings.Count(text, "\n") {
		lines := strings.SplitAfter(text, "\n")
		cut := strings.Join(append(lines[:n:n], lines[n+1:]...), "")
		if u := compile.Compile(source.NewFile("test.lua", cut)); u.Analyzable() && len(u.Errors) == 0 {
			program(t, cut).Objects()
		}
	}
	program(t, text).Objects()
}
