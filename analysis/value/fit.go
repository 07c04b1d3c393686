package value

// This file says what handing arguments to the parameters of a function may do.

// accept returns the Impact of handing v to a parameter.
func (s semantics) accept(wants byte, v Value) Impact {
	switch wants {
	case 'a':
		return None
	case 'm':
		return among(v, Any&^(Table|Other), Any)
	case 'n':
		return among(s.numeral(v), Number, Number|String)
	case 'i':
		return among(s.bitOperand(v), Integer, Number|String)
	case 's':
		return among(v, Number|String, Number|String)
	case 'q':
		return among(v, String, String)
	case 'c':
		return among(v, Number, Number)
	case 'b':
		return among(v, Boolean, Boolean)
	case 'u':
		return Operators
	case 't':
		return among(v, 0, Table|Other)
	case 'r':
		return among(v, Table, Table)
	case 'l':
		return among(v, Table|String, Table|String)
	}
	return among(v, Function, Function)
}

// among returns the Impact of handing v to a parameter: values of the types sure will do, as
// will tables without a metatable where other tables may; those of the types maybe can; others
// are an error.
func among(v Value, sure, maybe Types) Impact {
	switch {
	case v.types&^sure == 0, v.is == theTable && maybe&Table != 0:
		return None
	case v.types&maybe != 0:
		return Operators
	}
	return Effects
}

// fits returns the Impact of handing the arguments to the parameters.
func (c *call) fits(f *function) Impact {
	impact := None
	n := len(f.params)
	if f.repeats {
		n = max(n, len(c.args))
	}
	for i := range n {
		of := f.params[min(i, len(f.params)-1)]
		impact = max(impact, c.fit(of, i))
	}
	return impact
}

// fit returns the Impact of handing argument number i, or none, to a parameter.
func (c *call) fit(of param, i int) Impact {
	if i >= len(c.args) {
		switch {
		case c.open:
			return Operators
		case of.optional:
			return None
		}
		return Effects
	}
	v := c.args[i]
	if of.optional {
		if v = v.Only(Any &^ Nil); v.types == 0 {
			return None
		}
	}
	impact := c.pool.accept(of.wants, v)
	if impact == Effects && v.types != c.args[i].types {
		return Operators // nil will do
	}
	return impact
}
