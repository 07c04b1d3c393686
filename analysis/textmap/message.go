package textmap

import (
	"fmt"
	"strings"

	"luaflow/compile/resolve"
	"luaflow/compile/source"
)

// The words that several checks share.

// maxPlaces is how many places a message names.
const maxPlaces = 3

// AtLines names the lines of places, which are in the order of the text: "at line 12
// and at line 15", "at line 1, at line 2, at line 3 and 4 more".
func (x *Text) AtLines(places []source.Span) string { return x.AtLinesOf("at line", places) }

// AtLinesOf returns what AtLines does, with other words in front of each number.
func (x *Text) AtLinesOf(words string, places []source.Span) string {
	var parts []string
	more, last := 0, 0
	for _, at := range places {
		line := x.Line(at.Start)
		switch {
		case line == last:
		case len(parts) < maxPlaces:
			parts = append(parts, fmt.Sprintf("%s %d", words, line))
		default:
			more++
		}
		last = line
	}
	if more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return Join(parts, "and")
}

// Join returns an enumeration: "a", "a and b", "a, b and c".
func Join(parts []string, word string) string {
	last := len(parts) - 1
	if last <= 0 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:last], ", ") + " " + word + " " + parts[last]
}

// UsedBy returns which unused functions are all that use a variable: "only used by `f` and `g`, which
// are unused too". They are given by their variables.
func (x *Text) UsedBy(users []resolve.BindingID) string {
	names := make([]string, len(users))
	for i, id := range users {
		names[i] = fmt.Sprintf("`%s`", x.Name(&x.Unit.Res.Bindings[id]))
	}
	verb := "are"
	if len(names) == 1 {
		verb = "is"
	}
	return fmt.Sprintf("only used by %s, which %s unused too", Enumerate(names), verb)
}

// Are returns an enumeration of names, of which three are named at most, and the verb.
func Are(names []string) string {
	if len(names) == 1 {
		return names[0] + " is"
	}
	return Enumerate(names) + " are"
}

// Enumerate returns what Join does, for names, of which three are named at most.
func Enumerate(names []string) string {
	if more := len(names) - maxPlaces; more > 0 {
		names = append(names[:maxPlaces:maxPlaces], fmt.Sprintf("%d more", more))
	}
	return Join(names, "and")
}
