package tables

// Classes says which elements may stand for the same tables, and which for what is in those: a
// union-find structure with path halving (Tarjan and van Leeuwen, 1984) in which every class has
// at most one class of contents. Whoever joins two classes joins their contents too (Steensgaard
// 1996).
//
// The root of a joined class is the lower of the two, so that element 0 stays the root of its
// class; with path halving alone an operation takes logarithmic time amortized, and
// next to nothing in practice. A class may be its own contents, as after `t.self = t`.
//
// Element 0 is special: it and what is in it are one class. Objects, of which strict claims are
// made, take it for whatever is not known. Package slice, which is coarser and makes no such
// claims, has no use for it: there code elsewhere brings no two tables together.
//
// The zero Classes has no elements.
type Classes struct {
	parent   []int32 // by element; a root is its own parent; noTable
	contents []int32 // by root: an element of its contents; 0 for a class without
}

// The elements of a tracer that stand for no value.
const (
	unknownClass = 0  // tables that may be anywhere; so may their contents
	noTable      = -1 // what is never a table; it is in no class
)

// Len returns the number of elements.
func (c *Classes) Len() int { return len(c.parent) }

// Add makes an element in a class of its own, which it returns.
func (c *Classes) Add() int32 {
	e := int32(len(c.parent))
	c.parent = append(c.parent, e)
	c.contents = append(c.contents, 0)
	return e
}

// Find returns the root of the class of e; e itself if that is negative, and so in none.
func (c *Classes) Find(e int32) int32 {
	for e > 0 {
		up := c.parent[e]
		if up == e {
			break
		}
		if up > 0 {
			up = c.parent[up]
			c.parent[e] = up
		}
		e = up
	}
	return e
}

// Join makes one class of two. If both have contents it returns an element of each: these are to
// be joined next, and so on. It comes to an end because every turn leaves one class less; a class
// that is its own contents is joined with itself at last, which is nothing. What is in no class
// joins nothing.
func (c *Classes) Join(a, b int32) (inA, inB int32, both bool) {
	a, b = c.Find(a), c.Find(b)
	if a == b || a < 0 || b < 0 {
		return 0, 0, false
	}
	if b < a {
		a, b = b, a
	}
	c.parent[b] = a
	inA, inB = c.contents[a], c.contents[b]
	if a != 0 && inA == 0 {
		c.contents[a] = inB
		return 0, 0, false
	}
	return inA, inB, inB != 0 // those of element 0 are itself
}

// Contents returns an element of the contents of e's class, always the same unless the class is
// joined with others. It is made if there is none yet. What is in no class has those of element 0.
func (c *Classes) Contents(e int32) int32 {
	e = c.Find(e)
	if e <= 0 {
		return 0
	}
	if c.contents[e] == 0 {
		in := c.Add()
		c.contents[e] = in
	}
	return c.contents[e]
}
