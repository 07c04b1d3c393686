package instances

import (
	"math"
	"strings"
)

// The classes of values, and how they are joined.

// unknown is the class of what code elsewhere may have; so may all that can be got at from there.
const unknown int32 = 0

// classes is a partition of elements, a union-find structure with path halving whose roots have records.
type classes struct {
	parent  []int32    // by element
	records []*record  // by element: of a root of which something is known; else nil
	pending [][2]int32 // to be joined
	joined  int        // how many have been
}

// record is what is known of the values in a class.
type record struct {
	fields     map[string]int32 // by name: what is in the field
	events     []string         // those of the names that begin with "__", as a metatable has them
	items      int32            // what is under numbers, and if isOpen under all keys; 0 if there is nothing
	isOpen     bool             // fields are accessed under keys that are not known
	isMade     bool             // the program makes one of them, a table
	isRead     bool             // some field is read
	isText     bool             // one is a string
	isCalled   bool             // one is called
	isFunction bool             // one is a function of the program

	params      []int32 // of functions, by number
	unknownFrom int     // which parameter is the first that may be anything
	results     [2]int32
}

// newClasses returns classes of n elements, and of what is unknown, each in one of its own.
func newClasses(n int) *classes {
	c := &classes{parent: make([]int32, n+1, n+n/4+1), records: make([]*record, n+1, n+n/4+1)}
	for e := range c.parent {
		c.parent[e] = int32(e)
	}
	return c
}

// add makes an element in a class of its own.
func (c *classes) add() int32 {
	e := int32(len(c.parent))
	c.parent = append(c.parent, e)
	c.records = append(c.records, nil)
	return e
}

func (c *classes) find(e int32) int32 {
	for c.parent[e] != e {
		c.parent[e] = c.parent[c.parent[e]]
		e = c.parent[e]
	}
	return e
}

// of returns the record of a class by its root, which is not that of the unknown. The first call for a root makes the record, of
// values of which nothing is known yet.
func (c *classes) of(root int32) *record {
	r := c.records[root]
	if r == nil {
		r = &record{unknownFrom: math.MaxInt}
		c.records[root] = r
	}
	return r
}

// join makes one class of two, and so of what is in them.
func (c *classes) join(a, b int32) {
	c.unite(a, b)
	c.settle()
}

// unite makes one class of two, and notes which of what is in them are to be joined.
func (c *classes) unite(a, b int32) {
	if a, b = c.find(a), c.find(b); a == b {
		return
	}
	if b < a {
		a, b = b, a
	}
	c.parent[b] = a
	c.joined++
	if r := c.records[b]; r != nil {
		c.records[b] = nil
		c.absorb(a, r)
	}
}

// later notes that two are to be joined.
func (c *classes) later(a, b int32) { c.pending = append(c.pending, [2]int32{a, b}) }

// either returns one of two elements that are to be joined, of which 0 stands for none.
func (c *classes) either(a, b int32) int32 {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	c.later(a, b)
	return a
}

// absorb adds to a class what is known of another.
func (c *classes) absorb(root int32, r *record) {
	if root == unknown {
		c.giveUp(r)
		return
	}
	to := c.records[root]
	if to == nil {
		c.records[root] = r
		return
	}
	to.isMade, to.isText = to.isMade || r.isMade, to.isText || r.isText
	to.isCalled, to.isFunction, to.isRead = to.isCalled || r.isCalled, to.isFunction || r.isFunction, to.isRead || r.isRead
	for name, e := range r.fields {
		c.later(c.field(root, name), e)
	}
	to.items = c.either(to.items, r.items)
	if r.isOpen {
		c.open(root)
	}
	for i, e := range r.params {
		c.later(c.param(root, i), e)
	}
	for i, e := range r.results {
		to.results[i] = c.either(to.results[i], e)
	}
	c.hideFrom(root, r.unknownFrom)
}

// giveUp makes all unknown that can be got at from a class.
func (c *classes) giveUp(r *record) {
	c.hide(r.items)
	for _, e := range r.fields {
		c.hide(e)
	}
	for _, e := range r.params {
		c.hide(e)
	}
	c.hide(r.results[0])
	c.hide(r.results[1])
}

// hide notes that an element is to be joined with what is unknown.
func (c *classes) hide(e int32) { c.pending = append(c.pending, [2]int32{unknown, e}) }

// settle joins what has been noted.
func (c *classes) settle() {
	for len(c.pending) > 0 {
		last := c.pending[len(c.pending)-1]
		c.pending = c.pending[:len(c.pending)-1]
		c.unite(last[0], last[1])
	}
}

// field returns an element for what is in the field of a name, of tables of a class.
func (c *classes) field(root int32, name string) int32 {
	if root == unknown {
		return unknown
	}
	r := c.of(root)
	if r.isOpen {
		return c.items(root)
	}
	if r.fields == nil {
		r.fields = make(map[string]int32)
	}
	e, ok := r.fields[name]
	if !ok {
		e = c.add()
		r.fields[name] = e
		if strings.HasPrefix(name, "__") {
			r.events = append(r.events, name)
		}
	}
	return e
}

// items returns an element for what is under numbers.
func (c *classes) items(root int32) int32 {
	if root == unknown {
		return unknown
	}
	r := c.of(root)
	if r.items == 0 {
		r.items = c.add()
	}
	return r.items
}

// open notes that fields are accessed under keys that are not known, and returns an element for what is in any.
func (c *classes) open(root int32) int32 {
	all := c.items(root)
	if root == unknown || c.of(root).isOpen {
		return all
	}
	r := c.of(root)
	r.isOpen = true
	for _, e := range r.fields {
		c.later(all, e)
	}
	return all
}

// param returns an element for what functions of a class are given for a parameter, counted from 0.
func (c *classes) param(root int32, i int) int32 {
	if root == unknown || i >= c.of(root).unknownFrom {
		return unknown
	}
	r := c.of(root)
	for len(r.params) <= i {
		r.params = append(r.params, c.add())
	}
	return r.params[i]
}

// hideFrom notes that functions of a class may be given anything from a parameter on, and may do anything with it.
func (c *classes) hideFrom(root int32, first int) {
	if root == unknown || c.of(root).unknownFrom <= first {
		return
	}
	r := c.of(root)
	r.unknownFrom = first
	for i := first; i < len(r.params); i++ {
		c.hide(r.params[i])
	}
}

// result returns an element for the first result of functions of a class, or for those after it.
func (c *classes) result(root int32, which int) int32 {
	if root == unknown {
		return unknown
	}
	r := c.of(root)
	if r.results[which] == 0 {
		r.results[which] = c.add()
	}
	return r.results[which]
}
