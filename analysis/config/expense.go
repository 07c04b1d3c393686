package config

import (
	"fmt"

	"luaflow/analysis/config/luacheckrc"
)

// This file counts what the configuration files of a project cost together. Each has a
// limit of its own, but a project may have as many as it has folders.

// allFiles is the most that all files may cost that are read between two calls of Refresh.
// What one file costs beyond that is not taken from it.
var allFiles = luacheckrc.Cost{Steps: 20 * luacheckrc.Limit.Steps, Bytes: 4 * luacheckrc.Limit.Bytes}

// expense is what files have cost.
type expense struct {
	round int // from 1
	spent luacheckrc.Cost
	// said is the problem of the first file for which nothing was left, which all share that
	// come after it: it is said once.
	said *Problem
}

func (e *expense) begin() { *e = expense{round: e.round + 1} }

// spent returns what files have cost in this round.
func (l *Loader) spent() (round int, spent luacheckrc.Cost) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.expense.round, l.expense.spent
}

func (l *Loader) spend(cost luacheckrc.Cost) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.expense.spent.Add(cost)
}

// overspent returns the problem of a file that is left out, as are those that are read after it.
func (l *Loader) overspent(s source) *Problem {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.expense.said == nil {
		l.expense.said = &Problem{File: s.path, Message: fmt.Sprintf(
			"is left out, and so is what is read after it: the configuration files of this project take more than %d million steps, or %d MB, together",
			allFiles.Steps/1_000_000, allFiles.Bytes>>20)}
	}
	return l.expense.said
}
