package checker_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/place"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// TestExplainAgrees asks, of each store that a finding is about, why it is so: what is
// found to be never read, or read for nothing, has a witness that says so. The files are
// those that some checks are tested with, and those of the folder in LUAFLOW_CORPUS.
func TestExplainAgrees(t *testing.T) {
	var paths []string
	for _, check := range []string{"deadstore", "deadcycle", "neverread"} {
		files := must.Glob(t, "../checks/"+check+"/testdata/*.lua")
		paths = append(paths, files...)
	}
	asked := 0
	for _, path := range append(paths, must.Corpus(t)...) {
		text := must.Read(t, path)
		u := compile.Compile(source.NewFile(path, text))
		if len(u.Errors) > 0 {
			continue
		}
		p := place.PartsOf(u, 0)
		for _, f := range checker.Check(u) {
			n, err := explainFinding(p, &f)
			asked += n
			if err != nil {
				t.Errorf("%s:%d: %s: %v", path, u.File.Line(f.Span.Start), f.Message, err)
			}
		}
	}
	if asked < 100 {
		t.Errorf("only %d stores were asked about", asked)
	}
	t.Logf("asked about %d stores", asked)
}

// explainFinding asks about the stores of a finding, and returns their number.
func explainFinding(p *waste.Parts, f *analysis.Finding) (asked int, err error) {
	switch f.Code {
	case "dead-store":
		return 1, explained(p, f.Span, "is never read", "nothing reads", "no function that")
	case "dead-cycle":
		at := []source.Span{f.Span}
		for _, r := range f.Related {
			at = append(at, r.Span)
		}
		for _, span := range at {
			if err := explained(p, span, "nothing needs", "is never read", "nothing reads"); err != nil {
				return len(at), err
			}
			if err := sameReason(p, span, f.Message); err != nil {
				return len(at), err
			}
		}
		return len(at), nil
	}
	return 0, nil
}

// explained reports whether the witness of a store says one of some things.
func explained(p *waste.Parts, at source.Span, says ...string) error {
	witnesses, err := witness.Explain(p, at.Start)
	if err != nil {
		return err
	}
	for _, w := range witnesses {
		if w.Topic == witness.OfStore && !slices.ContainsFunc(says, func(s string) bool { return strings.Contains(w.Title, s) }) {
			return fmt.Errorf("line %d: %s", p.Unit.File.Line(at.Start), w.Title)
		}
	}
	return nil
}

// sameReason compares what a member of a cascade is read for with the message of the
// finding: both know it, or neither does.
func sameReason(p *waste.Parts, at source.Span, message string) error {
	witnesses, err := witness.Explain(p, at.Start)
	if err != nil {
		return err
	}
	for _, w := range witnesses {
		vague := strings.Contains(w.Title, "only for values that nothing needs") || strings.Contains(w.Title, "though something reads it")
		if w.Topic == witness.OfStore && vague && !strings.Contains(message, "values that nothing needs") {
			return fmt.Errorf("line %d: %s", p.Unit.File.Line(at.Start), w.Title)
		}
	}
	return nil
}
