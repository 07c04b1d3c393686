package luapattern

import (
	"errors"
	"strings"
)

// This file defines how a pattern is matched: by backtracking, with a budget.

// Span is a range of bytes of the subject, from Start (inclusive) to End (exclusive).
type Span struct{ Start, End int }

// Match is where a pattern was found.
type Match struct {
	Span
	Captures []Span // by number; of a position both ends are that position
}

// ErrTooHard says that the budget was used up.
var ErrTooHard = errors.New("pattern takes too long to match")

// Budget is a number of steps, which several matches may share.
type Budget int

// Default is enough for any name and any pattern that is meant well.
const Default Budget = 100_000

type matcher struct {
	pat      *Pattern
	s        string
	budget   *Budget
	captures []Span // by number
}

// Matches reports whether the pattern is found in s; a pattern that is too hard is not.
func (p *Pattern) Matches(s string) bool {
	if p.anchored && len(p.items) > 0 && p.items[0].op == one && (s == "" || !p.items[0].set.has(s[0])) {
		return false // so most patterns are done with
	}
	budget := Default
	_, ok, err := p.Find(s, 0, &budget)
	return ok && err == nil
}

// IsPosition reports whether the capture of a number is a position: an empty one.
func (p *Pattern) IsPosition(capture int) bool { return p.captures[capture] }

// Find looks for the pattern in s[init:], and takes its steps from the budget.
func (p *Pattern) Find(s string, init int, budget *Budget) (Match, bool, error) {
	m := matcher{pat: p, s: s, budget: budget}
	if len(p.captures) > 0 {
		m.captures = make([]Span, len(p.captures))
	}
	for at := init; at <= len(s); at++ {
		stop, err := m.match(0, at)
		if err != nil {
			return Match{}, false, err
		}
		if stop >= 0 {
			return Match{Span{at, stop}, m.captures}, true, nil
		}
		if p.anchored {
			break
		}
	}
	return Match{}, false, nil
}

func (m *matcher) spend() error {
	if *m.budget <= 0 {
		return ErrTooHard
	}
	*m.budget--
	return nil
}

// match returns where the items from number i on end if they match at a place; -1 if they
// do not.
func (m *matcher) match(i, at int) (int, error) {
	for ; i < len(m.pat.items); i++ {
		if err := m.spend(); err != nil {
			return -1, err
		}
		item := &m.pat.items[i]
		switch item.op {
		case star, plus, optional:
			return m.greedy(item, i, at)
		case minus:
			return m.lazy(item, i, at)
		}
		var err error
		if at, err = m.fixed(item, at); at < 0 || err != nil {
			return -1, err
		}
	}
	return at, nil
}

// fixed passes an item that can match in one way only.
func (m *matcher) fixed(item *item, at int) (int, error) {
	switch item.op {
	case one:
		if !m.has(item, at) {
			return -1, nil
		}
		return at + 1, nil
	case open:
		m.captures[item.n].Start = at
	case position:
		m.captures[item.n] = Span{at, at}
	case closed:
		m.captures[item.n].End = at
	case back:
		held := m.s[m.captures[item.n].Start:m.captures[item.n].End]
		if !strings.HasPrefix(m.s[at:], held) {
			return -1, nil
		}
		return at + len(held), nil
	case balance:
		return m.balance(item, at)
	case frontier:
		if item.set.has(m.byteAt(at-1)) || !item.set.has(m.byteAt(at)) {
			return -1, nil
		}
	case end:
		if at < len(m.s) {
			return -1, nil
		}
	}
	return at, nil
}

func (m *matcher) has(item *item, at int) bool { return at < len(m.s) && item.set.has(m.s[at]) }

// byteAt returns the byte at a place; 0 outside the subject.
func (m *matcher) byteAt(at int) byte {
	if at < 0 || at >= len(m.s) {
		return 0
	}
	return m.s[at]
}

// greedy tries the longest run first.
func (m *matcher) greedy(item *item, i, at int) (int, error) {
	least, most := 0, len(m.s)-at
	switch item.op {
	case plus:
		least = 1
	case optional:
		most = min(most, 1)
	}
	n := 0
	for n < most && item.set.has(m.s[at+n]) {
		n++
	}
	for ; n >= least; n-- {
		if err := m.spend(); err != nil {
			return -1, err
		}
		if stop, err := m.match(i+1, at+n); stop >= 0 || err != nil {
			return stop, err
		}
	}
	return -1, nil
}

// lazy tries the shortest run first.
func (m *matcher) lazy(item *item, i, at int) (int, error) {
	for {
		if err := m.spend(); err != nil {
			return -1, err
		}
		if stop, err := m.match(i+1, at); stop >= 0 || err != nil {
			return stop, err
		}
		if !m.has(item, at) {
			return -1, nil
		}
		at++
	}
}

func (m *matcher) balance(item *item, at int) (int, error) {
	if at >= len(m.s) || m.s[at] != item.x {
		return -1, nil
	}
	depth := 1
	for i := at + 1; i < len(m.s); i++ {
		if err := m.spend(); err != nil {
			return -1, err
		}
		switch m.s[i] {
		case item.y:
			if depth--; depth == 0 {
				return i + 1, nil
			}
		case item.x:
			depth++
		}
	}
	return -1, nil
}
