package explore_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"luaflow/analysis/checker"
	"luaflow/analysis/explore"
	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// ask asks an Explorer as a page does.
func ask[R any](t *testing.T, x *explore.Explorer, method string, params any) (result R) {
	t.Helper()
	result, said := asked[R](t, x, method, params)
	if said != "" {
		t.Fatalf("%s %v: %s", method, params, said)
	}
	return result
}

// asked returns the result, or the error, of a request.
func asked[R any](t *testing.T, x *explore.Explorer, method string, params any) (result R, said string) {
	t.Helper()
	request, err := json.Marshal(map[string]any{"id": 1, "method": method, "params": params})
	must.Do(t, err)
	data := x.Handle(context.Background(), request)
	answer := struct {
		ID     int
		Result *R
		Error  string
	}{Result: &result}
	if err := json.Unmarshal(data, &answer); err != nil || answer.ID != 1 {
		t.Fatalf("%s: %v: %s", method, err, data)
	}
	return result, answer.Error
}

// TestGoldens compares all answers about small programs: the overview, each function, what is selected at each name, and the
// text with all fixes.
func TestGoldens(t *testing.T) {
	for _, file := range must.Glob(t, "testdata/*.lua") {
		x := explore.New()
		text := must.Read(t, file)
		overview := ask[explore.Overview](t, x, explore.MethodOpen, explore.Text{Name: filepath.Base(file), Text: text, Dialect: "5.3"})
		for i := range overview.Findings {
			overview.Findings[i].Page, _, _ = strings.Cut(overview.Findings[i].Page, "\n") // the rest is a file of its own
		}
		var b strings.Builder
		write := func(title string, answer any) {
			data, err := json.MarshalIndent(answer, "", " ")
			must.Do(t, err)
			fmt.Fprintf(&b, "== %s\n%s\n", title, compact(string(data)))
		}
		write("overview", overview)
		for _, f := range overview.Functions {
			write("function "+f.Path, ask[explore.Function](t, x, explore.MethodFunction, explore.FunctionParams{Path: f.Path}))
		}
		units := utf16.Encode([]rune(text))
		for name := range compile.Compile(source.NewFile(file, text)).Tree.Names.All() {
			at := len(utf16.Encode([]rune(text[:name.Start])))
			line := 1 + strings.Count(string(utf16.Decode(units[:at])), "\n")
			selected := ask[explore.Selection](t, x, explore.MethodSelect, explore.Place{At: at})
			write(fmt.Sprintf("select %s in line %d", text[name.Start:name.End], line), selected)
		}
		write("fixAll", ask[explore.FixedAll](t, x, explore.MethodFixAll, nil))
		must.Match(t, strings.TrimSuffix(file, ".lua")+".golden", []byte(b.String()))
	}
}

// compact puts what JSON has of few words on one line.
func compact(indented string) string {
	var out []string
	for _, line := range strings.Split(indented, "\n") {
		trimmed := strings.TrimLeft(line, " ")
		if depth := len(line) - len(trimmed); depth > 2 && len(out) > 0 {
			out[len(out)-1] += " " + trimmed
			continue
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// TestAnswersFit asks about programs of checks, and some of its own, and holds that all that is answered is in the text and the code.
func TestAnswersFit(t *testing.T) {
	for i, file := range must.Glob(t, "../checks/*/testdata/*.lua") {
		if i%7 == 0 {
			checkAnswers(t, file, must.Read(t, file))
		}
	}
	for _, file := range must.Glob(t, "testdata/*.lua") {
		checkAnswers(t, file, must.Read(t, file))
	}
}

// checkAnswers asks about all functions of a text, and about some places.
func checkAnswers(t *testing.T, name, text string) {
	x := explore.New()
	overview, said := asked[explore.Overview](t, x, explore.MethodOpen, explore.Text{Name: name, Text: text})
	if said != "" {
		t.Errorf("%s: %s", name, said)
		return
	}
	f := fitting{t: t, name: name, size: len(utf16.Encode([]rune(text))), sizes: map[string]int{}}
	for _, o := range overview.Functions {
		f.sizes[o.Path] = o.Size
		f.span(o.Span)
	}
	for _, o := range overview.Findings {
		f.span(o.Span)
		for _, fix := range o.Fixes {
			for _, e := range fix.Edits {
				f.span(e.Span)
			}
		}
	}
	for _, o := range overview.Functions {
		f.function(ask[explore.Function](t, x, explore.MethodFunction, explore.FunctionParams{Path: o.Path}), o.Size)
		for pc := 0; pc < o.Size; pc += 1 + o.Size/5 {
			f.selection(ask[explore.Selection](t, x, explore.MethodSelect, explore.Place{At: -1, Path: o.Path, PC: pc}))
		}
	}
	for at := 0; at <= f.size; at += 1 + f.size/15 {
		f.selection(ask[explore.Selection](t, x, explore.MethodSelect, explore.Place{At: at}))
	}
}

// fitting holds what answers about one text must fit.
type fitting struct {
	t     *testing.T
	name  string
	size  int            // of the text, in units
	sizes map[string]int // of the functions, by path
}

func (f *fitting) span(s explore.Span) {
	f.t.Helper()
	if s.From < 0 || s.From > s.To || s.To > f.size {
		f.t.Errorf("%s: %v is not in the text of %d", f.name, s, f.size)
	}
}

func (f *fitting) instruction(i explore.Instruction) {
	f.t.Helper()
	if size, ok := f.sizes[i.Path]; !ok || i.PC < -1 || i.PC >= size {
		f.t.Errorf("%s: there is no instruction %v", f.name, i)
	}
}

func (f *fitting) function(o explore.Function, size int) {
	f.t.Helper()
	for _, pass := range o.Passes {
		last := -1
		for _, l := range pass.Lines {
			f.instruction(explore.Instruction{Path: o.Path, PC: l.PC})
			for _, s := range l.Spans {
				f.span(s)
			}
			isMoved := l.PC < last && pass.Name != "optimised" // which adds jumps, each by the pc that it leads on to
			if isMoved || pass.Name == "compiled" && l.PC != last+1 {
				f.t.Errorf("%s: %s: %d comes after %d in %s", f.name, o.Path, l.PC, last, pass.Name)
			}
			last = l.PC
		}
	}
	if o.NoGraph == "" {
		next := 0
		for _, b := range o.Graph.Blocks {
			if b.From != next || b.To <= b.From {
				f.t.Errorf("%s: %s: a block from %d to %d comes after %d", f.name, o.Path, b.From, b.To, next)
			}
			next = b.To
		}
		for _, e := range o.Graph.Edges {
			if e.From >= len(o.Graph.Blocks) || e.To >= len(o.Graph.Blocks) {
				f.t.Errorf("%s: %s: an edge leads from %d to %d", f.name, o.Path, e.From, e.To)
			}
		}
	}
	for _, r := range o.Registers {
		last := 0
		for _, s := range r.Ranges {
			if s.From < last || s.To <= s.From || s.To > size {
				f.t.Errorf("%s: %s: R%d is needed from %d to %d, after %d", f.name, o.Path, r.Number, s.From, s.To, last)
			}
			last = s.To
			f.span(s.Span)
		}
	}
}

func (f *fitting) selection(s explore.Selection) {
	f.t.Helper()
	f.span(s.Span)
	for _, pc := range s.PCs {
		f.instruction(explore.Instruction{Path: s.Path, PC: pc})
	}
	for _, list := range [][]explore.Link{s.Chain, s.Needs, s.Needed} {
		for _, l := range list {
			f.instruction(l.From)
			f.instruction(l.To)
			f.span(l.FromSpan)
			f.span(l.ToSpan)
		}
	}
	for _, slice := range []explore.Slice{s.Backward, s.Forward} {
		for _, at := range slice.Spans {
			f.span(at)
		}
		for _, i := range slice.Instructions {
			f.instruction(i)
		}
	}
}

// TestChainIsWhatNavSays compares the chains of all names with the occurrences between which their values go.
func TestChainIsWhatNavSays(t *testing.T) {
	for _, file := range must.Glob(t, "testdata/*.lua") {
		text := must.Read(t, file)
		x := explore.New()
		ask[explore.Overview](t, x, explore.MethodOpen, explore.Text{Name: "a.lua", Text: text})
		u := compile.CompileAs(source.NewFile("a.lua", text), syntax.Language{Dialects: syntax.Any})
		parts := place.PartsOf(u, checker.Hosts(nil, u))
		unit := func(at source.Pos) int { return len(utf16.Encode([]rune(text[:at]))) }
		for name := range u.Tree.Names.All() {
			var want, got []explore.Span
			occurrences := nav.FlowOf(parts, name.Start)
			own := slices.IndexFunc(nav.OccurrencesOf(parts, name.Start), func(o nav.Occurrence) bool { return o.Span == name.Span() })
			if own < 0 {
				continue
			}
			kind := nav.OccurrencesOf(parts, name.Start)[own].Kind
			for _, o := range occurrences {
				if o.Kind != kind {
					want = append(want, explore.Span{From: unit(o.Span.Start), To: unit(o.Span.End)})
				}
			}
			at := explore.Span{From: unit(name.Start), To: unit(name.End)}
			for _, l := range ask[explore.Selection](t, x, explore.MethodSelect, explore.Place{At: at.From}).Chain {
				other := l.FromSpan
				if kind == nav.Write {
					other = l.ToSpan
				}
				got = append(got, other)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %s at %d: the chain is %v, nav says %v", file, text[name.Start:name.End], name.Start, got, want)
			}
		}
	}
}

// TestEdit holds that a text after edits is answered for as if it had been opened, and what edits are refused.
func TestEdit(t *testing.T) {
	x, fresh := explore.New(), explore.New()
	text := "local λ𝛌 = 1\nprint(1)\n"
	ask[explore.Overview](t, x, explore.MethodOpen, explore.Text{Name: "a.lua", Text: "-- 𝛌\nlocal a = 1\nprint(1)\n"})
	edits := []explore.Edit{{Span: explore.Span{From: 0, To: 6}, New: ""}, {Span: explore.Span{From: 12, To: 13}, New: "λ𝛌"}}
	got := ask[explore.Overview](t, x, explore.MethodEdit, edits)
	want := ask[explore.Overview](t, fresh, explore.MethodOpen, explore.Text{Name: "a.lua", Text: text})
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, wrong := range [][]explore.Edit{
		{{Span: explore.Span{From: 3, To: 2}}},
		{{Span: explore.Span{From: -1, To: 2}}},
		{{Span: explore.Span{From: 0, To: 1000}}},
		{{Span: explore.Span{From: 5, To: 6}}, {Span: explore.Span{From: 1, To: 2}}},
		{{Span: explore.Span{From: 1, To: 4}}, {Span: explore.Span{From: 3, To: 6}}},
	} {
		if _, said := asked[explore.Overview](t, x, explore.MethodEdit, wrong); said == "" {
			t.Errorf("%v is made", wrong)
		}
	}
}

// TestErrorsAreForPeople asks what cannot be answered.
func TestErrorsAreForPeople(t *testing.T) {
	x := explore.New()
	for _, test := range []struct{ request, want string }{
		{`no JSON`, `{"id":null,"error":"the request is no JSON of the form that is understood: `},
		{`{"id":"a","method":"dance"}`, `{"id":"a","error":"there is no method \"dance\""}`},
		{`{"id":2,"method":"function","params":{"path":"0/9"}}`, `{"id":2,"error":"there is no function 0/9 in this text"}`},
		{`{"id":3,"method":"select","params":{"at":-1,"path":"0","pc":99}}`, `{"id":3,"error":"there is no instruction 99 in a function \"0\" of this text"}`},
		{`{"id":4,"method":"open","params":7}`, `{"id":4,"error":"the parameters of \"open\" are not of the form that is understood: `},
		{`{"id":5,"method":"open","params":{"dialect":"4.9"}}`, `{"id":5,"error":"`},
		{`{"id":6,"method":"open","params":{"text":"x = = 1"}}`, `{"id":6,"result":{"dialect":`},
	} {
		if got := string(x.Handle(context.Background(), []byte(test.request))); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: %s, want %s", test.request, got, test.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := string(x.Handle(ctx, []byte(`{"id":7,"method":"fixAll"}`))); !strings.HasPrefix(got, `{"id":7,"error":"given up`) {
		t.Error(got)
	}
}
