package value

// This file defines what is known of a call, and how rules say it.

// Outcome is what is known of a call.
type Outcome struct {
	// Results is the first results, nil where there are less.
	Results [3]Value
	// Count is how many there are; -1 if that is not known.
	Count int
	// Impact is what others can tell of the call, except through tables without a
	// metatable that are arguments: Role says what happens to these.
	Impact Impact
	// Returns: false if it never does, but raises an error or ends the program.
	Returns bool
}

// Result returns the result number i, counted from 0, nil if there is none.
func (o *Outcome) Result(i int) Value {
	switch {
	case i < len(o.Results):
		return o.Results[i]
	case o.Count >= 0:
		return Of(Nil)
	}
	return Unknown
}

// call is a call that is looked at.
type call struct {
	pool semantics
	name Name
	args []Value
	open bool // unknown values follow args
	Outcome
}

// worst raises the Impact unless a condition holds.
func (c *call) worst(unless bool, impact Impact) {
	if !unless {
		c.Impact = max(c.Impact, impact)
	}
}

// arg returns argument number i; the value nil if it is missing.
func (c *call) arg(i int) Value {
	switch {
	case i < len(c.args):
		return c.args[i]
	case c.open:
		return Unknown
	}
	return Of(Nil)
}

// isAbsent reports whether argument number i is nil or missing.
func (c *call) isAbsent(i int) bool { return c.arg(i).types == Nil }

// isPlain reports whether argument number i is a table that nobody else knows.
func (c *call) isPlain(i int) bool { return c.arg(i).is == theTable }

// isText reports whether argument number i is a known string, and which.
func (c *call) isText(i int) (s string, ok bool) { return c.pool.Text(c.arg(i)) }

// text returns argument number i as the string that a function which expects one takes it
// for.
func (c *call) text(i int) Value {
	v := c.arg(i)
	if v.types == String {
		return v
	}
	return Value{types: String}
}

// give sets the first result.
func (c *call) give(v Value) { c.Results[0] = v }
