package machine

// Metatables, and access to fields through them: lvm.c and ltm.c.

// maxChain is how many __index or __newindex may refer to one another (MAXTAGLOOP).
const maxChain = 2000

// metatable returns the metatable of v, or nil.
func (m *Machine) metatable(v Value) *Table {
	switch v.kind {
	case Map:
		return v.table().meta
	case String:
		return m.strings
	}
	return nil
}

// metamethod returns the field of v's metatable, or nil.
func (m *Machine) metamethod(v Value, event string) Value {
	if meta := m.metatable(v); meta != nil {
		return m.getText(meta, event)
	}
	return Value{}
}

// metacall calls a metamethod for its first result.
func (m *Machine) metacall(handler Value, args ...Value) Value {
	if m.top.builtin != nil {
		m.noYield++
		defer func() { m.noYield-- }()
	}
	if results := m.call(handler, args); len(results) > 0 {
		return results[0]
	}
	return Value{}
}

// index computes `v[k]`, with metamethods.
func (m *Machine) index(v, k Value) Value {
	for range maxChain {
		var handler Value
		if t := v.table(); t != nil {
			if got := m.rawget(t, k); !got.isNil() {
				return got
			}
			if handler = m.metamethod(v, "__index"); handler.isNil() {
				return Value{}
			}
		} else if handler = m.metamethod(v, "__index"); handler.isNil() {
			m.failType(v, "index")
		}
		if handler.kind == Function {
			return m.metacall(handler, v, k)
		}
		v = handler
	}
	m.fail("'__index' chain too long; possible loop")
	return Value{}
}

// setIndex executes `v[k] = value`, with metamethods.
func (m *Machine) setIndex(v, k, value Value) {
	for range maxChain {
		var handler Value
		if t := v.table(); t != nil {
			if t.meta != nil && m.rawget(t, k).isNil() {
				handler = m.metamethod(v, "__newindex")
			}
			if handler.isNil() {
				m.rawset(t, k, value)
				return
			}
		} else if handler = m.metamethod(v, "__newindex"); handler.isNil() {
			m.failType(v, "index")
		}
		if handler.kind == Function {
			m.metacall(handler, v, k, value)
			return
		}
		v = handler
	}
	m.fail("'__newindex' chain too long; possible loop")
}
