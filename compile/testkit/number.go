package testkit

import (
	"fmt"
	"strconv"
)

// lineError returns err with the line of the listing that it is about.
func lineError(line int, err error) error { return fmt.Errorf("line %d: %w", line, err) }

// numbers parses numbers and keeps the first error.
type numbers struct{ err error }

// parse reads a number from least to most; after an error it returns least.
func (n *numbers) parse(s string, least, most int) int {
	v, err := strconv.Atoi(s)
	if n.err == nil && (err != nil || v < least || v > most) {
		n.err = fmt.Errorf("expected a number from %d to %d, found %q", least, most, s)
	}
	if n.err != nil {
		return least
	}
	return v
}
