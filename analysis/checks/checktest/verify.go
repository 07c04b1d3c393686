package checktest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/facts"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// What holds of every unit and of every finding, whatever the check.

// verify checks the facts that checks build upon.
func verify(t *testing.T, u *compile.Unit) {
	t.Helper()
	if err := syntax.Verify(u.Tree); err != nil {
		t.Fatal(err)
	}
	if !u.Analyzable() {
		return
	}
	if err := bytecode.Verify(u.Main); err != nil {
		t.Fatal(err)
	}
	flow := facts.NewCode(u.Main, value.Library{}, nil)
	for i := range flow.Funcs {
		if flow.Funcs[i].Proto != u.Funcs[i].Proto {
			t.Fatalf("function %d of the code is not function %d of the text", i, i)
		}
		if err := flow.Funcs[i].CheckGraph(); err != nil {
			t.Fatal(err)
		}
	}
}

// WellFormed checks the form of a finding: what the types promise, and how messages
// are worded.
func WellFormed(u *compile.Unit, f *analysis.Finding, check *analysis.Check) error {
	if check == nil {
		return fmt.Errorf("no check has the code %q", f.Code)
	}
	switch {
	case !inside(u, f.Span):
		return fmt.Errorf("the range %v is none", f.Span)
	case f.Fade.Valid() && (!inside(u, f.Fade) || !f.Fade.Covers(f.Span)):
		return fmt.Errorf("the faded range %v does not cover %v", f.Fade, f.Span)
	case f.Luacheck == "" && len(check.Luacheck) > 0 || f.Luacheck != "" && !slices.Contains(check.Luacheck, f.Luacheck):
		return fmt.Errorf("the luacheck code %q is not one of the check's", f.Luacheck)
	case int(f.Subject.Func) >= len(u.Tree.Funcs):
		return fmt.Errorf("there is no function %d", f.Subject.Func)
	case f.Subject.Stat != syntax.NoStat && int(f.Subject.Stat) >= len(u.Tree.Stats):
		return fmt.Errorf("there is no statement %d", f.Subject.Stat)
	case f.Subject.Store >= len(u.Funcs[f.Subject.Func].Map.Stores):
		return fmt.Errorf("there is no store %d", f.Subject.Store)
	}
	for _, r := range f.Related {
		switch {
		case r.IsElsewhere():
			if r.Span.Valid() || r.Other.Line <= 0 {
				return fmt.Errorf("the related place %v in %v is none", r.Other, r.Span)
			}
		case !inside(u, r.Span):
			return fmt.Errorf("the related range %v is none", r.Span)
		}
		if err := wording(r.Message); err != nil {
			return err
		}
	}
	if f.Severity == analysis.Error {
		return nil // Lua's words
	}
	return wording(f.Message)
}

func inside(u *compile.Unit, s source.Span) bool {
	return s.Start <= s.End && int(s.End) <= u.File.Len()
}

func wording(message string) error {
	switch {
	case message == "":
		return errors.New("no message")
	case message != strings.TrimSpace(message) || strings.Contains(message, "\n"):
		return fmt.Errorf("%q is not one line", message)
	case strings.HasSuffix(message, "."):
		return fmt.Errorf("%q ends in a full stop", message)
	case message[0] >= 'A' && message[0] <= 'Z':
		return fmt.Errorf("%q begins with a capital", message)
	}
	return nil
}
