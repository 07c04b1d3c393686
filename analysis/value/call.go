package value

import "luaflow/compile/syntax"

// This file computes calls of known functions: what the table says of one, what its arguments
// do to that (fit.go), and the rules of functions of which the table cannot tell all (rules.go,
// pattern.go).

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

// callEvery does what Call does, by each group of dialects that compute alike.
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

// call does what Call does, for dialects that compute alike.
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

// callOwn does what call does, with arguments as they are in the dialects of s.
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

// apply applies a rule to the outcome that the table gives.
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
