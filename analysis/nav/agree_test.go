package nav_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/checks"
	"luaflow/analysis/nav"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// agreements says, by code of a finding, in what the witness that explains it must agree with it.
var agreements = map[string]func(*waste.Parts, *analysis.Finding, *witness.Witness) error{
	"unreachable-code":   sameBarrier,
	"dead-store":         sameEnds,
	"constant-condition": sameOrigins,
	"dead-cycle":         samePurpose,

	"uninitialized-read":  sameDeclaration,
	"maybe-uninitialized": sameDeclaration,

	"never-read":           neverRead,
	"unused-function":      neverRead,
	"unused-local":         neverRead,
	"unused-loop-variable": neverRead,
	"unused-parameter":     neverRead,
}

// TestChecksAndWitnessesAgree holds the message and the places of each finding in the files that
// checks are tested with against the witness that explains it.
func TestChecksAndWitnessesAgree(t *testing.T) {
	compared := map[string]int{}
	for _, path := range testTexts(t) {
		text := must.Read(t, path)
		u := compile.Compile(source.NewFile(path, text))
		c := checker.Checker{All: true}
		var p *waste.Parts
		found, err := c.CheckIn(u, nil, func(pass *analysis.Pass) error { p = pass.Waste; return nil })
		if err != nil {
			t.Fatal(err)
		}
		for i := range found {
			f := &found[i]
			agree := agreements[f.Code]
			if checks.Lookup(f.Code).Topic == witness.NoTopic || u.File.Slice(f.Span) == "..." {
				continue // nothing explains it, or it has no name
			}
			if checks.Lookup(f.Code).Topic >= witness.OfPath {
				if f.Code == "certain-error" && len(f.Related) == 0 && nav.PathOf(p, f) == nil {
					continue // what is refused is written in the operation
				}
				compared[f.Code]++
				if err := samePlaces(p, f); err != nil {
					t.Errorf("%s:%d: %s: %v", path, u.File.Line(f.Span.Start), f.Message, err)
				}
				continue
			}
			w := witnessOf(p, checks.Lookup(f.Code).Topic, f.Span.Start)
			if w == nil { // of a condition in parentheses, with a not in front
				w = witnessOf(p, checks.Lookup(f.Code).Topic, f.Span.End-1)
			}
			if w == nil && witnessOf(p, witness.OfUnreachable, f.Span.Start) != nil {
				continue // for a reason that the check does not look at
			}
			compared[f.Code]++
			if w == nil {
				t.Errorf("%s:%d: %s: no witness", path, u.File.Line(f.Span.Start), f.Message)
			} else if agree == nil {
				continue
			} else if err := agree(p, f, w); err != nil {
				t.Errorf("%s:%d: %s\n%s: %v", path, u.File.Line(f.Span.Start), f.Message, w.Title, err)
			}
		}
	}
	for _, c := range checks.All {
		if least := cmp.Or(leastCompared[c.Code], 10); c.Topic != witness.NoTopic && !c.Program && compared[c.Code] < least {
			t.Errorf("only %d findings %s", compared[c.Code], c.Code)
		}
	}
	t.Log(compared)
}

// leastCompared is how many findings of some codes the files have at least: fewer than ten.
var leastCompared = map[string]int{"ignored-error": 3, "no-effect-assignment": 5, "useless-loop": 3}

// samePlaces: the path has what the finding names, each once, and the finding itself with its message.
func samePlaces(p *waste.Parts, f *analysis.Finding) error {
	steps := nav.PathOf(p, f)
	want := []analysis.Related{{Span: f.Span, Message: f.Message}}
	for _, r := range f.Related {
		want = append(want, analysis.Related{Span: r.Span, Message: r.Message})
	}
	if len(steps) < 2 {
		return fmt.Errorf("the path has %d steps", len(steps))
	}
	for _, w := range want {
		n := 0
		for _, s := range steps {
			if s == w {
				n++
			}
		}
		if n != 1 {
			return fmt.Errorf("%v is %d times in the path %v", w, n, steps)
		}
	}
	return nil
}

// witnessOf returns the witness for a place that is about a topic, nil if there is none.
func witnessOf(p *waste.Parts, topic witness.Topic, pos source.Pos) *witness.Witness {
	witnesses, _ := witness.Explain(p, pos)
	for i := range witnesses {
		if witnesses[i].Topic == topic {
			return &witnesses[i]
		}
	}
	return nil
}

// sameBarrier: the first step is the barrier that the message names, or stands in it.
func sameBarrier(p *waste.Parts, f *analysis.Finding, w *witness.Witness) error {
	if len(f.Related) != 1 {
		return nil // the message gives no reason
	}
	if w.At.Start != f.Span.Start {
		return nil // of what stands around
	}
	at := f.Related[0].Span
	for _, s := range p.Unit.Tree.Stats {
		if s.Span().Start == at.Start {
			at.End = max(at.End, s.Span().End) // the related place is the head of it
		}
	}
	if len(w.Steps) == 0 || !at.Covers(w.Steps[0].Span) {
		return fmt.Errorf("the steps %v do not begin in %q", w.Steps, p.Unit.File.Slice(at))
	}
	if !strings.Contains(f.Message, "line") {
		return fmt.Errorf("the message names no line")
	}
	return nil
}

// sameEnds: the steps name the stores that the finding has as related places, and the title gives
// the reason of the message.
func sameEnds(p *waste.Parts, f *analysis.Finding, w *witness.Witness) error {
	var want, got []source.Span
	for _, r := range f.Related {
		want = append(want, r.Span)
	}
	for _, s := range w.Steps {
		if strings.HasPrefix(s.Text, "overwritten here") {
			got = append(got, s.Span)
		}
	}
	byStart := func(a, b source.Span) int { return int(a.Start) - int(b.Start) }
	slices.SortFunc(got, byStart)
	slices.SortFunc(want, byStart)
	if !slices.Equal(got, want) {
		return fmt.Errorf("overwritten at %v, want %v", got, want)
	}
	_, reason, ok := strings.Cut(f.Message, "is never read: ")
	reason, _, _ = strings.Cut(reason, ";")
	if ok && !strings.Contains(w.Title, reason) && !strings.HasPrefix(w.Title, "nothing reads ") {
		return fmt.Errorf("the title does not say %q", reason)
	}
	return nil
}

// sameOrigins: the steps name the places at which the finding says that values come from, and the
// witness says that the condition, without what negates it, always comes out so.
func sameOrigins(p *waste.Parts, f *analysis.Finding, w *witness.Witness) error {
	for _, r := range f.Related {
		if !slices.ContainsFunc(w.Steps, func(s witness.Step) bool { return s.Span.Start == r.Span.Start }) {
			return fmt.Errorf("the steps %v do not name %v, %s", w.Steps, r.Span, r.Message)
		}
	}
	if strings.HasPrefix(f.Message, "the loop never runs") {
		if w.Title != "the loop never runs its body" {
			return fmt.Errorf("the title does not say so")
		}
		return nil
	}
	leaf, isNegated := withoutNot(p.Unit.File.Slice(f.Span))
	holds := (strings.HasPrefix(f.Message, "condition is always true") || strings.HasPrefix(f.Message, "the right side of `or`")) != isNegated
	if want := fmt.Sprintf("`%s` is always %t", leaf, holds); w.Title != want {
		return fmt.Errorf("want the title %s", want)
	}
	return nil
}

// withoutNot returns a condition without the operators `not` and the parentheses around it, and
// whether these negate it.
func withoutNot(text string) (leaf string, isNegated bool) {
	for {
		inner, ok := strings.CutPrefix(text, "not")
		switch {
		case ok && strings.IndexByte(" (", inner[0]) >= 0:
			text, isNegated = strings.TrimSpace(inner), !isNegated
		case strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")"):
			text = strings.TrimSpace(text[1 : len(text)-1])
		default:
			return text, isNegated
		}
	}
}

// samePurpose: the witness knows what the value is used for if the message does; and of each
// variable that the title says is computed with it, a step shows where.
func samePurpose(_ *waste.Parts, f *analysis.Finding, w *witness.Witness) error {
	const vague = "values that nothing needs"
	if strings.Contains(w.Title, vague) && !strings.Contains(f.Message, vague) {
		return fmt.Errorf("the title does not say what it is used for")
	}
	_, computed, ok := strings.Cut(w.Title, "only used to compute `")
	if !ok {
		return nil
	}
	computed, _, _ = strings.Cut("`"+computed, ", unless ")
	for i, name := range strings.Split(computed, "`") {
		if i%2 == 1 && !slices.ContainsFunc(w.Steps, func(s witness.Step) bool {
			return s.Text == "used here only to compute `"+name+"`" || s.Text == "used here only to update `"+name+"`"
		}) {
			return fmt.Errorf("no step of %v shows how `%s` is computed", w.Steps, name)
		}
	}
	return nil
}

// sameDeclaration: a step names the declaration that gives no value.
func sameDeclaration(_ *waste.Parts, f *analysis.Finding, w *witness.Witness) error {
	for _, r := range f.Related {
		if strings.Contains(r.Message, "without a value") && !slices.ContainsFunc(w.Steps, func(s witness.Step) bool { return s.Span == r.Span }) {
			return fmt.Errorf("the steps %v do not name %v", w.Steps, r.Span)
		}
	}
	return nil
}

// neverRead: the witness does not say that something reads the value, unless that is a function
// which only itself and others of its kind use.
func neverRead(_ *waste.Parts, f *analysis.Finding, w *witness.Witness) error {
	for _, says := range []string{"never read", "nothing reads", "nothing needs"} {
		if strings.Contains(w.Title, says) {
			return nil
		}
	}
	return fmt.Errorf("the title says otherwise")
}

// testTexts returns the Lua files of this package and of the checks.
func testTexts(t *testing.T) []string {
	t.Helper()
	var paths []string
	for _, pattern := range []string{"testdata/*.lua", "../checks/*/testdata/*.lua"} {
		found := must.Glob(t, pattern)
		paths = append(paths, found...)
	}
	return paths
}
