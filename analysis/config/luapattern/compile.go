package luapattern

import (
	"errors"
	"fmt"
	"strings"
)

// This file defines patterns and how they are read.

// op is what an item does.
type op uint8

const (
	one      op = iota // one byte of the set
	star               // as many of the set as will do
	plus               // the same, at least one
	minus              // as few as will do
	optional           // one or none
	open               // capture n begins
	position           // capture n is the position
	closed             // capture n ends
	back               // what capture n holds
	balance            // from x to the y that balances it
	frontier           // between a byte outside the set and one inside
	end                // the end of the subject
)

type item struct {
	op   op
	set  set
	x, y byte
	n    int
}

// Pattern is a compiled pattern. It never changes.
type Pattern struct {
	items    []item
	anchored bool   // at the start of the subject
	captures []bool // by number: whether it is a position
}

// MaxCaptures is how many captures a pattern may have.
const MaxCaptures = 32

// maxItems bounds the depth of the recursion of a match.
const maxItems = 1000

type compiler struct {
	src  string
	at   int
	pat  *Pattern
	open []int // the captures that are not closed
}

// Compile reads a pattern.
func Compile(src string) (*Pattern, error) {
	c := compiler{src: src, pat: &Pattern{anchored: strings.HasPrefix(src, "^")}}
	if c.pat.anchored {
		c.at++
	}
	for c.at < len(src) {
		if err := c.item(); err != nil {
			return nil, err
		}
		if len(c.pat.items) > maxItems {
			return nil, errors.New("pattern too complex")
		}
	}
	if len(c.open) > 0 {
		return nil, errors.New("unfinished capture")
	}
	return c.pat, nil
}

func (c *compiler) add(i item) { c.pat.items = append(c.pat.items, i) }

// item reads one item.
func (c *compiler) item() error {
	switch b := c.src[c.at]; {
	case b == '(':
		return c.opening()
	case b == ')':
		return c.closing()
	case b == '$' && c.at+1 == len(c.src):
		c.at++
		c.add(item{op: end})
		return nil
	case b == '%' && c.at+1 < len(c.src):
		switch next := c.src[c.at+1]; {
		case next == 'b':
			return c.balance()
		case next == 'f':
			return c.frontier()
		case next >= '0' && next <= '9':
			return c.reference(int(next - '0'))
		}
	}
	set, err := c.single()
	if err != nil {
		return err
	}
	c.add(item{op: c.suffix(), set: set})
	return nil
}

// suffix reads the sign after a set.
func (c *compiler) suffix() op {
	if c.at == len(c.src) {
		return one
	}
	suffixes := map[byte]op{'*': star, '+': plus, '-': minus, '?': optional}
	op, ok := suffixes[c.src[c.at]]
	if ok {
		c.at++
	}
	return op
}

func (c *compiler) opening() error {
	n := len(c.pat.captures)
	if n == MaxCaptures {
		return errors.New("too many captures")
	}
	c.at++
	if c.at < len(c.src) && c.src[c.at] == ')' {
		c.at++
		c.pat.captures = append(c.pat.captures, true)
		c.add(item{op: position, n: n})
		return nil
	}
	c.pat.captures = append(c.pat.captures, false)
	c.open = append(c.open, n)
	c.add(item{op: open, n: n})
	return nil
}

func (c *compiler) closing() error {
	last := len(c.open) - 1
	if last < 0 {
		return errors.New("invalid pattern capture")
	}
	c.at++
	c.add(item{op: closed, n: c.open[last]})
	c.open = c.open[:last]
	return nil
}

func (c *compiler) balance() error {
	if c.at+3 >= len(c.src) {
		return errors.New("missing arguments to '%b'")
	}
	c.add(item{op: balance, x: c.src[c.at+2], y: c.src[c.at+3]})
	c.at += 4
	return nil
}

func (c *compiler) frontier() error {
	c.at += 2
	if c.at == len(c.src) || c.src[c.at] != '[' {
		return errors.New("missing '[' after '%f' in pattern")
	}
	set, err := c.single()
	c.add(item{op: frontier, set: set})
	return err
}

func (c *compiler) reference(n int) error {
	c.at += 2
	n--
	known := n >= 0 && n < len(c.pat.captures) && !c.pat.captures[n]
	for _, o := range c.open {
		known = known && o != n
	}
	if !known {
		return fmt.Errorf("invalid capture index %%%d", n+1)
	}
	c.add(item{op: back, n: n})
	return nil
}

// single reads what matches a single byte.
func (c *compiler) single() (s set, err error) {
	b := c.src[c.at]
	c.at++
	switch b {
	case '.':
		s.invert()
	case '[':
		return c.brackets()
	case '%':
		if c.at == len(c.src) {
			return s, errors.New("malformed pattern (ends with '%')")
		}
		s = class(c.src[c.at])
		c.at++
	default:
		s.add(b)
	}
	return s, nil
}

// brackets reads the rest of a set in brackets. A closing bracket that comes first
// stands for itself.
func (c *compiler) brackets() (s set, err error) {
	inverted := c.at < len(c.src) && c.src[c.at] == '^'
	if inverted {
		c.at++
	}
	for first := true; ; first = false {
		if c.at >= len(c.src) {
			return s, errors.New("malformed pattern (missing ']')")
		}
		b := c.src[c.at]
		c.at++
		switch {
		case b == ']' && !first:
			if inverted {
				s.invert()
			}
			return s, nil
		case b == '%' && c.at < len(c.src):
			s.union(class(c.src[c.at]))
			c.at++
		case c.at+1 < len(c.src) && c.src[c.at] == '-' && c.src[c.at+1] != ']':
			for x := int(b); x <= int(c.src[c.at+1]); x++ {
				s.add(byte(x))
			}
			c.at += 2
		default:
			s.add(b)
		}
	}
}
