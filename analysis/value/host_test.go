package value

import (
	"slices"
	"strings"
	"testing"

	"luaflow/compile/syntax"
)

// allHosts is all of them.
const allHosts = Hosts(1)<<len(hosts) - 1

// TestHostRows holds that the rows of hosts are well-formed, each name stands once, and no
// two hosts give the same.
func TestHostRows(t *testing.T) {
	seen := map[string]bool{}
	for i := range hosts {
		for k := range hosts[i].rows {
			r := &hosts[i].rows[k]
			for name := range r.names() {
				if seen[name] {
					t.Errorf("%s: %s stands there twice", hosts[i].name, name)
				}
				seen[name] = true
			}
			if err := r.fault(); err != "" {
				t.Errorf("%s: %s: %s", hosts[i].name, r.name, err)
			}
		}
	}
	for i := range library {
		seen[library[i].name] = true
	}
	for name := range (Library{Hosts: allHosts}).HostNames() {
		if table, _, ok := cutLast(name.String()); ok && !seen[table] {
			t.Errorf("%s is a field of nothing", name)
		}
	}
}

func cutLast(name string) (table, key string, ok bool) {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return "", name, false
	}
	return name[:dot], name[dot+1:], true
}

// fault returns what is wrong with a row, "" if nothing is.
func (r *row) fault() string {
	params := strings.TrimPrefix(r.params, calledWith)
	_, isAlias := strings.CutPrefix(r.params, sameAs)
	switch {
	case isAlias || r.params == table || r.params == variable:
		return ""
	case strings.Trim(strings.ToLower(strings.TrimSuffix(params, "*")), "amniscqbtrlfu") != "":
		return "a parameter of no kind"
	case len(strings.NewReplacer("?", "", "*", "").Replace(r.results)) > 3 || strings.Trim(r.results, "xnidsbtfoz?*") != "":
		return "results of no kind"
	case r.roles == "" || strings.Trim(r.roles, "rwspckf- ") != "":
		return "roles of no kind"
	case r.impact == acts && params != "" && r.rule == 0:
		return "parameters that count for nothing"
	case r.impact != acts && r.results == "":
		return "it does nothing and gives nothing"
	}
	for i, word := range strings.Fields(r.roles) {
		if i > 0 && strings.ContainsAny(word, "rwc") {
			return "no argument but the first is followed"
		}
	}
	return ""
}

func TestHostNames(t *testing.T) {
	none, all := Library{}, Library{Hosts: allHosts}
	for _, c := range []struct {
		library Library
		name    string
		want    string
	}{
		{none, "love", ""}, {none, "love.graphics.getWidth", ""}, {none, "table.copy", ""}, {none, "string.rep", "string.rep"},
		{Library{Hosts: Neovim}, "love.graphics.getWidth", ""},
		{all, "love.graphics.getWidth", "love.graphics.getWidth"}, {all, "_G.love._G", ""}, {all, "_G._G.love", "love"},
		{all, "love.graphics.nobody", ""}, {all, "love.getWidth", ""}, {all, "graphics.getWidth", ""},
		{all, "core.get_node", "minetest.get_node"}, {all, "vim.loop.now", "vim.uv.now"}, {all, "core", "minetest"},
		{all, "table.copy", "table.copy"}, {all, "table.insert", "table.insert"}, {all, "", ""}, {all, "love.", ""},
	} {
		if got := c.library.Lookup(c.name); got.String() != c.want {
			t.Errorf("%q with hosts %b is %q, want %q", c.name, c.library.Hosts, got, c.want)
		}
	}
	if a, b := all.Global("assert"), none.Global("assert"); a == b || a.String() != b.String() || !a.IsCallable() || b.IsCallable() {
		t.Error("busted has no assert of its own")
	}
	if n := all.Lookup("love.graphics"); !n.IsOfHost() || !n.MayBeTable() || !n.In(syntax.Any) || n.Key() != "graphics" {
		t.Errorf("%s is no table of a host", n)
	}
}

func TestModules(t *testing.T) {
	all := Library{Hosts: allHosts}
	for name, want := range map[string]string{
		"string": "string", "love": "love", "ngx": "ngx", "vim": "", "minetest": "", "assert": "", "love.graphics": "", "print": "", "x": "",
	} {
		if got := all.Module(name).String(); got != want {
			t.Errorf("require %q gives %q, want %q", name, got, want)
		}
	}
}

func TestHostTables(t *testing.T) {
	var got []string
	for n := range (Library{Hosts: Love | NgxLua}).HostTables() {
		got = append(got, n.String())
	}
	for _, want := range []string{"love", "love.graphics", "ngx", "ngx.req"} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is no table", want)
		}
	}
	if slices.Contains(got, "ngx.now") || slices.Contains(got, "vim") {
		t.Errorf("tables are %q", got)
	}
}

func TestHostNamed(t *testing.T) {
	for name, want := range map[string]Hosts{
		"love": Love, "minetest": Luanti, "luanti": Luanti, "ngx_lua": NgxLua, "busted": Busted, "neovim": Neovim,
		"playdate": Playdate, "lua51": 0, "ldoc": 0, "": 0,
	} {
		if got := HostNamed(name); got != want {
			t.Errorf("%q is %b, want %b", name, got, want)
		}
	}
}

// TestHostCalls computes calls of functions of hosts.
func TestHostCalls(t *testing.T) {
	var p Pool
	text, number, tables := p.OfString("a"), OfInt(1), Of(Table)
	for _, c := range []struct {
		name   string
		args   []Value
		impact Impact
		gives  Types
	}{
		{"love.graphics.getWidth", nil, None, Number},
		{"love.timer.sleep", nil, Effects, Nil},
		{"ngx.encode_base64", []Value{text}, None, String},
		{"ngx.encode_base64", []Value{Unknown}, Operators, String},
		{"ngx.encode_base64", []Value{tables}, Effects, String},
		{"ngx.escape_uri", []Value{text, number}, Operators, String},
		{"ngx.http_time", []Value{number}, None, String},
		{"ngx.http_time", []Value{text}, Effects, String},
		{"vim.startswith", []Value{text, text}, None, Boolean},
		{"vim.startswith", []Value{text, number}, Effects, Boolean},
		{"vim.startswith", []Value{text, Of(String | Number)}, Operators, Boolean},
		{"vim.tbl_extend", []Value{p.OfString("force"), tables, tables}, None, Table},
		{"vim.tbl_extend", []Value{p.OfString("error"), tables, tables}, Operators, Table},
		{"vim.tbl_extend", []Value{p.OfString("keep"), tables}, Effects, Table},
		{"vim.tbl_extend", []Value{p.OfString("keep"), tables, Unknown}, Operators, Table},
		{"vim.api.nvim_buf_get_name", []Value{number}, Operators, String},
		{"vim.base64.encode", []Value{text}, None, String},
		{"vim.base64.encode", []Value{number}, Effects, String}, // it takes no number for a string
		{"vim.iconv", []Value{text, text, number}, Effects, String | Nil},
		{"table.copy", []Value{tables}, None, Table},
		{"assert", []Value{number, text}, None, Integer},
	} {
		out := p.Call((Library{Hosts: allHosts}).Lookup(c.name), c.args, false)
		if out.Impact != c.impact || out.Results[0].Types() != c.gives || !out.Returns {
			t.Errorf("%s(%v): impact %s, gives %s", c.name, c.args, out.Impact, p.Format(out.Results[0]))
		}
	}
	for _, name := range []string{"ngx.redirect", "ngx.exec"} {
		if p.Call((Library{Hosts: NgxLua}).Lookup(name), []Value{text}, false).Returns {
			t.Errorf("%s returns", name)
		}
	}
	if p.Call((Library{Hosts: Busted}).Global("assert"), []Value{OfBool(false)}, false).Returns {
		t.Error("assert(false) returns")
	}
}
