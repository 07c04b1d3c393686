package witness_test

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/analysis/place"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

func partsOf(t *testing.T, text string) *waste.Parts {
	t.Helper()
	u := compile.Compile(source.NewFile("test.lua", text))
	if len(u.Errors) > 0 {
		t.Fatalf("%q: %v", text, u.Errors[0])
	}
	return place.PartsOf(u, 0)
}

// TestBarrier asks what keeps control from the statement that is marked with a |.
func TestBarrier(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"do return end\n|f()", "the function returns at line 1: return"},
		{"do return end\nf() |g()", "the function returns at line 1: return"},
		{"while f() do\nbreak\n|g() end", "`break` at line 2 leaves the loop: break"},
		{"goto done\n|f()\n::done::", "`goto done` at line 1 jumps away: goto done"},
		{"if f() then return\nelse return end\n|g()", "no branch of the `if` at line 1 gets here: if f() then"},
		{"while true do\nend\n|f()", "the loop at line 1 never gets here: while true do"},
		{"repeat\nuntil false\n|f()", "the loop at line 1 never gets here: repeat"},
		{"error('no')\n|f()", "`error` at line 1 never returns: error('no')"},
		{"local x = error('no')\n|f()", "the call at line 1 never returns: error('no')"},
		{"if true then f()\nelse |g() end", "the condition at line 1 is always true: true"},
		{"if error('no') then\n|f() end", "the call at line 1 never returns: error('no')"},
		{"if f() then\nelseif 1 then\nelse |g() end", "the condition at line 2 is always true: 1"},
		{"local x = nil\nx.y = 1\n|f()", "execution never gets past line 2: x.y = 1"},
		{"if false then |f() end", "none"},
	} {
		pos := source.Pos(strings.IndexByte(c.text, '|'))
		p := partsOf(t, c.text[:pos]+c.text[pos+1:])
		f := p.At(0)
		b := witness.BarrierTo(&f, statementAt(p.Unit.Tree, pos), f.Reach())
		got := "none"
		if b.Kind != witness.NoBarrier {
			got = b.Reason(p.Text) + ": " + strings.TrimSpace(p.Unit.File.Slice(b.At))
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
		if (b.Here() == "") != (b.Kind == witness.NoBarrier) {
			t.Errorf("%q: there it says %q", c.text, b.Here())
		}
		if stops := strings.HasPrefix(c.want, "`error`") || strings.HasPrefix(c.want, "the call"); b.Calls != stops {
			t.Errorf("%q: calls %t", c.text, b.Calls)
		}
	}
}

// statementAt returns the statement that begins at a place.
func statementAt(tree *syntax.Tree, pos source.Pos) (found witness.Statement) {
	var around syntax.Stat
	var visit func(n syntax.Node)
	visit = func(n syntax.Node) {
		outer := around
		switch n := n.(type) {
		case *syntax.Block:
			for i, s := range n.Stats {
				if s.Span().Start == pos {
					found = witness.Statement{Stats: n.Stats, Index: i, Around: around}
				}
			}
		case syntax.Stat:
			around = n
		}
		syntax.Children(n, visit)
		around = outer
	}
	visit(tree.Main.Body)
	return found
}

// TestOrigins asks where what is read at the | comes from, and of what stores and operators
// give where that comes from: the kind and the text of each origin.
func TestOrigins(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"local x = 1 return |x", "store x"},
		{"local x = 1 local y = x + 1 return |y", "store y, store x"},
		{"local x = ... and 1 or 2 return |x", "store x, store x"},
		{"local x = 1 if ... then x = 2 end return |x", "store x, store x"},
		{"local x = 1 local function f() return x |+ 1 end f()", "result, other x"},
		{"for i = 1, 2 do print(|i) end", "loop i"},
		{"local t = {x = 1} local y = t.x return |y, t.x", "store y, field {x = 1}"},
		{"local function f() return 1 end local y = f() return |y", "store y, function f"},
		{"return #... |+ 1", "result, result"},
		{"return |... + 1", ""},
	} {
		pos := source.Pos(strings.IndexByte(c.text, '|'))
		p := partsOf(t, c.text[:pos]+c.text[pos+1:])
		q := place.At(p, pos)
		asked, _ := q.OfExpression(pos)
		if q.Name != nil {
			asked = q.OfName()
		}
		origins := witness.OriginsIn(p)
		var got []string
		for _, at := range asked {
			origins.Of(p.Unit.Tree.Funcs[at.Func].ID, at.PC, func(o *witness.Origin) bool {
				got = append(got, written(p, origins, o))
				return o.Kind == witness.ByStore || o.Kind == witness.ByResult
			})
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func written(p *waste.Parts, origins *witness.Origins, o *witness.Origin) string {
	kind := [...]string{
		witness.ByStore: "store", witness.ByOther: "other", witness.ByLoop: "loop",
		witness.ByResult: "result", witness.ByTable: "field", witness.ByCallee: "function",
	}[o.Kind]
	switch {
	case o.Rec != nil:
		return kind + " " + p.Text.Name(&p.Unit.Res.Bindings[o.Rec.Binding])
	case o.Kind == witness.ByTable:
		return kind + " " + p.Unit.File.Slice(origins.Created(o)[0])
	case o.Kind == witness.ByCallee:
		return kind + " " + p.Unit.File.Slice(witness.HolderOf(p, o.Func))
	}
	return kind
}

// TestPurposes asks what each store of a cascade is read for: the lines of the stores, and c to
// compute, d to decide about, r to run another.
func TestPurposes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"local a = 1\nlocal b = a", "1 c 2"},
		{"local a = 1\nlocal b = a\nlocal c = b + a", "1 c 2, 1 c 3, 2 c 3"},
		{"local n = 0\nfor i = 1, 2 do\nn = n + 1\nend", "1 c 3, 3 c 3"},
		{"local n = 0\nlocal m = 0\nfor i = 1, 2 do\nif n > m then\nm = m + 1\nend\nn = n + 1\nend", "1 d 5, 1 c 7, 2 cd 5, 5 cd 5, 7 d 5, 7 c 7"},
		{"local a = ...\nlocal b\nif a then\nb = 1\nend\nlocal c = b", "1 d 4, 1 d 6, 4 c 6"},
		{"local a = 1\nlocal function f() return a end\nlocal b = f()", "2 c 3"},
		{"local function f(x) end\nlocal a = 1\nf(a)", ""}, // read for nobody
	} {
		p := partsOf(t, c.text)
		var got []string
		for i := range p.Cascades() {
			cascade := &p.Cascades()[i]
			line := func(i int) int { return p.Text.Line(p.Text.StoredAt(p.StoreOf(cascade.Members[i])).Start) }
			for from, of := range witness.PurposesOf(p, cascade) {
				for to, how := range of {
					if how != 0 {
						got = append(got, fmt.Sprintf("%d %s %d", line(from), letters(how), line(to)))
					}
				}
			}
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
	for how, want := range map[witness.Purpose]string{
		witness.ToCompute: "compute x", witness.ToDecide: "decide about x", witness.ToRun: "compute x",
		witness.ToCompute | witness.ToDecide: "compute or decide about x", witness.ToDecide | witness.ToRun: "decide about x",
	} {
		if got := how.Aim("x"); got != want {
			t.Errorf("%s: %s, want %s", letters(how), got, want)
		}
		if got := how.AimToUpdate("y", "x"); got != want && got != "update y" || (got == want) != (how&witness.ToCompute == 0 && how&witness.ToDecide != 0) {
			t.Errorf("%s: %s", letters(how), got)
		}
	}
}

func letters(how witness.Purpose) (text string) {
	for i, letter := range "cdr" {
		if how&(1<<i) != 0 {
			text += string(letter)
		}
	}
	return text
}

// TestBlocker asks why nothing needs what is read: the condition and what makes it so, or the
// function that ignores it.
func TestBlocker(t *testing.T) {
	const (
		sum     = "local n = 0\nfor i = 1, 2 do n = n + i end\n"
		counted = "return function(list, g) local n = 0 for _ in ipairs(list) do n = n + 1 local text = n * 2 "
	)
	for _, c := range []struct{ text, want string }{
		{"local debug = false " + counted + "if debug and text > 1 then g(text) end end end", "condition debug by debug"},
		{"local debug = false " + counted + "if not debug then else g(text) end end end", "condition not debug by debug"},
		{"local debug = false debug = false " + counted + "if debug then g(text) end end end", "condition debug"},
		{"local debug debug = false " + counted + "if debug then g(text) end end end", "condition debug"},
		{"local function f(x) end\n" + sum + "f(n)", "function f"},
		{"local function f(x, y) return y end\n" + counted + "local m = f(text, 1) end end", "function f, parameter x"},
		{sum, "none"},
		{sum + "print(n)", "no cascade"},
	} {
		p := partsOf(t, c.text)
		got := "no cascade"
		for i := range p.Cascades() {
			got = "none"
			if b, ok := witness.BlockerOf(p, &p.Cascades()[i]); ok && b.Condition.Valid() {
				got = "condition " + p.Unit.File.Slice(b.Condition)
				if b.Constant.Valid() {
					got += " by " + p.Unit.File.Slice(b.Constant)
				}
				break
			} else if ok {
				got = "function " + p.Unit.File.Slice(witness.HolderOf(p, b.Function))
				if b.Parameter != "" {
					got += ", parameter " + b.Parameter
				}
				break
			}
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}
