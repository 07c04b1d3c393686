package definitions_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/tools/txtar"

	"luaflow/analysis/definitions"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// read reads a file whose text is another one afterwards: the table keeps no part of it.
func read(name, text string) *definitions.Table {
	buffer := []byte(text)
	file := source.NewFile(name, unsafe.String(unsafe.SliceData(buffer), len(buffer)))
	table := definitions.Read(compile.Compile(file), definitions.ModuleAt(name))
	clear(buffer)
	return table
}

// TestRead compares what is read from the files of each archive, together, with what stands in its file "want".
func TestRead(t *testing.T) {
	for _, name := range must.Glob(t, "testdata/*.txtar") {
		t.Run(filepath.Base(name), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			must.Do(t, err)
			var tables []*definitions.Table
			files, want := archive.Files[:0:0], ""
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				files = append(files, f)
				tables = append(tables, read(f.Name, string(f.Data)))
			}
			got := describe(definitions.Merge(tables))
			if *must.Update {
				archive.Files = append(files, txtar.File{Name: "want", Data: []byte(got)})
				must.Write(t, name, txtar.Format(archive))
			} else if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// describe returns a line for each definition.
func describe(table *definitions.Table) string {
	var b strings.Builder
	for _, name := range table.Names() {
		d, _ := table.Of(name)
		fmt.Fprintf(&b, "%s (%s:%d):", name, d.File, d.Line)
		if d.Most == definitions.Unlimited {
			b.WriteString(" any arguments")
		} else {
			fmt.Fprintf(&b, " at most %d", d.Most)
		}
		for i := range 64 {
			if d.MayBeNil(i) {
				fmt.Fprintf(&b, ", result %d may be nil", i+1)
			}
		}
		if d.NoDiscard {
			b.WriteString(", wants its results")
		}
		if d.Deprecated {
			fmt.Fprintf(&b, ", deprecated %q", d.Instead)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestIsMeta: a comment of its own says that a file is one of definitions.
func TestIsMeta(t *testing.T) {
	for text, want := range map[string]bool{
		"---@meta\n":                   true,
		"--- @meta _\nf = 1":           true,
		"---@meta\tname":               true,
		"-- a licence\n\n---@meta\r\n": true,
		"---@metadata":                 false,
		"--@meta":                      false,
		"----@meta":                    false,
		"--[[-@meta]]":                 false,
		"return '---@meta'":            false,
		"":                             false,
	} {
		u := compile.Compile(source.NewFile("x.lua", text))
		if got := definitions.IsMeta(u.Tree); got != want {
			t.Errorf("%q: got %t", text, got)
		}
		if want && !definitions.MayBeMeta(text) {
			t.Errorf("%q: it is said that it cannot be one", text)
		}
	}
}

// TestDigest: two tables have the same digest if and only if they say the same.
func TestDigest(t *testing.T) {
	text := "---@deprecated use g\n---@nodiscard\n---@return T?\nfunction f(a) end\n"
	same := read("x.lua", text).Digest()
	if again := read("folder/x.lua", text).Digest(); same != again || same == "" {
		t.Errorf("%q and %q", same, again)
	}
	seen := map[string]string{same: text}
	for _, other := range []string{
		strings.Replace(text, "use g", "use h", 1), strings.Replace(text, "---@nodiscard", "---", 1), strings.Replace(text, "?", "", 1),
		strings.Replace(text, "(a)", "(a, b)", 1), strings.Replace(text, "(a)", "(...)", 1), strings.Replace(text, "f(", "f.g(", 1), "\n" + text,
		strings.Replace(text, "---@deprecated use g", "---", 1), text + "function g() end", "",
	} {
		digest := read("x.lua", other).Digest()
		if was, ok := seen[digest]; ok {
			t.Errorf("the same digest of %q and %q", was, other)
		}
		seen[digest] = other
	}
}

// TestHostile: what nobody writes is read in the steps of its length, and not understood.
func TestHostile(t *testing.T) {
	const large = 1 << 20
	for name, line := range map[string]string{
		"parentheses": "---@return " + strings.Repeat("(", large),
		"functions":   "---@return " + strings.Repeat("fun():", large/6) + "T?",
		"parameters":  "---@overload " + strings.Repeat("fun(a:", large/6),
		"braces":      "---@return " + strings.Repeat("{", large) + strings.Repeat("}", large) + "?",
		"options":     "---@return T" + strings.Repeat("?", large),
		"union":       "---@return " + strings.Repeat("a|", large/2) + "nil",
		"quotes":      "---@return " + strings.Repeat(`"`, large+1),
		"results":     "---@return " + strings.Repeat("a?,", large/3) + "b",
		"lines":       strings.Repeat("---@return a?\n", large/14) + "---@deprecated " + strings.Repeat("é", large),
		"overloads":   strings.Repeat("---@overload fun(): T?\n", large/23) + "---@return nil",
		"aliases":     strings.Repeat("---@alias A B?\n---| C\n", large/21) + "---@return A",
		"chain":       chain(large/26) + "---@return A0",
		"locals":      strings.Repeat("do local a, b = f.b, {} f.b, b.a, a.c = a, a, b end\n", large/400),
		"parents":     "---@deprecated\nf = " + strings.Repeat("{a=", 190) + "1" + strings.Repeat("}", 190) + "\n---@return T?",
	} {
		t.Run(name, func(t *testing.T) {
			d, ok := read("x.lua", line+"\nfunction f(x) end\n").Of("f")
			if !ok || len(d.Instead) > 200 {
				t.Errorf("got %v, %t", d, ok)
			}
			if nested := name == "parentheses" || name == "functions" || name == "quotes" || name == "parameters"; nested && d.Nils != 0 {
				t.Errorf("results %b may be nil", d.Nils)
			}
		})
	}
}

// TestSet: a program gives a name another value if it sets it, or what leads there.
func TestSet(t *testing.T) {
	for _, c := range []struct {
		name, set string
		want      bool
	}{
		{"a.b.c", "a.b.c", true}, {"a.b.c", "a", true}, {"a.b.c", "a.b", true}, {"a.b.c", "a.?", true}, {"a.b.c", "a.b.?", true},
		{"a.b.c", "a.b.c.d", false}, {"a.b.c", "a.c", false}, {"a.b.c", "b", false}, {"a.b.c", "a.b.c.?", false}, {"a", "a", true}, {"ab", "a", false},
	} {
		if got := definitions.Set(c.name, func(name string) bool { return name == c.set }); got != c.want {
			t.Errorf("%s with %s set: got %t", c.name, c.set, got)
		}
	}
}

// chain returns aliases of which each stands for the next.
func chain(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "---@alias A%d A%d\n", i, i+1)
	}
	return b.String()
}
