package compile_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/meter"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
	"luaflow/compile/testkit/typing"
)

// TestCompileNext types into texts, and holds that what is made of each version out of the one before is what
// the compiler makes of its text.
func TestCompileNext(t *testing.T) {
	languages := []syntax.Language{{Dialects: syntax.Any}, {Dialects: syntax.Any, Extensions: syntax.ContinueWord | syntax.AddAssign}, {}, {Dialects: syntax.Lua51}, {Dialects: syntax.LuaJIT}}
	kept, all := 0, 0
	for i, text := range typing.Texts(t, slices.Concat(
		must.Glob(t, "testdata/dialects/*.lua"), must.Glob(t, "codegen/testdata/*.lua"), must.Glob(t, "resolve/testdata/*.lua"),
	)...) {
		if !scale.Turn(i) {
			continue
		}
		typist := typing.New(text, uint64(i))
		l := languages[i/2%len(languages)]
		m := new(compile.Memory)
		was := ""
		var made map[uint64]bytecode.Proto
		for range scale.Of(150) {
			f := source.NewFile("test.lua", typist.Text)
			m.Meter = new(meter.Meter)
			got := m.CompileNext(f, l)
			fresh := &compile.Memory{Meter: new(meter.Meter)}
			want := fresh.CompileAs(f, l)
			all++
			if m.Meter.Steps() < fresh.Meter.Steps() {
				kept++
			}
			if problem := unitDiffers(got, want); problem != "" {
				t.Fatalf("text %d, %v: %s\nof\n%s\nafter\n%s", i, l, problem, typist.Text, was)
			}
			made = madeOf(t, got, made)
			was = typist.Text
			typist.Type()
		}
	}
	t.Logf("%d of %d were compiled in part", kept, all)
	if 50*kept < all {
		t.Errorf("%d of %d were compiled in part", kept, all)
	}
}

// madeOf returns the prototypes of a unit by what Made says of its functions, and holds that those which are among the
// ones before are what they were but for their lines.
func madeOf(t *testing.T, u *compile.Unit, before map[uint64]bytecode.Proto) map[uint64]bytecode.Proto {
	t.Helper()
	now := make(map[uint64]bytecode.Proto)
	for i := range u.Funcs {
		f := &u.Funcs[i]
		if _, isTwice := now[f.Made]; isTwice || f.Made == 0 {
			t.Fatalf("function %d has the number %d", i, f.Made)
		}
		p := *f.Proto
		p.Code, p.Constants, p.Locals, p.Upvalues = slices.Clone(p.Code), slices.Clone(p.Constants), slices.Clone(p.Locals), slices.Clone(p.Upvalues)
		now[f.Made] = p
		if was, ok := before[f.Made]; ok && (was.NumParams != p.NumParams || was.MaxStack != p.MaxStack || !slices.Equal(was.Code, p.Code) ||
			!slices.Equal(was.Constants, p.Constants) || !slices.Equal(was.Locals, p.Locals) || !slices.Equal(was.Upvalues, p.Upvalues)) {
			t.Fatalf("function %d of\n%s\nhas another code and the number that it had before", i, u.File.Text())
		}
	}
	return now
}

// unitDiffers returns how a unit differs from another of the same text; "" if it does not.
func unitDiffers(got, want *compile.Unit) string {
	if err := syntax.Verify(got.Tree); err != nil {
		return err.Error()
	}
	if a, b := errorsOf(got), errorsOf(want); a != b {
		return "errors " + a + "\nwant " + b
	}
	if got.Dialects != want.Dialects || got.Analyzable() != want.Analyzable() || len(got.Funcs) != len(want.Funcs) {
		return fmt.Sprint("dialects, limits or number of functions: ", len(got.Funcs), len(want.Funcs))
	}
	if problem := namesDiffer(got.Res, want.Res); problem != "" {
		return problem
	}
	if a, b := listing(got.Main), listing(want.Main); a != b {
		return "code\n" + a + "\nwant\n" + b
	}
	if !bytes.Equal(bytecode.AppendDump(nil, got.Main, false), bytecode.AppendDump(nil, want.Main, false)) {
		return "the chunks differ"
	}
	return mapDiffers(got, want)
}

func errorsOf(u *compile.Unit) (text string) {
	for _, e := range u.Errors {
		text += fmt.Sprintf("%v %d %d %s; ", e.Span, e.Detect, e.Line, e.Msg)
	}
	return text
}

func listing(main *bytecode.Proto) string {
	var b bytes.Buffer
	if err := bytecode.List(&b, main, bytecode.ListOptions{}); err != nil {
		return err.Error()
	}
	return b.String()
}

// namesDiffer compares what names mean.
func namesDiffer(got, want *resolve.Info) string {
	binding := func(i *resolve.Info, b resolve.Binding) string {
		decl := syntax.NoName
		if b.Decl != nil {
			decl = b.Decl.ID
		}
		return fmt.Sprint(b.Kind, b.Attrib, i.Tree.Str(b.Sym), b.Func, b.Stat, decl, b.Scope, b.Reads, b.Writes, b.Calls, b.Captured, b.Exposed)
	}
	if len(got.Bindings) != len(want.Bindings) || len(got.Labels) != len(want.Labels) {
		return "number of bindings or labels"
	}
	for i := 1; i < len(got.Bindings); i++ {
		if a, b := binding(got, got.Bindings[i]), binding(want, want.Bindings[i]); a != b {
			return fmt.Sprintf("binding %d is %s, want %s", i, a, b)
		}
	}
	for i := 1; i < len(got.Labels); i++ {
		a, b := got.Labels[i], want.Labels[i]
		if a.Stat.ID() != b.Stat.ID() || a.Func != b.Func || a.Used != b.Used || a.Last != b.Last {
			return fmt.Sprintf("label %d is %v, want %v", i, a, b)
		}
	}
	if len(got.Refs) != len(want.Refs) {
		return "number of names"
	}
	for i, ref := range got.Refs {
		if n := want.Tree.Names.At(syntax.NameID(i)); ref != want.Refs[i] {
			return fmt.Sprintf("%s at %v is %v, want %v", want.Tree.Str(n.Sym), n.Span(), ref, want.Refs[i])
		}
	}
	for i := range got.Tree.Stats {
		if a, b := got.LabelOf(syntax.StatID(i)), want.LabelOf(syntax.StatID(i)); a != b {
			return fmt.Sprintf("label of %d: %d, want %d", i, a, b)
		}
	}
	for i := range got.Upvalues {
		same := slices.EqualFunc(got.Upvalues[i], want.Upvalues[i], func(a, b resolve.Upvalue) bool {
			return got.Tree.Str(a.Sym) == want.Tree.Str(b.Sym) && a.Binding == b.Binding && a.InStack == b.InStack && a.Index == b.Index
		})
		if !same || got.FirstBinding[i] != want.FirstBinding[i] {
			return fmt.Sprintf("upvalues of function %d: %v, want %v; first binding %d, %d", i, got.Upvalues[i], want.Upvalues[i], got.FirstBinding[i], want.FirstBinding[i])
		}
	}
	return ""
}

// mapDiffers compares maps from code to text.
func mapDiffers(got, want *compile.Unit) string {
	for i := range got.Funcs {
		a, b := &got.Funcs[i], &want.Funcs[i]
		if a.Broken != b.Broken || a.Map.Func.ID != b.Map.Func.ID || a.Proto.LineDefined != b.Proto.LineDefined || a.Proto.LastLineDefined != b.Proto.LastLineDefined {
			return fmt.Sprintf("function %d: broken %t, %t, number %d", i, a.Broken, b.Broken, a.Map.Func.ID)
		}
		if !slices.Equal(a.Map.Stores, b.Map.Stores) || !slices.Equal(a.Map.Locals, b.Map.Locals) {
			return fmt.Sprintf("stores of %d: %v, want %v; locals %v, want %v", i, a.Map.Stores, b.Map.Stores, a.Map.Locals, b.Map.Locals)
		}
		for pc := range b.Map.Origins.Len() {
			if x, y := a.Map.Origins.At(pc), b.Map.Origins.At(pc); x != y {
				return fmt.Sprintf("origin of %d in function %d: %v, want %v", pc, i, x, y)
			}
		}
	}
	for i := range got.Tree.Stats {
		if a, b := got.Map.PCs(syntax.StatID(i)), want.Map.PCs(syntax.StatID(i)); a != b {
			return fmt.Sprintf("pcs of statement %d: %v, want %v", i, a, b)
		}
	}
	for i := range got.Tree.Names.Len() {
		if a, b := got.Map.ReadPC(syntax.NameID(i)), want.Map.ReadPC(syntax.NameID(i)); a != b {
			return fmt.Sprintf("pc of name %d: %v, want %v", i, a, b)
		}
	}
	if !slices.Equal(got.Map.Regs, want.Map.Regs) {
		return fmt.Sprintf("registers %v, want %v", got.Map.Regs, want.Map.Regs)
	}
	return pcsDiffer(got.Map, want.Map)
}

// pcsDiffer compares what two maps yield.
func pcsDiffer(got, want *srcmap.Map) string {
	var a, b []string
	for id, pc := range got.ReadPCs() {
		a = append(a, fmt.Sprint(id, pc))
	}
	for id, pc := range want.ReadPCs() {
		b = append(b, fmt.Sprint(id, pc))
	}
	if !slices.Equal(a, b) {
		return fmt.Sprintf("pcs of reads: %v, want %v", a, b)
	}
	return ""
}
