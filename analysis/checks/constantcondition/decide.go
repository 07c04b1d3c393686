package constantcondition

import (
	"luaflow/analysis"
	"luaflow/analysis/value"
)

// decide adds to a finding what a condition, the `not`s included, always is, and why. A fix may rest on that if no metamethod can
// refute it.
func decide(f *analysis.Finding, holds, unlessMetamethod bool, reason string) {
	is := value.Never
	f.Message = "condition is always false: " + reason
	if holds {
		is = value.Always
		f.Message = "condition is always true: " + reason
	}
	if !unlessMetamethod {
		f.Subject.Condition = is
	}
}
