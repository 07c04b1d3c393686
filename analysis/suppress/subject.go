package suppress

import (
	"strings"

	"luaflow/analysis/config"
)

// This file defines which findings the comments of a file cannot tell apart.

// subjects is the names that comments ask for.
type subjects struct {
	names map[string]bool
	// hasPatterns: one asks for names by a pattern.
	hasPatterns bool
}

// add adds what a comment asks for.
func (s *subjects) add(d *directive) {
	for i := range d.options {
		for k := range d.options[i].items {
			for _, p := range d.options[i].items[k].patterns {
				s.addName(p.NameText())
			}
		}
	}
}

func (s *subjects) addName(name string) {
	switch {
	case name == "" || name == ".*":
	case strings.ContainsAny(name, "^$()%.[]*+-?"):
		s.hasPatterns = true
	default:
		if s.names == nil {
			s.names = make(map[string]bool)
		}
		s.names[name] = true
	}
}

// other stands for all names that no comment asks for.
const other = "?"

// general is a subject about which the comments say the same. Most findings of a code
// have the same one, so that what comments say of it need be found out once.
func (s *subjects) general(subj config.Subject) config.Subject {
	if subj.Name != "" && !s.hasPatterns && !s.names[subj.Name] {
		subj.Name = other
	}
	return subj
}
