package session

import (
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// large is a text that is not checked at each key, with two findings: at its beginning and at its end. The mark is
// what the checks leave out.
var (
	large = "local first = 1\n" + strings.Repeat("print(1)\n", hastySize/len("print(1)\n")) + mark + "\nlocal last = 2\n"
	mark  = "print(2)"
)

// largeDocument is a session with one document, which counts how often it is checked.
type largeDocument struct {
	*testing.T
	*Session
	checks int
}

func newLargeDocument(t *testing.T, text string) *largeDocument {
	d := &largeDocument{T: t}
	engine := *defaultEngine()
	check := engine.Check
	engine.Check = func(u *compile.Unit, in *Memory) ([]analysis.Finding, []analysis.Omission) {
		d.checks++
		found, _ := check(u, in)
		at := source.Pos(strings.Index(u.File.Text(), mark))
		return found, []analysis.Omission{{What: "the call", Span: source.Span{Start: at, End: at + source.Pos(len(mark))}}}
	}
	d.Session = New(always(&engine))
	open(d.Session, text)
	return d
}

// put puts words after the first occurrence of a text.
func (d *largeDocument) put(after, words string) *Snapshot {
	d.Helper()
	snap, err := d.Change("a", 1, func(f *source.File) *source.File {
		return source.NewFile(f.Name(), strings.Replace(f.Text(), after, after+words, 1))
	})
	must.Do(d.T, err)
	return snap
}

// said holds what is said of the newest snapshot: the lines of findings, whether it is hasty, and how often there was a
// check so far.
func (d *largeDocument) said(isHasty bool, checks int, lines ...int) *Snapshot {
	d.Helper()
	snap, _ := d.Snapshot("a")
	said, err := snap.Said(d.Context())
	must.Do(d.T, err)
	var at []int
	for _, f := range said.Findings {
		at = append(at, snap.File.Line(f.Span.Start))
	}
	if printed(at) != printed(lines) || said.IsHasty != isHasty || d.checks != checks {
		d.Errorf("findings in lines %v, hasty %v, after %d checks; want %v, %v, %d", at, said.IsHasty, d.checks, lines, isHasty, checks)
	}
	if len(said.Omitted) != 1 || snap.File.Slice(said.Omitted[0].Span) != mark {
		d.Errorf("omitted %v", said.Omitted)
	}
	return snap
}

// TestHasty types into a large text: it is checked when a statement is finished, or nobody types any more.
func TestHasty(t *testing.T) {
	end := strings.Count(large, "\n")
	d := newLargeDocument(t, large)
	d.said(false, 1, 1, end)
	d.put("local first = 1", "2")
	d.said(true, 1, end) // that `first` is not used is what its line may change
	d.put("local first = 12", "\n")
	d.said(false, 2, 1, end+1)
	d.put("local first = 12\n", "local second = 2")
	snap := d.said(true, 2, 1, end+1)
	if !d.Settle(snap) {
		t.Error("nothing was held back")
	}
	snap = d.said(false, 3, 1, 2, end+1)
	if d.Settle(snap) {
		t.Error("something is held back of a text that is at rest")
	}
	d.put("local last = 2\n", "local third = 3")
	d.said(true, 3, 1, 2, end+1)
	d.put("local last = 2\nlocal third = 3", "\n")
	d.said(false, 4, 1, 2, end+1, end+2)
}

// TestHastyAndAsked: somebody asks about a text that was not checked. What was held back is said nevertheless.
func TestHastyAndAsked(t *testing.T) {
	d := newLargeDocument(t, large)
	end := strings.Count(large, "\n")
	d.said(false, 1, 1, end)
	d.put("local last = 2\n", "local (")
	snap := d.said(true, 1, 1, end, end+1)
	if found, err := snap.Findings(t.Context()); err != nil || len(found) != 3 {
		t.Errorf("%d findings, %v", len(found), err)
	}
	if !d.Settle(snap) {
		t.Error("nobody is told of what was found")
	}
	d.said(false, 3, 1, end, end+1)
}

// TestNotHasty: a small text is checked at each key, a large one where what was said before tells nothing.
func TestNotHasty(t *testing.T) {
	d := newLargeDocument(t, "local first = 1\nprint(1)\n"+mark+"\n")
	d.said(false, 1, 1)
	d.put("print(1", "2")
	d.said(false, 2, 1)

	d = newLargeDocument(t, large)
	end := strings.Count(large, "\n")
	d.put("local first = 1", "2") // nothing was said before
	d.said(false, 1, 1, end)
	d.put("local first = 12", " print('"+strings.Repeat("long ", 1000)+"')")
	d.said(false, 2, 1, end)
}

// TestHastyAndLeft types a statement, and then another elsewhere that Lua does not accept. What is found in the first is said
// when nobody types any more, though that was never checked; what the second refutes is not.
func TestHastyAndLeft(t *testing.T) {
	d := newLargeDocument(t, strings.Replace(large, "\n", "\n\n", 1))
	end := strings.Count(large, "\n") + 1
	d.said(false, 1, 1, end)
	d.put("local first = 1\n", "local second = 2")
	d.said(true, 1, 1, end)
	d.put("local last = 2", " local last = = last")
	snap, _ := d.Snapshot("a")
	if said, err := snap.Said(t.Context()); err != nil || !said.IsHasty || len(said.Findings) != 2 {
		t.Errorf("%v, %v", said, err)
	}
	if !d.Settle(snap) {
		t.Error("nothing was held back")
	}
	d.said(false, 3, 1, 2, end)
}
