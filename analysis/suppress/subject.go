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
	case !isLiteral(name):
		s.hasPatterns = true
	default:
		if s.names == nil {
			s.names = make(map[string]bool)
		}
		s.names[name] = true
	}
}

// isLiteral reports whether a pattern matches itself alone.
func isLiteral(pattern string) bool { return !strings.ContainsAny(pattern, "^$()%.[]*+-?") }

// literalNames returns the names of a directive: see there.
func (d *directive) literalNames() (names []string) {
	for i := range d.options {
		if !d.options[i].hides {
			return nil
		}
		for k := range d.options[i].items {
			for _, p := range d.options[i].items[k].patterns {
				name := p.NameText()
				if name == "" || !isLiteral(name) {
					return nil
				}
				names = append(names, name)
			}
		}
	}
	return names
}

// other stands for all names that no comment asks for.
const other = "?"

// general returns a subject about which the comments say the same. Most findings of a code
// have the same one, so that what comments say of it need be found out once.
func (s *subjects) general(subj config.Subject) config.Subject {
	if subj.Name != "" && !s.hasPatterns && !s.names[subj.Name] {
		subj.Name = other
	}
	return subj
}
