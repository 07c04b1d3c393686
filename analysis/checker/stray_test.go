package checker

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// strays is what is put into texts, on a line of its own, so that blocks or tokens end
// elsewhere than they were meant to.
var strays = []string{"end", "[[", "--[[", "else", "until true", "]]", "if x then", "function f()", "repeat", "\"", "(", "}"}

var (
	endLine    = regexp.MustCompile(`^\s*end[,;)]*\s*$`)
	quotedName = regexp.MustCompile("`([^`]*)`")
)

// TestStrayText: nothing is found in a text with something stray in it, or with an `end`
// missing, that is not found in the text that was meant.
func TestStrayText(t *testing.T) {
	c := New()
	r := rand.New(rand.NewPCG(1, 7))
	tried := 0
	for _, text := range texts(t) {
		if len(asAny(text).Errors) > 0 {
			continue
		}
		lines, names := foundIn(c, text)
		for range 10 {
			changed, at, shift := disturb(text, r)
			u := asAny(changed)
			if len(u.Errors) == 0 {
				continue // it is another program
			}
			tried++
			found := c.Check(u)
			for i := range found {
				f := &found[i]
				line := u.File.Line(f.Span.Start)
				if f.Code == "syntax-error" || shift > 0 && line == at+1 {
					continue
				}
				if line > at {
					line -= shift
				}
				if !lines[line] && !mentions(f.Message, names) {
					t.Errorf("line %d: %s [%s], with line %d changed, in\n%s", line, f.Message, f.Code, at+1, changed)
				}
			}
		}
	}
	if tried < 1000 {
		t.Errorf("only %d texts were broken", tried)
	}
}

func asAny(text string) *compile.Unit {
	return compile.CompileAs(source.NewFile("test.lua", text), syntax.Language{Dialects: syntax.Any})
}

// foundIn returns the lines of the findings in a text, of what belongs to them and of what
// they fade, and the names in their messages.
func foundIn(c *Checker, text string) (lines map[int]bool, names map[string]bool) {
	lines, names = make(map[int]bool), make(map[string]bool)
	u := asAny(text)
	for _, f := range c.Check(u) {
		lines[u.File.Line(f.Span.Start)] = true
		for _, at := range f.Related {
			lines[u.File.Line(at.Span.Start)] = true
		}
		if f.Fade.Valid() { // what is found in faded text is found already
			for line := u.File.Line(f.Fade.Start); line <= u.File.Line(f.Fade.End); line++ {
				lines[line] = true
			}
		}
		for _, name := range quotedName.FindAllStringSubmatch(f.Message, -1) {
			names[name[1]] = true
		}
	}
	return lines, names
}

// mentions reports whether a message is about one of some names.
func mentions(message string, names map[string]bool) bool {
	name := quotedName.FindStringSubmatch(message)
	return name != nil && names[name[1]]
}

// disturb puts something stray into a text, or takes an `end` away: in front of line
// number at, or that line, counted from 0. The lines after it have moved by shift.
func disturb(text string, r *rand.Rand) (changed string, at, shift int) {
	lines := strings.SplitAfter(text, "\n")
	at = r.IntN(len(lines) - 1)
	if r.IntN(4) == 0 {
		for k := range lines {
			if k = (at + k) % len(lines); endLine.MatchString(lines[k]) {
				return strings.Join(lines[:k], "") + strings.Join(lines[k+1:], ""), k, -1
			}
		}
	}
	stray := strays[min(r.IntN(2*len(strays)), r.IntN(len(strays)))] + "\n"
	if r.IntN(2) == 0 { // indented as the line is
		stray = lines[at][:len(lines[at])-len(strings.TrimLeft(lines[at], " \t"))] + stray
	}
	return strings.Join(lines[:at], "") + stray + strings.Join(lines[at:], ""), at, 1
}
