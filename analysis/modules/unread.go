package modules

import (
	"slices"
	"strings"

	"luaflow/analysis/spelling"
	"luaflow/analysis/summary"
)

// Fields that one file sets in self and no file of the program reads, by their names: which objects a file gets from others nobody knows.

// Unread is a field that the file sets in self, of a name that the program has nowhere else.
type Unread struct {
	Field   string `json:"field"`             // the key, a string
	Similar string `json:"similar,omitempty"` // a name that the file has and that differs by a slip; "" if there is no such name
}

// findUnread returns, by file, the fields that are set in self by one file each and have names that the program has nowhere else. Those of
// objects that code elsewhere gets at, as all may where nothing is known of what starts the program, are left out unless they are private; so
// are those that Lua itself may read.
func (p *Program) findUnread() [][]Unread {
	all := make([][]Unread, len(p.summaries))
	times := p.countFiles()
	var patterns [][]string
	for number, n := range times {
		if n > 0 && strings.Contains(p.texts.names[number], "*") {
			patterns = append(patterns, strings.Split(p.texts.names[number], "*"))
		}
	}
	for _, s := range p.summaries {
		for _, name := range s.KeysOfSelf {
			patterns = append(patterns, strings.Split(name, "*"))
		}
	}
	for i, s := range p.summaries {
		isOfOthers := !p.knows[i] || p.shares[i]
		for _, name := range s.OfSelf {
			number, ok := p.texts.numbers[name]
			if !ok || s.Broken || times[number] > 1 || isOfOthers && !isPrivate(name) || strings.HasPrefix(name, "__") {
				continue
			}
			if !slices.ContainsFunc(patterns, func(pieces []string) bool { return matches(name, pieces) }) {
				all[i] = append(all[i], Unread{name, similarIn(s, name)})
			}
		}
	}
	return all
}

// countFiles returns in how many files each name stands, by number, as a word or as that of an Export.
func (p *Program) countFiles() []int32 {
	times, last := make([]int32, len(p.texts.names)), make([]int32, len(p.texts.names))
	for i, names := range p.names {
		add := func(number uint32) {
			if last[number] != int32(i)+1 {
				last[number] = int32(i) + 1
				times[number]++
			}
		}
		for _, number := range names.exports {
			add(number)
		}
		for _, words := range names.words {
			for _, number := range words {
				add(number)
			}
		}
	}
	return times
}

// shortestSimilar is how long a name is at least that is compared with others.
const shortestSimilar = 6

// similarIn returns the first name that stands in a file, not only where it is set in self, and differs from another one by a slip; "" if there is
// no such name.
func similarIn(s *summary.Summary, name string) (similar string) {
	if len(name) < shortestSimilar {
		return ""
	}
	for i := range s.Parts {
		for _, word := range s.Parts[i].Words {
			if spelling.IsSlip(name, word) && (similar == "" || word < similar) && !slices.Contains(s.OfSelf, word) {
				similar = word
			}
		}
	}
	return similar
}
