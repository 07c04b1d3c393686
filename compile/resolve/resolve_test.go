package resolve_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// TestGolden prints what resolve says of testdata/*.lua: a line for each binding,
// name, label and upvalue.
func TestGolden(t *testing.T) {
	for _, file := range must.Glob(t, "testdata/*.lua") {
		text := must.Read(t, file)
		got := describe(new(resolve.Memory).Resolve(syntax.Parse(source.NewFile(file, text), syntax.Language{})))
		must.Match(t, strings.TrimSuffix(file, ".lua")+".golden", got)
	}
}

var kinds = [...]string{
	resolve.Local: "local", resolve.LocalFunction: "local function", resolve.Param: "parameter",
	resolve.Self: "self", resolve.LoopIndex: "loop index", resolve.LoopVar: "loop variable",
}

// describe prints an Info. Bindings are named by their number.
func describe(r *resolve.Info) []byte {
	var b bytes.Buffer
	place := func(p source.Pos) string {
		line := r.Tree.File.Line(p)
		return fmt.Sprintf("%d:%d", line, p-r.Tree.File.LuaLines()[line-1]+1)
	}
	for id := 1; id < len(r.Bindings); id++ {
		v := r.Bindings[id]
		fmt.Fprintf(&b, "%s #%d %s of function %d, seen from %s to %s, %d reads, %d writes",
			kinds[v.Kind], id, r.Tree.Str(v.Sym), v.Func, place(v.Scope.Start), place(v.Scope.End), v.Reads, v.Writes)
		if v.Captured {
			b.WriteString(", captured")
		}
		if v.Exposed {
			b.WriteString(", exposed")
		}
		b.WriteByte('\n')
	}
	for n := range r.Tree.Names.All() {
		ref := r.Refs[n.ID]
		what := [...]string{"declares", "is local", "is upvalue", "is global, _ENV"}[ref.Kind]
		fmt.Fprintf(&b, "%s %s %s #%d", place(n.Start), r.Tree.Str(n.Sym), what, ref.Binding)
		if ref.Upvalue >= 0 {
			fmt.Fprintf(&b, " in upvalue %d", ref.Upvalue)
		}
		if ref.Write {
			b.WriteString(", written")
		}
		b.WriteByte('\n')
	}
	for id, l := range r.Labels[1:] {
		fmt.Fprintf(&b, "label #%d %s, used: %v\n", id+1, r.Tree.Str(l.Stat.Label), l.Used)
	}
	for fn, ups := range r.Upvalues {
		for i, u := range ups {
			fmt.Fprintf(&b, "function %d, upvalue %d: %s #%d, in stack: %v, index %d\n",
				fn, i, r.Tree.Str(u.Sym), u.Binding, u.InStack, u.Index)
		}
	}
	for _, e := range r.Errors {
		fmt.Fprintf(&b, "error at %s: %s\n", place(e.Detect), e.Msg)
	}
	return b.Bytes()
}
