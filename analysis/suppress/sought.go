package suppress

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/config"
	"luaflow/compile/source"
)

// This file defines which findings, of those that luacheck has and we do not report, may show that a
// comment is of use after all: most comments are known to be, so that hardly any are left to look for.

// Sought is the findings that Filter asks for besides, which those items may hide that seem to hide
// nothing. A nil Sought is all findings.
type Sought struct {
	// Part is the lines on which the comments with these items are in force: the findings begin there.
	Part     analysis.Part
	patterns []config.Pattern // of the items, no two for the same codes
	needs    []config.Flag    // of the items, each once
}

// MayBeOf reports whether a finding of a check may be sought.
func (s *Sought) MayBeOf(c *analysis.Check) bool {
	return s == nil || slices.Contains(s.needs, config.Self) || c.Secondaries && slices.Contains(s.needs, config.UnusedSecondaries) ||
		slices.ContainsFunc(s.patterns, func(p config.Pattern) bool { return p.MayMatchAny(c) })
}

// MayHave reports whether a finding may be sought that has a code of luacheck's, is of none of our checks
// and needs no switch.
func (s *Sought) MayHave(luacheck string) bool {
	subj := config.Subject{Luacheck: luacheck}
	return s == nil || slices.ContainsFunc(s.patterns, func(p config.Pattern) bool { return p.MayMatch(subj) })
}

// newSought returns what the comments of a track may hide that seem to hide nothing, which isIdle reports of
// their items; ok is false if there is no such comment.
func newSought(file *source.File, t *track, isIdle func(*item) bool) (s Sought, ok bool) {
	isOpen := make([]bool, len(t.frames)) // the frame, or one outside, has such an item
	codes := make(map[string]bool)        // of the patterns
	for i, f := range t.frames {
		isOpen[i] = f.outer != nil && isOpen[f.outer.number]
		f.eachHiding(func(it *item) {
			if isIdle(it) {
				isOpen[i], ok = true, true
				s.add(it, codes)
			}
		})
	}
	if ok {
		s.Part = t.linesOf(file, isOpen)
	}
	return s, ok
}

// add adds the findings that an item may hide. The codes are those of all patterns that are there.
func (s *Sought) add(it *item, codes map[string]bool) {
	for _, p := range it.patterns {
		if code := p.CodeText(); !codes[code] {
			codes[code] = true
			s.patterns = append(s.patterns, p)
		}
	}
	if it.needs != "" && !slices.Contains(s.needs, it.needs) {
		s.needs = append(s.needs, it.needs)
	}
}

// linesOf returns the lines on which frames are in force, by number.
func (t *track) linesOf(file *source.File, isOpen []bool) analysis.Part {
	starts := file.LuaLines()
	startOf := func(line int) source.Pos {
		if line > len(starts) {
			return source.Pos(file.Len())
		}
		return starts[line-1]
	}
	part := analysis.Part{}
	for i, c := range t.changes {
		if c.inForce == nil || !isOpen[c.inForce.number] {
			continue
		}
		at := source.Span{Start: startOf(c.line), End: source.Pos(file.Len())}
		if i+1 < len(t.changes) {
			at.End = startOf(t.changes[i+1].line)
		}
		if last := len(part) - 1; last >= 0 && part[last].End == at.Start {
			part[last].End = at.End
		} else {
			part = append(part, at)
		}
	}
	return part
}

// eachHiding calls visit for the items of a comment that hide what they mean, and are no remarks.
func (d *directive) eachHiding(visit func(*item)) {
	for i := range d.options {
		for k := range d.options[i].items {
			if it := &d.options[i].items[k]; d.options[i].hides && !it.isRemark {
				visit(it)
			}
		}
	}
}
