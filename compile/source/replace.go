package source

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// This file makes many content changes of an editor, each of which speaks of the text that the one before it left.
// The text is cut into chunks around a gap, as in a gap buffer (Crowley, Data Structures for Text Sequences, 1998):
// the gap goes to each change, which is near to the one before it if an editor replaces a word everywhere, and what
// is counted up to each chunk finds a line and a column by bisection.

// Change replaces the text in a range: one content change of an editor.
type Change struct {
	Range Range  // of the text before the change; what is not there means what File.Span makes of it
	New   string // in its place; empty if it is only taken out
}

// ReplaceAll returns what Replace makes of f with one change after the other. It takes time in proportion to the
// text and the changes if those are in order, up or down.
func (f *File) ReplaceAll(changes []Change, enc Encoding) *File {
	switch len(changes) {
	case 0:
		return f
	case 1:
		return f.Replace(changes[0].Range, enc, changes[0].New)
	}
	c := &chunks{enc: enc}
	c.put(f.text)
	for i := range changes {
		r := changes[i].Range
		start := c.pos(r.Start)
		c.replace(start, max(start, c.pos(r.End)), changes[i].New)
	}
	return NewFile(f.name, c.text())
}

// chunkSize is the least size of a chunk that is cut off, in bytes.
const chunkSize = 1 << 10

// amount counts what is in a text.
type amount struct {
	bytes  int
	units  int // of the encoding
	breaks int // of lines, as an editor counts them
}

func (a amount) plus(b amount) amount {
	return amount{a.bytes + b.bytes, a.units + b.units, a.breaks + b.breaks}
}

func (a amount) minus(b amount) amount {
	return amount{a.bytes - b.bytes, a.units - b.units, a.breaks - b.breaks}
}

// chunk is a part of a text that is not empty. No code point and no line break goes from one into the next, so that
// amounts add up.
type chunk struct {
	text string
	own  amount
	upTo amount // own, and all of the chunks on the other side of it than the gap
}

// chunks is a text with a gap in it.
type chunks struct {
	enc   Encoding
	left  []chunk // of the gap, in order
	right []chunk // of the gap, the last one first
}

// sum returns what is counted in the chunks on one side of the gap.
func sum(side []chunk) amount {
	if len(side) == 0 {
		return amount{}
	}
	return side[len(side)-1].upTo
}

func push(side []chunk, c chunk) []chunk {
	c.upTo = sum(side).plus(c.own)
	return append(side, c)
}

// put inserts a text on the left of the gap.
func (c *chunks) put(text string) {
	for text != "" {
		n := len(text)
		if n > 2*chunkSize {
			n = cut(text, chunkSize)
		}
		c.left = push(c.left, chunk{text: text[:n], own: c.count(text[:n])})
		text = text[n:]
	}
}

// cut returns the first place from n on where a text may be cut in two chunks. A byte that can begin a code point
// always does.
func cut(text string, n int) int {
	for n < len(text) && (!utf8.RuneStart(text[n]) || text[n] == '\n' && text[n-1] == '\r') {
		n++
	}
	return n
}

// count counts what is in a text.
func (c *chunks) count(text string) amount {
	a := amount{len(text), len(text), strings.Count(text, "\n")}
	if cr := strings.Count(text, "\r"); cr > 0 {
		a.breaks += cr - strings.Count(text, "\r\n")
	}
	if c.enc != UTF8 && !isASCII(text) {
		a.units = 0
		for _, r := range text { // a byte that is no valid UTF-8 is one r
			a.units += unitsOf(r, utf8.RuneLen(r), c.enc)
		}
	}
	return a
}

// unitsOf returns the units of a code point of n bytes.
func unitsOf(r rune, n int, enc Encoding) int {
	switch {
	case enc == UTF8:
		return n
	case enc == UTF16 && r > 0xFFFF:
		return 2
	}
	return 1
}

// total counts what is in the text.
func (c *chunks) total() amount { return sum(c.left).plus(sum(c.right)) }

// find returns the first chunk up to the end of which isEnough holds, and what is in front of it; nil without one.
func (c *chunks) find(isEnough func(upTo amount) bool) (found *chunk, before amount) {
	total := c.total()
	at := func(i int) (*chunk, amount) {
		if i < len(c.left) {
			return &c.left[i], c.left[i].upTo.minus(c.left[i].own)
		}
		x := &c.right[len(c.right)-1-(i-len(c.left))]
		return x, total.minus(x.upTo)
	}
	n := len(c.left) + len(c.right)
	i := sort.Search(n, func(i int) bool {
		x, before := at(i)
		return isEnough(before.plus(x.own))
	})
	if i == n {
		return nil, total
	}
	return at(i)
}

// pos returns where a point is in the text, by the rules of File.Pos.
func (c *chunks) pos(pt Point) int {
	if pt.Line < 0 {
		return 0
	}
	var start amount
	if pt.Line > 0 {
		x, before := c.find(func(upTo amount) bool { return upTo.breaks >= pt.Line })
		if x == nil {
			return before.bytes
		}
		_, end := lineBreak(x.text, pt.Line-before.breaks)
		start = before.plus(c.count(x.text[:end]))
	}
	x, before := c.find(func(upTo amount) bool { return upTo.breaks > pt.Line })
	end := before.bytes
	if x != nil {
		at, _ := lineBreak(x.text, pt.Line+1-before.breaks)
		end += at
	}
	want := start.units + max(pt.Col, 0)
	x, before = c.find(func(upTo amount) bool { return upTo.units > want })
	if x == nil {
		return end
	}
	return min(end, before.bytes+advance(x.text, want-before.units, c.enc))
}

// lineBreak returns where the nth line break of a text begins and ends.
func lineBreak(text string, n int) (start, end int) {
	for {
		start = end + strings.IndexAny(text[end:], "\r\n")
		end = start + 1
		if text[start] == '\r' && end < len(text) && text[end] == '\n' {
			end++
		}
		if n--; n == 0 {
			return start, end
		}
	}
}

// advance returns the last start of a code point in front of which there are no more units than want.
func advance(text string, want int, enc Encoding) int {
	at := 0
	for at < len(text) {
		r, n := utf8.DecodeRuneInString(text[at:])
		if want -= unitsOf(r, n, enc); want < 0 {
			break
		}
		at += n
	}
	return at
}

// replace puts a text in the place of bytes from start to end. What it may join with in front of it and after it is cut
// anew.
func (c *chunks) replace(start, end int, text string) {
	for len(c.left) > 0 && sum(c.left).bytes >= start {
		last := len(c.left) - 1
		c.right = push(c.right, c.left[last])
		c.left = c.left[:last]
	}
	for len(c.right) > 0 && sum(c.left).bytes+c.right[len(c.right)-1].own.bytes < start {
		c.left = push(c.left, c.pop())
	}
	at := sum(c.left).bytes
	var before, after string
	for isFirst := true; len(c.right) > 0 && at <= end; isFirst = false {
		x := c.pop()
		if isFirst {
			before = x.text[:start-at]
		}
		after = x.text[min(len(x.text), max(0, end-at)):]
		at += len(x.text)
	}
	c.put(before + text + after)
}

// pop takes away the chunk on the right of the gap.
func (c *chunks) pop() chunk {
	last := len(c.right) - 1
	x := c.right[last]
	c.right = c.right[:last]
	return x
}

func (c *chunks) text() string {
	var b strings.Builder
	b.Grow(c.total().bytes)
	for i := range c.left {
		b.WriteString(c.left[i].text)
	}
	for _, x := range slices.Backward(c.right) {
		b.WriteString(x.text)
	}
	return b.String()
}
