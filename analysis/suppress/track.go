package suppress

import (
	"cmp"
	"slices"
	"sort"

	"luaflow/analysis/config"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines how far comments reach that act as luacheck's do: to the end of a
// line, of a function, or of a part between push and pop.

// frame is a comment in force, inside those that were in force already.
type frame struct {
	outer *frame
	*directive
	depth int // the number of frames outside
	// number counts frames as they come, and last is the number of the last one inside: one
	// is around another if that's number lies between its own two.
	number, last int
	// ofSwitches is the innermost frame, from this one on, that sets a flag or a limit;
	// ofSecondaries and ofSelf are those that set the flag that findings may need.
	ofSwitches, ofSecondaries, ofSelf *frame
	// forgives: it, or one outside, hides findings of useless comments by name.
	forgives bool
}

// newFrame puts a comment inside those that are in force.
func newFrame(d *directive, outer *frame) *frame {
	f := &frame{outer: outer, directive: d, forgives: d.forgives(uselessCheck.Code)}
	if outer != nil {
		f.depth = outer.depth + 1
		f.ofSwitches, f.ofSecondaries, f.ofSelf = outer.ofSwitches, outer.ofSecondaries, outer.ofSelf
		f.forgives = f.forgives || outer.forgives
	}
	if d.layer != nil && len(d.layer.Flags)+len(d.layer.Limits) > 0 {
		f.ofSwitches = f
	}
	if d.sets(config.UnusedSecondaries) {
		f.ofSecondaries = f
	}
	if d.sets(config.Self) {
		f.ofSelf = f
	}
	return f
}

// sets reports whether a comment sets a flag.
func (d *directive) sets(flag config.Flag) bool {
	if d.layer == nil {
		return false
	}
	_, ok := d.layer.Flags[flag]
	return ok
}

// track says which comments of a family are in force on which line.
type track struct {
	changes []change
	frames  []*frame // by number
}

// change is what is in force from a line on, nil for nothing. Of several for one line
// the last counts.
type change struct {
	line    int
	inForce *frame
}

// at returns what is in force on a line.
func (t *track) at(line int) *frame {
	after := sort.Search(len(t.changes), func(i int) bool { return t.changes[i].line > line })
	if after == 0 {
		return nil
	}
	return t.changes[after-1].inForce
}

// bound is where something begins or ends: a function, or what a comment says.
type bound struct {
	line int
	kind boundKind
	pos  source.Pos
	by   *directive // nil for a function
}

// boundKind orders the bounds on one line.
type boundKind uint8

const (
	begin boundKind = iota
	set
	end
)

// opening is a begin whose end is still to come.
type opening struct {
	by     *directive // nil for a function
	before *frame     // what was in force
}

// tracker makes a track.
type tracker struct {
	track
	open     []opening
	inForce  *frame
	problems []problem
}

// newTrack finds how far the comments of a family reach, and which of them have no
// counterpart.
func newTrack(t *syntax.Tree, comments []*directive) (track, []problem) {
	if len(comments) == 0 {
		return track{}, nil
	}
	var k tracker
	for _, b := range bounds(t, comments) {
		switch {
		case b.kind == begin:
			k.open = append(k.open, opening{b.by, k.inForce})
		case b.kind == set:
			k.set(b.by)
		case b.by != nil:
			k.pop(b.by)
		default:
			k.endFunction(b.line)
		}
	}
	for _, o := range k.open {
		k.unpaired(o.by)
	}
	for _, f := range slices.Backward(k.frames) { // those inside come later
		if f.outer != nil {
			f.outer.last = max(f.outer.last, f.last)
		}
	}
	if len(t.Errors) > 0 {
		return k.track, nil // what belongs to what is in doubt
	}
	return k.track, k.problems
}

// bounds returns the bounds of a text in the order in which they count: on one line, what
// begins, what is set, what ends. A function in whose lines no comment stands ends nothing, so that it has none. The comments
// are in the order of the text.
func bounds(t *syntax.Tree, comments []*directive) []bound {
	var all []bound
	for _, d := range comments {
		if d.act&pushes != 0 {
			all = append(all, bound{d.line, begin, d.span.Start, d})
		}
		if len(d.options) > 0 {
			all = append(all, bound{d.line, set, d.span.Start, d})
		}
		if d.act&pops != 0 {
			all = append(all, bound{d.line, end, d.span.Start, d})
		}
	}
	lines := t.File.LuaLines()
	for _, f := range t.Funcs[1:] {
		last := max(f.End, f.Start+1) - 1
		next := sort.Search(len(comments), func(i int) bool { line := comments[i].line; return line == len(lines) || lines[line] > f.Start })
		if next == len(comments) || lines[comments[next].line-1] > last {
			continue
		}
		all = append(all,
			bound{t.File.Line(f.Start), begin, f.Start, nil},
			bound{t.File.Line(last), end, last, nil})
	}
	slices.SortStableFunc(all, func(a, b bound) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.kind, b.kind), cmp.Compare(a.pos, b.pos))
	})
	return all
}

func (k *tracker) change(line int, top *frame) { k.changes = append(k.changes, change{line, top}) }

func (k *tracker) set(d *directive) {
	f := newFrame(d, k.inForce)
	f.number, f.last = len(k.frames), len(k.frames)
	k.frames = append(k.frames, f)
	k.change(d.line, f)
	if d.hasCode {
		k.change(d.line+1, k.inForce)
		return
	}
	k.inForce = f
}

// pop ends what the last push began, but for what a function holds together.
func (k *tracker) pop(d *directive) {
	last := len(k.open) - 1
	if last < 0 || k.open[last].by == nil {
		k.problems = append(k.problems, problem{"023", d.span, "unpaired pop directive"})
		return
	}
	k.restore(d.line)
}

func (k *tracker) endFunction(line int) {
	for {
		by := k.open[len(k.open)-1].by
		k.restore(line)
		if by == nil {
			return
		}
		k.unpaired(by)
	}
}

// restore makes what was in force when the last opening began be so again, after a
// line.
func (k *tracker) restore(line int) {
	last := len(k.open) - 1
	if k.inForce != k.open[last].before {
		k.inForce = k.open[last].before
		k.change(line+1, k.inForce)
	}
	k.open = k.open[:last]
}

func (k *tracker) unpaired(d *directive) {
	k.problems = append(k.problems, problem{"022", d.span, "unpaired push directive"})
}
