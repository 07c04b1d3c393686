package lostresult

import (
	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/analysis/modules"
)

// Functions of other files, and those that other files call.

// callElsewhere looks at the call at pc, of a function of another file.
func (r *reporter) callElsewhere(c *modules.Callee, pc int) {
	_, wanted := r.Facts.Code.SSA(r.Flow).Defs(pc)
	if c.Gives < 0 || wanted <= c.Gives || effect.IsOpen(r.Flow.Proto.Code[pc]) {
		return
	}
	call, ok := r.Text.CallAt(r.Map.Origins.At(pc).Span())
	if !ok {
		return
	}
	at, ok := r.target(call, c.Gives, wanted)
	if !ok {
		return
	}
	f := r.Finding(r.ID, at)
	f.Message = r.message(call, at, c.Gives, false) + ", " + analysis.InPlaces(c.At)
	f.Related = analysis.PointElsewhere([]modules.Place{c.At}, "this function returns no more")
	if c.IsReplaceable {
		f.Severity = analysis.Hint
		f.Message += ", unless other code has replaced it"
	}
	r.Report(f)
}

// calledElsewhere looks at a function of which all calls are known, in this file and others.
func (r *reporter) calledElsewhere(v *modules.Receiver) {
	if returned, ok := r.returns(); ok && v.IsDropped {
		name := "`" + r.Unit.File.Slice(r.Program.Summary().ExportedAt[v.Index]) + "`"
		r.dropped(name, append(analysis.Point(returned, returnedHere), analysis.PointElsewhere(v.Calls, "called here")...))
	}
}
