package lsp

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"luaflow/analysis/hover"
	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/printable"
	"luaflow/compile"
	"luaflow/compile/source"
)

// markupCases are programs whose texts would be markup if nothing fenced them.
var markupCases = []string{
	"local s = \"`![x](http://x/y.png)`<img src=x>\" print(s)",
	"local s = '``' local t = s print(t, s)",
	"local s = [[\n![x](command:a)\n\n# b\n]] if x then s = 1 end print(s)",
	"local a = 1 --`](command:x)\nlocal b = a --[[`` <b>]] b = a .. '`' print(b, a)",
	"local t = {['`<i>`'] = 1} local v = t['`<i>`'] return v, t",
	"local f = 'a' == '`*`' and 1 or '<http://x>' while f == '`' do f = f .. '`` www.example.com `' end return f",
	"local function f(a) if a == '```' then return a end local b = '~~~' .. a b = nil end f('`') return f",
	"for i, v in pairs{'`'} do local x = v x = '[a]: b' print(i) end",
	"local q = x --`\r```\n![i](//x/y)\r\nlocal r = q .. [==[\n- - -\n<script>]==] q = r return q",
	"local a, b = {[\"\\\\`](command:x)\"] = 1}, '\\\\`' a, b = b, a return a[ '\\\\`<a href=command:x>'], b",
	"goto l ::l:: local x = 1 -- | a | b |\nx = x and '|:-|:-|' or '| ``|`` |' return x",
	"local h = [[\n\n    code\n\n> # h\n===\n]] h = h .. '&lt;&#60;img&#62;' return h",
	"local u = 'https://x.invalid/`' local w = 'mailto:a@b.invalid' u = w .. u return u, 'xn--`'",
	"local m = '$(x)' m = m .. '``` ` `` ````' local k = '`' .. m .. '`' return k .. '\\`'",
	"local n = '[^1]: `x`' function f() n = '[x][1]' .. n return n end n = '[1]: command:x \\'t\\'' f() return n",
	"local c <const> = '~~s~~`' local d <close> = c == '**`**' and nil return c .. '__`__', d",
	"local t = setmetatable({['![`](x)'] = 0}, {}) t['![`](x)'] = t['![`](x)'] + 1 local y = t return y",
	"local e = '\u2028``\u0085`\ufeff`\v`\f' e = e == '\x00`' or e if e then e = '- [ ] `' end return e",
}

// FuzzHover: whatever a program holds, of its text nothing is markup in a hover: what
// a reader of markdown finds outside of code is our own words, lists and links to lines.
func FuzzHover(f *testing.F) {
	for _, text := range markupCases {
		f.Add(text)
	}
	reader := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser()
	const doc = "file:///a_(b)&<c>.lua"
	f.Fuzz(func(t *testing.T, program string) {
		u := compile.Compile(source.NewFile("a.lua", program))
		p := place.PartsOf(u, 0)
		for n := range u.Tree.Names.All() {
			if n.ID == 40 {
				break // each answer may name the whole text
			}
			info, ok := nav.At(p, n.Start)
			if !ok {
				continue
			}
			w := hoverWriter{hover.Writer{URI: doc, File: u.File, Markdown: true, Kind: info.Kind}}
			w.Describe(&info)
			line := printable.Text(program)
			w.keepers([]keeper{{doc, line, 0, "", line}, {doc, line, 3, line, ""}})
			hover := []byte(strings.TrimSpace(w.String()))
			if bad := markup(reader.Parse(text.NewReader(hover)), hover); bad != "" {
				t.Fatalf("%s in\n%s", bad, hover)
			}
		}
	})
}

// markup returns the kind of the first node that is not of our own words, and "" without such a node.
func markup(root ast.Node, text []byte) (bad string) {
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || bad != "" {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Document, *ast.Paragraph, *ast.TextBlock, *ast.List, *ast.ListItem:
		case *ast.CodeSpan:
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			if strings.ContainsAny(string(n.Value(text)), "`<>[]!\\&") {
				bad = n.Kind().String()
			}
		case *ast.Emphasis:
			if child, ok := n.FirstChild().(*ast.Text); !ok || string(child.Value(text)) != "may" {
				bad = n.Kind().String()
			}
		case *ast.Link:
			if !strings.HasPrefix(string(n.Destination), "file:///a_%28b%29%26%3Cc%3E.lua#L") {
				bad = n.Kind().String()
			}
		default:
			bad = n.Kind().String()
		}
		return ast.WalkContinue, nil
	})
	return bad
}

// TestMarkupIsFound holds that FuzzHover would find what it looks for.
func TestMarkupIsFound(t *testing.T) {
	reader := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser()
	for _, bad := range []string{"![a](b)", "a <img src=x>", "[a](command:b)", "www.example.com", "# a", "```\na", "a `b", "*b*"} {
		if markup(reader.Parse(text.NewReader([]byte(bad))), []byte(bad)) == "" {
			t.Errorf("nothing found in %s", bad)
		}
	}
}
