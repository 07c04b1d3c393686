package suppress

import (
	"slices"

	"luaflow/analysis/config"
	"luaflow/analysis/suppress/pragma"
)

// This file defines what the comments in force on a line say about a finding that act as
// luacheck's do. All comments of a file may be in force at once, so that nothing may look
// at all of them for each finding: see answers.ask.

// switches returns the comments in force that set flags and limits, the outermost first.
func (f *frame) switches() []*config.Layer {
	var all []*config.Layer
	for f != nil && f.ofSwitches != nil {
		all = append(all, f.ofSwitches.layer)
		f = f.ofSwitches.outer
	}
	slices.Reverse(all)
	return all
}

// withholds reports whether the switch that a finding needs is off, in a configuration or by
// a comment in force, whose item that is.
func (f *frame) withholds(c *config.Config, s config.Subject) (off bool, by *item) {
	if f != nil {
		switch s.Needs {
		case config.UnusedSecondaries:
			f = f.ofSecondaries
		case config.Self:
			f = f.ofSelf
		default:
			f = nil
		}
	}
	switch {
	case s.Needs == "":
		return false, nil
	case f == nil:
		return !c.Flag(s.Needs).Value, nil
	case f.layer.Flags[s.Needs].Value:
		return false, nil
	}
	return true, f.withNeed(s.Needs)
}

// forgivesUseless reports whether a comment in force hides findings of useless comments by name.
func (f *frame) forgivesUseless() bool { return f != nil && f.forgives }

// question is a frame and those outside it, asked about a subject after others have been.
type question struct {
	frame   *frame
	subj    config.Subject
	inquiry config.Inquiry
}

// frameAnswer is what frames say. If they leave it open, inquiry is for whom is asked next.
type frameAnswer struct {
	isDecided bool
	config.Answer
	item    *item // that hides the finding; nil if none does
	inquiry config.Inquiry
}

// passes reports whether a subject passes: as the answer says, or where that is open as a configuration
// does.
func (a *frameAnswer) passes(c *config.Config, s config.Subject) bool {
	if a.isDecided {
		return a.Passes
	}
	last, ok := a.inquiry.Ask(c.Rules(), s)
	return last.Passes || !ok
}

// answers is what frames have said of subjects, of some frames.
type answers map[question]frameAnswer

// milestone is the distance of frames whose answers are kept: a finding costs so many
// steps at most, beside what its subject costs once for each frame.
const milestone = 64

// ask asks the frames from f outwards.
func (a answers) ask(f *frame, s config.Subject) (answer frameAnswer) {
	var passed []question
	for ; f != nil && !answer.isDecided; f = f.outer {
		if f.depth%milestone == 0 {
			q := question{f, s, answer.inquiry}
			if known, ok := a[q]; ok {
				answer = known
				break
			}
			passed = append(passed, q)
		}
		if f.names == nil || slices.Contains(f.names, s.Name) {
			f.directive.ask(&answer, s)
		}
	}
	for _, q := range passed {
		a[q] = answer
	}
	return answer
}

// ask asks one comment, after those that have left it open.
func (d *directive) ask(a *frameAnswer, s config.Subject) {
	if d.of != pragma.OfLuacheck {
		a.item = d.match(s)
		a.isDecided = a.item != nil
		return
	}
	a.Answer, a.isDecided = a.inquiry.Ask(d.rules, s)
	if a.isDecided && a.By.Name == comment {
		a.item = d.withText(a.By.Value.String())
	}
}
