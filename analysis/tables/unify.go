package tables

// Classes of values that may hold the same tables: a union-find structure with path
// halving (Tarjan and van Leeuwen, 1984) in which every class has at most one class
// of contents, that of all keys and values of its tables. Joining two classes joins
// their contents too.
//
// The root of a joined class is the lower of the two, so that element 0 stays the root of the
// unknown class; with path halving alone an operation takes logarithmic time amortized, and
// next to nothing in practice. A class may be its own contents, as after `t.self = t`.

// The elements that stand for no value.
const (
	unknownClass = 0  // tables that may be anywhere; so may their contents
	noTable      = -1 // what is never a table; it is in no class
)

// classes is the structure. The element 0 is unknownClass.
type classes struct {
	parent   []int32 // by element; a root is its own parent; noTable
	contents []int32 // by root; 0 for a class without contents
}

// add makes an element in a class of its own.
func (c *classes) add() int32 {
	e := int32(len(c.parent))
	c.parent = append(c.parent, e)
	c.contents = append(c.contents, 0)
	return e
}

// find returns the root of the class of e; noTable if it is in none.
func (c *classes) find(e int32) int32 {
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

// union joins two classes, and their contents, and so on. It ends because every turn leaves one
// class less; a class that is its own contents is joined with itself at last, which is nothing.
// What is no table joins nothing: it brings no table along.
func (c *classes) union(a, b int32) {
	for {
		a, b = c.find(a), c.find(b)
		if a == b || a == noTable || b == noTable {
			return
		}
		if b < a {
			a, b = b, a
		}
		c.parent[b] = a
		inA, inB := c.contents[a], c.contents[b]
		if inB == 0 {
			return // and the contents of the unknown class are itself
		}
		if a != unknownClass && inA == 0 {
			c.contents[a] = inB
			return
		}
		a, b = inA, inB
	}
}

// contentsOf returns the class of the contents of e's class, which is made if there is
// none yet. What is no table has unknown contents: a string has methods.
func (c *classes) contentsOf(e int32) int32 {
	e = c.find(e)
	if e <= 0 {
		return unknownClass
	}
	if c.contents[e] == 0 {
		in := c.add()
		c.contents[e] = in
	}
	return c.find(c.contents[e])
}
