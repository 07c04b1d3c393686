package checker

import (
	"fmt"

	"luaflow/analysis/checks"
)

// Selection is a set of checks. The zero Selection is those that are not off by
// default.
type Selection struct{ enabled uint64 } // by index in checks.All

// Enable adds the check with a code of ours, or the checks that answer to one of
// luacheck's.
func (s Selection) Enable(code string) (Selection, error) {
	codes := checks.FromLuacheck(code)
	if checks.IsCode(code) {
		codes = []string{code}
	}
	if len(codes) == 0 {
		return s, fmt.Errorf("unknown code %q", code)
	}
	for i, c := range checks.All {
		for _, code := range codes {
			if c.Code == code {
				s.enabled |= 1 << i
			}
		}
	}
	return s, nil
}

// All returns the selection of every check.
func All() Selection { return Selection{1<<len(checks.All) - 1} }

// names reports whether the check with a code was added.
func (s Selection) names(code string) bool {
	for i, c := range checks.All {
		if c.Code == code {
			return s.enabled>>i&1 != 0
		}
	}
	return false
}

// has reports whether the check with an index in checks.All is selected.
func (s Selection) has(i int) bool { return !checks.All[i].Off || s.enabled>>i&1 != 0 }
