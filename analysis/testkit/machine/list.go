package machine

import "strings"

// The table library: ltablib.c. Fields are accessed with metamethods.

var tableLibrary = library{
	"insert": tableInsert,
	"remove": tableRemove,
	"concat": tableConcat,
	"sort":   tableSort,
	"move":   tableMove,
	"pack": func(c *call) []Value {
		t := newTable(Site{-1, Entry})
		for i, v := range c.args {
			c.setInt(t, int64(i+1), v)
		}
		c.Machine.rawset(t, text("n"), integer(int64(len(c.args))))
		return one(table(t))
	},
	"unpack": func(c *call) []Value {
		from := c.optional(2, 1)
		to := c.optional(3, 0)
		if c.arg(3).isNil() {
			to = c.lengthOf(1)
		}
		if from > to {
			return nil
		}
		if uint64(to)-uint64(from) >= 1e6 {
			c.raise("too many results to unpack")
		}
		var values []Value
		for i := from; ; i++ {
			values = append(values, c.index(c.arg(1), integer(i)))
			if i == to {
				return values
			}
		}
	},
}

// lengthOf returns `#` of an argument that is a table, and raises an error if that is no integer.
func (c *call) lengthOf(i int) int64 {
	n := c.objectLength(table(c.table(i)))
	if n.kind != Integer {
		c.raise("object length is not an integer")
	}
	return n.Int()
}

func tableInsert(c *call) []Value {
	t, end := c.arg(1), c.lengthOf(1)+1
	switch len(c.args) {
	case 2:
		c.setIndex(t, integer(end), c.arg(2))
	case 3:
		at := c.integer(2)
		if at < 1 || at > end {
			c.bad(2, "position out of bounds")
		}
		for i := end; i > at; i-- {
			c.setIndex(t, integer(i), c.index(t, integer(i-1)))
		}
		c.setIndex(t, integer(at), c.arg(3))
	default:
		c.raise("wrong number of arguments to 'insert'")
	}
	return nil
}

func tableRemove(c *call) []Value {
	t, size := c.arg(1), c.lengthOf(1)
	at := c.optional(2, size)
	if at != size && (at < 1 || at > size+1) {
		c.bad(1, "position out of bounds")
	}
	v := c.index(t, integer(at))
	for ; at < size; at++ {
		c.setIndex(t, integer(at), c.index(t, integer(at+1)))
	}
	c.setIndex(t, integer(at), Value{})
	return one(v)
}

func tableConcat(c *call) []Value {
	last, separator := c.lengthOf(1), ""
	if !c.arg(2).isNil() {
		separator = c.text(2)
	}
	from := c.optional(3, 1)
	last = c.optional(4, last)
	var b strings.Builder
	for i := from; i <= last; i++ {
		v := c.index(c.arg(1), integer(i))
		if !isText(v) {
			c.raise("invalid value (%s) at index %d in table for 'concat'", v.typeName(), i)
		}
		b.WriteString(plain(v))
		if i == last {
			break
		}
		b.WriteString(separator)
	}
	return one(newText(b.String()))
}

// tableSort inserts each element into those in front of it.
func tableSort(c *call) []Value {
	t, n := c.arg(1), c.lengthOf(1)
	less := c.less
	if !c.arg(2).isNil() {
		order := c.function(2)
		less = func(a, b Value) bool { return first(c.callBack(order, a, b)).truth() }
	}
	var values []Value
	for i := int64(1); i <= n; i++ {
		values = append(values, c.index(t, integer(i)))
		for k := len(values) - 1; k > 0 && less(values[k], values[k-1]); k-- {
			values[k], values[k-1] = values[k-1], values[k]
		}
	}
	for i, v := range values {
		c.setIndex(t, integer(int64(i+1)), v)
	}
	return nil
}

func tableMove(c *call) []Value {
	from, end, to := c.integer(2), c.integer(3), c.integer(4)
	source, target := table(c.table(1)), table(c.table(1))
	if !c.arg(5).isNil() {
		target = table(c.table(5))
	}
	if end >= from {
		if from <= 0 && end >= maxInteger+from {
			c.bad(3, "too many elements to move")
		}
		n := end - from + 1
		if to > maxInteger-n+1 {
			c.bad(4, "destination wrap around")
		}
		forward := to > end || to <= from || !rawEqual(source, target)
		for k := range n {
			if !forward {
				k = n - 1 - k
			}
			c.setIndex(target, integer(to+k), c.index(source, integer(from+k)))
		}
	}
	return one(target)
}
