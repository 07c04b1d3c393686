package unfinished

import (
	"regexp"
	"strconv"
	"sync"
)

// lines is how the numbers of lines change: those from first on are so many more.
type lines struct{ first, more int }

// mentioned finds the lines that a message names. What it quotes of the program, in backquotes, comes
// first, so that nothing in that is taken for one.
var mentioned = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("`[^`]*`|\\bline [0-9]+") })

// renumber returns a message with the numbers that its lines have now.
func (l lines) renumber(message string) string {
	if l.more == 0 {
		return message
	}
	return mentioned().ReplaceAllStringFunc(message, func(m string) string {
		if m[0] == '`' {
			return m
		}
		n, err := strconv.Atoi(m[len("line "):])
		if err != nil || n < l.first {
			return m
		}
		return "line " + strconv.Itoa(n+l.more)
	})
}
