package lostargument

import (
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/modules"
)

// Functions of other files, and those that other files call.

// callElsewhere looks at the call at pc, of a function of another file.
func (r *reporter) callElsewhere(c *modules.Callee, pc int) {
	if c.Takes < 0 {
		return
	}
	f, ok := r.lost(pc, 0, c.Takes, func(text string, taken int) string { return fmt.Sprintf("%s takes %s", text, count(taken)) })
	if !ok {
		return
	}
	f.Message += " " + analysis.InPlaces(c.At)
	f.Related = analysis.PointElsewhere([]modules.Place{c.At}, parameters(c.Takes))
	if c.IsReplaceable {
		f.Severity = analysis.Hint
		f.Message += ", unless other code has replaced it"
	}
	r.Report(f)
}
