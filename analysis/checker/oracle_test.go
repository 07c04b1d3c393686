package checker

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/testkit/luagen"
	"luaflow/compile"
	"luaflow/compile/external"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/scale"
)

// programs is how many random programs TestClaims runs.
var programs = uint64(scale.Of(400))

// TestClaims runs random programs twice in the real Lua: as they are, and with every
// finding put to the test. Where a value is said never to be read there is another
// one, where control is said never to come there is an error, and what is said to
// have no effect is gone. The output must be the same.
func TestClaims(t *testing.T) {
	tested := tryClaims(t, programs, func(_ uint64, u *compile.Unit) []analysis.Finding { return checkAll(u) })
	for _, code := range checks.Codes() {
		if scale.Full() && tested[code] == 0 && !slices.Contains(ofTheText, code) {
			t.Errorf("no program has a finding of %s", code)
		}
	}
	t.Log(tested)
}

// tryClaims puts to the test what check finds in random programs, and counts that by code.
func tryClaims(t *testing.T, programs uint64, check func(seed uint64, u *compile.Unit) []analysis.Finding) map[string]int {
	lua := external.Program(t, "lua5.3")
	tested := map[string]int{}
	for seed := range 2 * programs {
		text := newProgram(seed / 2)
		if seed%2 == 1 {
			text = luagen.Program(seed/2, luagen.Options{Plain: true})
			switch seed % 8 {
			case 3:
				text = withLateTests(text)
			case 7:
				text = withMoreArguments(text)
			case 1:
				text = withErrors + text
			}
		}
		u := compile.Compile(source.NewFile("program.lua", text))
		if len(u.Errors) > 0 {
			t.Fatalf("seed %d: %s\n%s", seed, u.Errors[0].Msg, text)
		}
		want := execute(t, lua, text)
		for _, found := range apart(check(seed, u)) {
			changed := contradict(u, found, tested)
			if got := execute(t, lua, changed); want != got {
				t.Fatalf("seed %d: a claim is wrong\n%s\nprints\n%s\nand, contradicted,\n%s\nprints\n%s", seed, text, want, changed, got)
			}
		}
	}
	return tested
}

// withMoreArguments hands to every other call of a local variable one argument more than the program does.
func withMoreArguments(text string) string {
	u := compile.Compile(source.NewFile("program.lua", text))
	var edits []source.Edit
	calls := 0
	syntax.Inspect(u.Tree.Main.Body, func(n syntax.Node) bool {
		call, ok := n.(*syntax.Call)
		if !ok || text[call.End-1] != ')' {
			return true
		}
		if name, ok := call.Fn.(*syntax.Name); !ok || u.Res.Refs[name.ID].Kind == resolve.ToGlobal {
			return true
		}
		if calls++; calls%2 == 0 {
			return true
		}
		more := "'more'"
		if len(call.Args()) > 0 {
			more = ", " + more
		}
		edits = append(edits, source.Edit{Span: source.Span{Start: call.End - 1, End: call.End - 1}, New: more})
		return true
	})
	return apply(text, edits)
}

// withErrors has operations that fail for certain, in functions that are tried in a way nobody sees, and such that need not.
const withErrors = `
local function attempt(f, ...) return (pcall(f, ...)) end
local function sure(x) if x == nil then local y = x.y print(y) end return x end
local function computed(x) local t = {} if not x then t[1] = t + 1 end t = x or t print(#t) end
local function called(x) local n = 1 if x then n = print end n(x) end
print(attempt(sure), attempt(sure, 1), attempt(computed), attempt(computed, {}), attempt(called), attempt(called, 1)) `

// isPlain reports whether a statement does one thing after the other, so that the next one comes after all of it.
func isPlain(u *compile.Unit, s syntax.Stat) bool {
	switch s.(type) {
	case *syntax.Local, *syntax.Assign, syntax.CallStat:
		text := u.File.Slice(s.Span())
		return !strings.Contains(text, " and ") && !strings.Contains(text, " or ") && !strings.Contains(text, "function")
	}
	return false
}

// statAround returns the innermost statement around a place.
func statAround(u *compile.Unit, at source.Span) (around syntax.Stat) {
	for _, s := range u.Tree.Stats {
		if s.Span().Covers(at) {
			around = s
		}
	}
	return around
}

// mayBeNil tests what is nil every other time, and is only used if it is not.
const mayBeNil = `; (function(it, used) if used then it.x = 1 end if it == nil then return end it.x = 2 end)(some, some)
some = some == nil and {} or nil `

// withLateTests asks after assignments whether a local variable is nil that is indexed, called or computed with in them.
func withLateTests(text string) string {
	u := compile.Compile(source.NewFile("program.lua", text))
	var edits []source.Edit
	for k, s := range u.Tree.Stats {
		switch s.(type) {
		case *syntax.Local, *syntax.Assign:
		default:
			continue
		}
		if used := usedIn(u, s); used != nil {
			end, test := s.Span().End, [...]string{"not %s", "%s == nil", "%[1]s == nil or not %[1]s"}[k%3]
			test = fmt.Sprintf(" if "+test+" then return end ", u.File.Slice(used.Span()))
			edits = append(edits, source.Edit{Span: source.Span{Start: end, End: end}, New: mayBeNil + test})
		}
	}
	return apply(text, edits)
}

// usedIn returns the name of a local variable that a statement indexes, calls or computes with, the first in the text; nil if it does so with none.
func usedIn(u *compile.Unit, s syntax.Stat) (used *syntax.Name) {
	syntax.Inspect(s, func(n syntax.Node) bool {
		var of syntax.Expr
		switch n := n.(type) {
		case *syntax.Function:
			return false
		case *syntax.Field:
			of = n.Obj
		case *syntax.Index:
			of = n.Obj
		case *syntax.Call:
			of = n.Fn
		case *syntax.Binary:
			if n.Op != syntax.And && n.Op != syntax.Or && n.Op != syntax.Eq && n.Op != syntax.Ne {
				of = n.X
			}
		}
		if name, ok := of.(*syntax.Name); ok && u.Res.Refs[name.ID].Kind != resolve.ToGlobal {
			used = name
		}
		return used == nil
	})
	return used
}

// apart returns the findings in groups that can be contradicted together: another value in a
// chain that ends nowhere may well decide a condition there that is always the same, and what is put
// after an operand may stand in the place of what is put after its statement.
func apart(found []analysis.Finding) (groups [][]analysis.Finding) {
	var cascades, operands, fields, others []analysis.Finding
	for _, f := range found {
		switch f.Code {
		case "dead-cycle", "write-only-table", "unread-field":
			cascades = append(cascades, f)
		case "same-operands":
			operands = append(operands, f)
		case "undefined-field":
			fields = append(fields, f)
		default:
			others = append(others, f)
		}
	}
	groups = append(groups, others)
	for _, group := range [][]analysis.Finding{cascades, operands, fields} {
		if len(group) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

// ofTheText is the checks that claim nothing of every execution, and those that ask for the rest of a program.
var ofTheText = []string{
	"require-cycle", "unresolved-require", "unused-export", "unused-module", "unused-require",
	"deprecated", "discarded-result", "empty-block", "ignored-error", "invalid-suppression", "maybe-uninitialized", "negated-comparison", "reversed-loop",
	"same-branches", "shadowing", "syntax-error", "unbalanced-assignment", "unclosed-handle", "undefined-global", "unused-global",
	"useless-suppression",
}

// TestClaimsCanFail contradicts, in the same way, stores of which nothing is claimed:
// the outputs must tell.
func TestClaimsCanFail(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	seen := 0
	for seed := range uint64(20) {
		text := newProgram(seed)
		u := compile.Compile(source.NewFile("program.lua", text))
		var claims []analysis.Finding
		for id := range u.Res.Bindings {
			b := &u.Res.Bindings[id]
			if b.Reads > 0 && b.Writes > 0 && b.Func > 0 {
				f := analysis.Finding{Code: "never-read", Subject: analysis.About(0)}
				f.Subject.Binding = resolve.BindingID(id)
				claims = append(claims, f)
			}
		}
		changed := contradict(u, claims, map[string]int{})
		if execute(t, lua, text) != execute(t, lua, changed) {
			seen++
		}
	}
	if seen < 10 {
		t.Errorf("only %d of 20 programs show it", seen)
	}
}

func execute(t *testing.T, lua, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "program.lua")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(lua, name).Output()
	if err != nil {
		return fmt.Sprintf("%s%v\n", out, err)
	}
	return string(out)
}

// contradict changes the text in each way that a finding says is without effect, and
// counts the findings.
func contradict(u *compile.Unit, found []analysis.Finding, tested map[string]int) string {
	var edits []source.Edit
	insert := func(at source.Pos, text string) {
		edits = append(edits, source.Edit{Span: source.Span{Start: at, End: at}, New: text})
	}
	for i := range found {
		f := &found[i]
		tested[f.Code]++
		switch f.Code {
		case "deprecated", "discarded-result", "empty-block", "ignored-error", "maybe-uninitialized", "negated-comparison", "same-branches", "shadowing",
			"unbalanced-assignment", "unclosed-handle", "undefined-global", "unused-global":
		case "certain-error":
			if s := statAround(u, f.Span); isPlain(u, s) {
				insert(s.Span().End, " print('it went on') ")
			}
		case "unreachable-code":
			insert(f.Span.Start, " error('reached') ")
		case "uninitialized-read":
			edits = append(edits, source.Edit{Span: f.Span, New: "(nil)"})
			for _, r := range f.Related[1:] {
				edits = append(edits, source.Edit{Span: r.Span, New: "(nil)"})
			}
		case "discarded-pure-call":
			call := u.Tree.Stats[f.Subject.Stat].(syntax.CallStat).Call().(*syntax.Call)
			edits = append(edits, source.Edit{Span: call.Fn.Span(), New: "; (function() end)"})
		case "useless-loop":
			edits = append(edits, source.Edit{Span: u.Tree.Stats[f.Subject.Stat].Span()})
		case "unused-label", "redundant-return":
			edits = append(edits, source.Edit{Span: f.Span})
		case "loop-runs-once":
			loop := u.Tree.Stats[f.Subject.Stat]
			insert(loop.Span().Start, " do local again ")
			insert(bodyOf(loop).Start, " if again then error('again', 0) end again = true ")
			insert(loop.Span().End, " end ")
		case "same-operands":
			if before, ok := operandBefore(u, f); ok {
				edits = append(edits, called("first", before)...)
				edits = append(edits, called("second", f.Span)...)
			}
		case "lost-result":
			switch at := u.File.Slice(f.Span); {
			case strings.HasSuffix(f.Message, "this is nil"):
				insert(f.Span.Start, "nothing(")
				insert(f.Span.End, ")")
			case strings.Contains(f.Message, "gets no value") && !strings.ContainsAny(at, "[."):
				insert(statAround(u, f.Span).Span().End, fmt.Sprintf(" %s = nil; ", at))
			}
		case "lost-argument":
			if f.Subject.Binding == 0 { // else the parameter is nil
				insert(f.Span.Start, " { ")
				insert(f.Span.End, " } ")
			}
		case "constant-parameter", "duplicate-condition":
			edits = append(edits, source.Edit{Span: f.Span, New: asserted(u, f)})
		case "constant-condition":
			if strings.Contains(f.Message, "unless a metamethod") {
				continue
			}
			if !strings.HasPrefix(f.Message, "the loop") {
				edits = append(edits, source.Edit{Span: f.Span, New: asserted(u, f)})
			} else {
				insert(bodyOf(u.Tree.Stats[f.Subject.Stat]).Start, " error('reached') ")
			}
		case "nil-index":
			if f.Subject.Stat == syntax.NoStat { // else a call may give nil, or not
				test := f.Related[0].Span
				edits = append(edits, source.Edit{Span: test, New: neverNil(u.File.Slice(test))})
			}
		case "no-effect-assignment", "self-assignment":
			if st := u.Tree.Stats[f.Subject.Stat]; len(st.(*syntax.Assign).Targets()) == 1 {
				edits = append(edits, source.Edit{Span: st.Span()})
			}
		case "dead-cycle", "write-only-table":
			for i, at := range memberStores(u, f) {
				with := "poisoned"
				if i == 0 && f.Code == "write-only-table" {
					with = "refilled"
				}
				insert(at.after, fmt.Sprintf(" %s = %s(%s); ", at.name, with, at.name))
			}
		case "unread-field":
			edits = append(edits, poisonedField(u, f)...)
		case "undefined-field":
			starts := slices.ContainsFunc(u.Tree.Stats, func(s syntax.Stat) bool { return s.Span().Start == f.Span.Start })
			if f.Severity == analysis.Warning && !starts && !strings.Contains(u.File.Slice(f.Span), ":") {
				edits = append(edits, called("nothing", f.Span)...)
			}
		default:
			for _, at := range storedAt(u, f) {
				insert(at, fmt.Sprintf(" %s = 'poison'; ", nameOf(u, f)))
			}
		}
	}
	return poison + apply(u.File.Text(), edits)
}

// poison makes another value of the same type, which the same operations take. A table
// of which the finding is gets other fields.
const poison = `
local function poisoned(v)
  local t = type(v)
  if t == "number" then return 4242 elseif t == "string" then return "7" elseif t == "boolean" then return not v end
  return v
end
local function nothing() return nil end
local function refilled(t)
  t[1], t[2], t[3], t.poison = 7, 7, 7, 7
  return t
end
local operand
local function first(v) operand = v return v end
local function second(v) if v == v and not rawequal(v, operand) then error('another') end return v end
`

// called returns the edits that hand an expression to a function, which returns it.
func called(function string, at source.Span) []source.Edit {
	return []source.Edit{
		{Span: source.Span{Start: at.Start, End: at.Start}, New: function + "("},
		{Span: source.Span{Start: at.End, End: at.End}, New: ")"},
	}
}

// operandBefore returns the operand that a finding says is the same as the one at its place; ok is false if either is
// more than a name or a field, as there may be findings in it.
func operandBefore(u *compile.Unit, f *analysis.Finding) (at source.Span, ok bool) {
	syntax.Inspect(u.Tree.Stats[f.Subject.Stat], func(n syntax.Node) bool {
		e, isBinary := n.(*syntax.Binary)
		if !isBinary || e.Y.Span() != f.Span {
			return true
		}
		at = e.X.Span()
		if left, isChain := e.X.(*syntax.Binary); isChain {
			at = left.Y.Span()
		}
		switch e.Y.(type) {
		case *syntax.Name, *syntax.Field, *syntax.Index:
			ok = u.File.Slice(at) == u.File.Slice(f.Span)
		}
		return false
	})
	return at, ok
}

// poisonedField gives the field of a finding another value where the finding says that
// nothing reads it.
func poisonedField(u *compile.Unit, f *analysis.Finding) (edits []source.Edit) {
	wrap := func(at source.Span) { edits = append(edits, called("poisoned", at)...) }
	if f.Subject.Stat == syntax.NoStat {
		var visit func(syntax.Node)
		visit = func(n syntax.Node) {
			if t, ok := n.(*syntax.Table); ok {
				for _, it := range t.Items {
					if it.Key() != nil && it.Key().Span() == f.Span {
						wrap(it.Value().Span())
					}
				}
			}
			syntax.Children(n, visit)
		}
		visit(u.Tree.Main.Body)
	} else if st, ok := u.Tree.Stats[f.Subject.Stat].(*syntax.Assign); ok && len(st.Values()) == len(st.Targets()) {
		for i, target := range st.Targets() {
			if target.Span() == f.Span {
				wrap(st.Values()[i].Span())
			}
		}
	}
	return edits
}

// memberStore is a store of a finding: the name, and the place after it.
type memberStore struct {
	name  string
	after source.Pos
}

// memberStores returns the stores of a cascade that a finding names, the one that it stands at
// first; nil if the finding is one that metamethods may refute.
func memberStores(u *compile.Unit, f *analysis.Finding) (found []memberStore) {
	if f.Severity == analysis.Hint {
		return nil
	}
	find := func(name source.Span) {
		for i := range u.Funcs {
			m := u.Funcs[i].Map
			for k := range m.Stores {
				s := &m.Stores[k]
				if at, ok := placeAfter(u, m, s); ok && s.Name != syntax.NoName && u.Tree.Names.At(s.Name).Span() == name {
					found = append(found, memberStore{u.Tree.Str(u.Res.Bindings[s.Binding].Sym), at})
				}
			}
		}
	}
	find(f.Span)
	for _, r := range f.Related {
		find(r.Span)
	}
	return found
}

// asserted returns the condition of a finding, with an error where it comes out otherwise than
// claimed.
func asserted(u *compile.Unit, f *analysis.Finding) string {
	text := u.File.Slice(f.Span)
	if strings.Contains(f.Message, "always true") || strings.HasPrefix(f.Message, "the right side of `or`") {
		return fmt.Sprintf("(assert(%s))", text)
	}
	return fmt.Sprintf("(%s and assert(not (%s)))", text, text)
}

// neverNil returns a test of a variable for nil, or of its truth, with an error where it is nil.
func neverNil(test string) string {
	switch {
	case strings.Contains(test, "=="):
		return fmt.Sprintf("(%s and error('nil'))", test)
	case strings.Contains(test, "~="):
		return fmt.Sprintf("(%s or error('nil'))", test)
	}
	return fmt.Sprintf("(assert(%s ~= nil) and %s)", test, test)
}

// bodyOf returns the body of a loop.
func bodyOf(s syntax.Stat) (body *syntax.Block) {
	syntax.Children(s, func(n syntax.Node) {
		if b, ok := n.(*syntax.Block); ok {
			body = b
		}
	})
	return body
}

func nameOf(u *compile.Unit, f *analysis.Finding) string {
	return u.Tree.Str(u.Res.Bindings[f.Subject.Binding].Sym)
}

// storedAt returns where the values that a finding is about have just been stored: the value of
// one store, or all values of a variable.
func storedAt(u *compile.Unit, f *analysis.Finding) (places []source.Pos) {
	for i := range u.Funcs {
		for k := range u.Funcs[i].Map.Stores {
			s := &u.Funcs[i].Map.Stores[k]
			one := f.Code == "dead-store"
			if s.Binding != f.Subject.Binding || one && (syntax.FuncID(i) != f.Subject.Func || k != f.Subject.Store) {
				continue
			}
			if at, ok := placeAfter(u, u.Funcs[i].Map, s); ok {
				places = append(places, at)
			}
		}
	}
	return places
}

// placeAfter returns the first place after a store at which a statement can stand and the
// name means the variable; ok is false if there is none.
func placeAfter(u *compile.Unit, m *srcmap.Func, s *srcmap.StoreRec) (source.Pos, bool) {
	name := u.Res.Bindings[s.Binding].Sym
	if s.Kind == srcmap.ParamInit {
		named := 0
		for _, p := range m.Func.Params {
			if p.Sym == name {
				named++
			}
		}
		return m.Func.Body.Start, named < 2 // `function(a, a)`: the first has no name
	}
	switch st := u.Tree.Stats[s.Stat].(type) {
	case *syntax.NumericFor:
		return st.Body.Start, true
	case *syntax.GenericFor:
		return st.Body.Start, true
	case *syntax.Local:
		last := st.Names[len(st.Names)-1]
		return st.End, last.ID == s.Name || last.Sym != name // `local a, a`: the first has no name
	case *syntax.Assign:
		stores := 0
		for _, target := range st.Targets() {
			if n, ok := target.(*syntax.Name); ok && n.Sym == name {
				stores++
			}
		}
		return st.Span().End, stores == 1 // `a, a = 1, 2`: the other store comes in between
	default:
		return st.Span().End, true
	}
}

func apply(text string, edits []source.Edit) string {
	slices.SortStableFunc(edits, func(a, b source.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	var out strings.Builder
	at := source.Pos(0)
	for _, e := range edits {
		if e.Span.Start < at {
			continue // inside something that is gone
		}
		out.WriteString(text[at:e.Span.Start])
		out.WriteString(" " + e.New)
		at = e.Span.End
	}
	out.WriteString(text[at:])
	return out.String()
}
