// Package printable writes what a project brings (names of files, names and texts of
// programs, messages of configurations) on its way to a terminal, a log, a report or an
// editor. It can neither begin a line there, nor give a command to the terminal or to the
// machine whose log it is, nor hide or turn around what stands beside it.
package printable

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// IsHarmful reports whether a rune does something where it is shown: controls (C0, C1 and
// DEL), what has no picture of its own and acts on others (Cf: directions, joiners, tags),
// and separators of lines.
func IsHarmful(r rune) bool {
	if r < utf8.RuneSelf {
		return r < ' ' || r == 0x7f
	}
	return r < 0xa0 || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}

// commandWords are what stands between ## and [ in the commands that GitHub, Azure and
// TeamCity look for anywhere in the lines of a log.
var commandWords = []string{"[", "vso[", "teamcity["}

// IsCommand reports whether a # of a text is the last one in front of such a command.
func IsCommand[T string | []byte](text T, at int) bool {
	if at == 0 || text[at] != '#' || text[at-1] != '#' {
		return false
	}
	for _, word := range commandWords {
		if rest := text[at+1:]; len(rest) >= len(word) && strings.EqualFold(string(rest[:len(word)]), word) {
			return true
		}
	}
	return false
}

// Escape returns a text with the runes that are harmful, the bytes that are no UTF-8
// (which are utf8.RuneError, and invalid then) and the last # of each command as escape writes them. A text
// without any is returned as it is.
func Escape[T string | []byte](text T, escape func(b []byte, r rune, invalid byte) []byte) T {
	var out []byte
	done := 0
	for at := 0; at < len(text); {
		c := text[at]
		if c >= ' ' && c < 0x7f && c != '#' {
			at++
			continue
		}
		r, size := utf8.DecodeRuneInString(string(text[at:min(len(text), at+utf8.UTFMax)]))
		invalid := byte(0)
		if r == utf8.RuneError && size == 1 {
			invalid = c
		}
		if invalid != 0 || IsHarmful(r) || IsCommand(text, at) {
			out = escape(append(out, text[done:at]...), r, invalid)
			done = at + size
		}
		at += size
	}
	if done == 0 {
		return text
	}
	return T(append(out, text[done:]...))
}

// Text returns a text on one line with the escapes of Lua in the place of what is
// harmful: \n, \x1B, \u{200B}.
func Text(text string) string { return Escape(text, AppendEscape) }

// Line returns what Text does for a line of source, whose tabs stay.
func Line(text string) string {
	return Escape(text, func(b []byte, r rune, invalid byte) []byte {
		if r == '\t' {
			return append(b, '\t')
		}
		return AppendEscape(b, r, invalid)
	})
}

// Lines returns a text with what Line returns for each of its lines; their breaks stay.
func Lines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = Line(line)
	}
	return strings.Join(lines, "\n")
}

// AppendEscape appends the escape of a rune, in the notation of Lua: that of the byte invalid, if
// that is not 0.
func AppendEscape(b []byte, r rune, invalid byte) []byte {
	switch {
	case invalid != 0:
		return fmt.Appendf(b, `\x%02X`, invalid)
	case r == '\n':
		return append(b, `\n`...)
	case r == '\r':
		return append(b, `\r`...)
	case r == '\t':
		return append(b, `\t`...)
	case r < utf8.RuneSelf:
		return fmt.Appendf(b, `\x%02X`, r)
	}
	return fmt.Appendf(b, `\u{%X}`, r)
}

// JSON returns a JSON text in whose strings escapes stand in the place of what is harmful.
// It stands for the same value.
func JSON(text []byte) []byte {
	return Escape(text, func(b []byte, r rune, _ byte) []byte {
		switch high, low := utf16.EncodeRune(r); {
		case r == '\n': // between values: in strings it is escaped already
			return append(b, '\n')
		case high != utf8.RuneError:
			return fmt.Appendf(b, `\u%04x\u%04x`, high, low)
		}
		return fmt.Appendf(b, `\u%04x`, r)
	})
}

// XML returns the text of an XML element in whose values references stand in the place of
// what is harmful. It stands for the same element.
func XML(text []byte) []byte {
	return Escape(text, func(b []byte, r rune, _ byte) []byte {
		if r == '\n' { // between elements: in values it is escaped already
			return append(b, '\n')
		}
		return fmt.Appendf(b, "&#x%X;", r)
	})
}
