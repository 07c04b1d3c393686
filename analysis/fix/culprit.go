package fix

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"luaflow/analysis/fix/plan"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines which of several plans that were verified together is the culprit if
// the verifier refuses them.

// misfit is an error that knows what is the culprit.
type misfit struct {
	error
	at   source.Pos    // in the text before: where the programs were found to differ
	also []source.Pos  // where they differ in other functions, one place for each
	lost []source.Span // of what is needed, and is deleted or replaced, by their starts
	// isSure: nothing can stand in the place of what is lost.
	isSure bool
}

// Unwrap returns how the programs differ.
func (m misfit) Unwrap() error { return m.error }

// involvement says whether a plan, among others, may have made the programs differ.
type involvement uint8

const (
	uninvolved involvement = iota
	suspect
	culprit
)

// involves returns the involvement of a plan for what is lost.
func (m *misfit) involves(p *plan.Plan) involvement {
	b := uninvolved
	for _, x := range p.Edits {
		if !coversAny(x.Span, m.lost) {
			continue
		}
		if m.isSure || strings.TrimSpace(x.New) == "" {
			return culprit
		}
		b = suspect
	}
	return b
}

// coversAny reports whether a span covers one of others, which are ordered by their starts.
func coversAny(s source.Span, others []source.Span) bool {
	first, _ := slices.BinarySearchFunc(others, s.Start, func(o source.Span, at source.Pos) int { return cmp.Compare(o.Start, at) })
	for _, o := range others[first:] {
		if o.Start > s.End {
			return false
		}
		if s.Covers(o) {
			return true
		}
	}
	return false
}

// suspicion is what experience says of guesses by place.
type suspicion int

// maxMisses is how many more guesses may have been wrong than right.
const maxMisses = 3

// learn notes whether a guess was right.
func (s *suspicion) learn(right bool) {
	if right {
		*s++
	} else {
		*s--
	}
}

// split takes plans apart that are refused together: if the programs differ in several
// functions, the one of each that changes the text most closely to the place from the others,
// which are none if all are accused so; else the one that changes it most closely to the only
// place, or, where such guesses have mostly been wrong, in halves.
func split[T any](s *suspicion, was *plan.Original, all []T, why *misfit, planOf func(T) *plan.Plan) (some, others []T) {
	if some, others = splitByFunction(was, all, why, planOf); len(some) > 1 {
		return some, others
	}
	if *s <= -maxMisses {
		half := len(all) / 2
		return all[:half], all[half:]
	}
	nearest, least := 0, math.MaxInt
	for i, x := range all {
		for _, e := range planOf(x).Edits {
			if d := distance(e, why.at); d < least {
				nearest, least = i, d
			}
		}
	}
	return all[nearest : nearest+1], slices.Concat(all[:nearest], all[nearest+1:])
}

// splitByFunction returns of each function in which the programs differ, and which some of the
// plans change, the one that does most closely to the place.
func splitByFunction[T any](was *plan.Original, all []T, why *misfit, planOf func(T) *plan.Plan) (accused, others []T) {
	if len(why.also) == 0 {
		return nil, all
	}
	type guess struct {
		at             source.Pos
		nearest, least int
	}
	guesses := make(map[syntax.FuncID]*guess)
	for _, at := range append(why.also, why.at) {
		guesses[was.Function(at).ID] = &guess{at, -1, math.MaxInt}
	}
	for i, x := range all {
		for _, e := range planOf(x).Edits {
			if g := guesses[changedBy(was, e).ID]; g != nil && distance(e, g.at) < g.least {
				g.nearest, g.least = i, distance(e, g.at)
			}
		}
	}
	isAccused := make([]bool, len(all))
	for _, g := range guesses {
		if g.nearest >= 0 {
			isAccused[g.nearest] = true
		}
	}
	for i, x := range all {
		if isAccused[i] {
			accused = append(accused, x)
		} else {
			others = append(others, x)
		}
	}
	return accused, others
}

// distance returns how far an edit is from a place, in bytes.
func distance(e source.Edit, at source.Pos) int {
	return max(int(e.Span.Start)-int(at), int(at)-int(e.Span.End), 0)
}

// changedBy returns the function in which the first token stands that an edit changes.
func changedBy(b *plan.Original, e source.Edit) *syntax.Function {
	return b.Function(b.Unit.Tree.After(e.Span.Start))
}
