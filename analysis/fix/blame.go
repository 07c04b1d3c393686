package fix

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"luaflow/compile/source"
)

// This file defines which of several plans that were verified together is to blame if
// the verifier refuses them.

// misfit is an error that knows what is to blame.
type misfit struct {
	error
	at   source.Pos    // in the text before: where the programs were found to differ
	lost []source.Span // of what is needed, and is deleted or replaced, by their starts
	// isSure: nothing can stand in the place of what is lost.
	isSure bool
}

func (m misfit) Unwrap() error { return m.error }

// blame says whether a plan, among others, may have made the programs differ.
type blame uint8

const (
	innocent blame = iota
	suspect
	guilty
)

// blame returns that of a plan for what is lost.
func (m *misfit) blame(p *plan) blame {
	b := innocent
	for _, x := range p.edits {
		if !coversAny(x.Span, m.lost) {
			continue
		}
		if m.isSure || strings.TrimSpace(x.New) == "" {
			return guilty
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

// split takes plans apart that are refused together: the one that changes the text most
// closely to the place where the programs differ from the others, or, where such guesses
// have mostly been wrong, in halves.
func split[T any](s *suspicion, all []T, at source.Pos, planOf func(T) *plan) (one, other []T) {
	if *s <= -maxMisses {
		half := len(all) / 2
		return all[:half], all[half:]
	}
	nearest, least := 0, math.MaxInt
	for i, x := range all {
		for _, e := range planOf(x).edits {
			if d := max(int(e.Span.Start)-int(at), int(at)-int(e.Span.End), 0); d < least {
				nearest, least = i, d
			}
		}
	}
	return all[nearest : nearest+1], slices.Concat(all[:nearest], all[nearest+1:])
}
