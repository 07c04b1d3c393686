package value

import "luaflow/compile/syntax"

// This file computes calls of standard functions: what their arguments do to them,
// and the rules of functions of which the table cannot tell all.

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

// Call returns what a call of n does with these arguments, and any number of unknown
// ones after them if open.
//
// A name that a dialect does not have may be there all the same: another file may
// define it, to do what it did elsewhere.
func (p *Pool) Call(n Name, args []Value, open bool) Outcome {
	if s, ok := p.single(); ok {
		return s.call(n, args, open)
	}
	if n.definition().function.isUniform(args) {
		s := semantics{p, p.dialects}
		o := s.callOwn(n, args, open)
		if p.dialects&syntax.WithIntegers == 0 {
			for i, v := range o.Results {
				o.Results[i] = s.own(v)
			}
		}
		return o
	}
	return p.callEvery(n, args, open)
}

// callEvery is Call, by each group of dialects that compute alike.
func (p *Pool) callEvery(n Name, args []Value, open bool) Outcome {
	var all Outcome
	var results [len(all.Results)]union
	begun := false
	p.every(func(s semantics) {
		o := s.call(n, args, open)
		if begun && o.Count != all.Count {
			o.Count = -1
		}
		begun, all.Count = true, o.Count
		all.Impact = max(all.Impact, o.Impact)
		all.Returns = all.Returns || o.Returns
		for i := range results {
			results[i].add(s, o.Results[i], None)
		}
	})
	for i := range results {
		all.Results[i] = results[i].value()
	}
	return all
}

func (s semantics) call(n Name, args []Value, open bool) Outcome {
	if !s.allFloats() {
		return s.callOwn(n, args, open)
	}
	own := make([]Value, len(args))
	for i, v := range args {
		own[i] = s.own(v)
	}
	o := s.callOwn(n, own, open)
	for i, v := range o.Results {
		o.Results[i] = s.own(v)
	}
	return o
}

// callOwn is call with arguments as they are in the dialects of s.
func (s semantics) callOwn(n Name, args []Value, open bool) Outcome {
	c := call{pool: s, name: n, args: args, open: open}
	d := n.definition()
	f := &d.function
	c.Count, c.Impact, c.Returns = f.count, f.impact, true
	for i, t := range f.results {
		c.Results[i] = Value{types: t}
	}
	for _, v := range args {
		if v.types == 0 {
			return Outcome{Count: -1, Returns: true}
		}
	}
	if n == 0 || f.results == [3]Types{} {
		return Outcome{Results: [3]Value{Unknown, Unknown, Unknown}, Count: -1, Impact: Effects, Returns: true}
	}
	if in := s.orDefault(); d.dialects&in != in {
		c.Impact = max(c.Impact, Operators)
	}
	c.Impact = max(c.Impact, c.fits(f))
	c.apply(f.rule)
	return c.Outcome
}

// rule says what there is to know of a function beside its row in the table.
type rule uint8

const (
	ruleAssert rule = iota + 1
	ruleChar
	ruleDate
	ruleExtend
	ruleExtreme
	ruleFmod
	ruleFormat
	ruleGsub
	ruleInsert
	ruleIpairs
	ruleLen
	ruleNext
	ruleNoReturn
	ruleOwnTables
	rulePairs
	rulePattern
	ruleRawset
	ruleRemove
	ruleRep
	ruleRound
	ruleSelect
	ruleSort
	ruleTime
	ruleToNumber
	ruleToString
	ruleType
	ruleUnpack
	ruleUtf8Len
)

// isUniform reports whether a call with these arguments comes out alike in all dialects that have
// the function, but for integers among its results being floats in some. Rules that look at values,
// or compute any, are not taken to be; nor are numbers that are known, which are other values
// elsewhere.
func (f *function) isUniform(args []Value) bool {
	if !f.uniform {
		return false
	}
	for _, v := range args {
		if v.is == theInt || v.is == theFloat || v.is == theText && f.takesNumbers {
			return false
		}
	}
	return true
}

// looksAtTypes reports whether a rule asks of its arguments only which are there, and which of
// the types that dialects do not differ in they have.
func (r rule) looksAtTypes() bool {
	switch r {
	case 0, ruleDate, ruleInsert, ruleIpairs, ruleNext, ruleNoReturn, ruleOwnTables, rulePairs, ruleRemove,
		ruleSort, ruleTime, ruleUnpack, ruleUtf8Len:
		return true
	}
	return false
}

func (c *call) apply(r rule) {
	switch r {
	case ruleAssert:
		c.assert()
	case ruleChar:
		c.char()
	case ruleDate:
		c.worst(c.isAbsent(0), Operators) // the format may be wrong
	case ruleExtend:
		c.extend()
	case ruleExtreme:
		c.extreme()
	case ruleFmod:
		c.fmod()
	case ruleFormat:
		c.format()
	case ruleGsub:
		c.gsub()
	case ruleInsert:
		c.insert()
	case ruleIpairs:
		c.iterate(c.pool.OfName(nameIpairsNext), OfInt(0))
	case ruleLen:
		c.Results[0], _ = c.pool.length(c.text(0))
	case ruleNext:
		c.worst(c.isAbsent(1), Operators) // the key may not be there
	case ruleNoReturn:
		c.Returns = false
		c.Results = [3]Value{}
	case ruleOwnTables:
		c.worst(c.isPlain(0) && (c.isAbsent(4) || c.isPlain(4)), Effects)
	case rulePairs:
		c.iterate(c.pool.OfName(nameNext), Of(Nil))
	case rulePattern:
		c.pattern()
	case ruleRawset:
		c.rawset()
	case ruleRemove:
		c.worst(c.isPlain(0), Effects)
		c.worst(c.isAbsent(1), Operators) // the position may be out of bounds
	case ruleRep:
		c.rep()
	case ruleRound:
		c.round()
	case ruleSelect:
		c.selects()
	case ruleSort:
		c.worst(c.isPlain(0) && c.isAbsent(1), Effects)
	case ruleTime:
		c.worst(c.isAbsent(0), Operators) // a field may be missing
		c.worst(c.isAbsent(0) || c.isPlain(0), Effects)
	case ruleToNumber:
		c.toNumber()
	case ruleToString:
		c.toString()
	case ruleType:
		c.typeName()
	case ruleUnpack:
		c.worst(c.isAbsent(1) && c.isAbsent(2), Operators) // there may be too many
	case ruleUtf8Len:
		c.worst(c.isAbsent(1) && c.isAbsent(2), Operators) // they may be out of bounds
	}
}

// worst raises the Impact unless a condition holds.
func (c *call) worst(unless bool, impact Impact) {
	if !unless {
		c.Impact = max(c.Impact, impact)
	}
}

// arg is argument number i; nil if there is none.
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

// text is argument number i as the string that a function which expects one takes it
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
