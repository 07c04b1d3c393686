package machine

import (
	"strconv"
	"strings"
)

// The basic library (lbaselib.c), coroutines (lcorolib.c), and the little there is of
// io, os and debug.

var basic = library{
	"print": func(c *call) []Value {
		words := make([]string, len(c.args))
		tostring := c.index(table(c.globals), text("tostring"))
		for i, v := range c.args {
			s := first(c.callBack(tostring, v))
			if !isText(s) {
				c.raise("'tostring' must return a string to 'print'")
			}
			words[i] = plain(s)
		}
		c.write(strings.Join(words, "\t") + "\n")
		return nil
	},
	"type":     func(c *call) []Value { return one(text(c.any(1).typeName())) },
	"tostring": func(c *call) []Value { return one(text(c.tostring(c.any(1)))) },
	"tonumber": tonumber,
	"next": func(c *call) []Value {
		e := c.Machine.next(c.table(1), c.arg(2))
		if e.key.isNil() {
			return one(Value{})
		}
		return []Value{e.key, e.value}
	},
	"pairs": func(c *call) []Value {
		if handler := c.metamethod(c.any(1), "__pairs"); !handler.isNil() {
			results := append(c.call(handler, c.args[:1]), Value{}, Value{}, Value{})
			return results[:3]
		}
		return []Value{c.globals.get(text("next")), table(c.table(1)), {}}
	},
	"ipairs": func(c *call) []Value { return []Value{function(ipairsStep), c.any(1), integer(0)} },
	"rawget": func(c *call) []Value { return one(c.Machine.rawget(c.table(1), c.any(2))) },
	"rawset": func(c *call) []Value {
		c.Machine.rawset(c.table(1), c.any(2), c.any(3))
		return c.args[:1]
	},
	"rawequal": func(c *call) []Value { return one(boolean(rawEqual(c.any(1), c.any(2)))) },
	"rawlen": func(c *call) []Value {
		if c.arg(1).kind == String {
			return one(integer(int64(len(c.arg(1).Text()))))
		}
		if c.arg(1).kind != Map {
			c.bad(1, "table or string expected")
		}
		return one(integer(c.length(c.arg(1).table())))
	},
	"select":         selectArgument,
	"setmetatable":   setmetatable,
	"getmetatable":   getmetatable,
	"assert":         assert,
	"error":          raise,
	"pcall":          pcall,
	"xpcall":         xpcall,
	"collectgarbage": collectgarbage,
	"load":           load,
	"require":        require,
}

var ipairsStep = &Builtin{name: "ipairs_aux", run: func(c *call) []Value {
	i := c.integer(2) + 1
	v := c.index(c.arg(1), integer(i))
	if v.isNil() {
		return one(v)
	}
	return []Value{integer(i), v}
}}

func tonumber(c *call) []Value {
	if c.arg(2).isNil() {
		n, ok := toNumber(c.any(1))
		if !ok {
			return one(Value{})
		}
		return one(n)
	}
	base := c.integer(2)
	if c.arg(1).kind != String {
		c.expected(1, "string")
	}
	if base < 2 || base > 36 {
		c.bad(2, "base out of range")
	}
	s := strings.ToLower(strings.Trim(c.text(1), blanks))
	digits, negative := strings.CutPrefix(s, "-")
	n, err := strconv.ParseUint(digits, int(base), 64)
	if err != nil || digits == "" {
		return one(Value{})
	}
	if negative {
		n = -n
	}
	return one(integer(int64(n)))
}

func selectArgument(c *call) []Value {
	if v := c.arg(1); v.kind == String && strings.HasPrefix(v.Text(), "#") {
		return one(integer(int64(len(c.args) - 1)))
	}
	i, n := c.integer(1), int64(len(c.args))
	if i < 0 {
		i += n
	} else if i > n {
		i = n
	}
	if i < 1 {
		c.bad(1, "index out of range")
	}
	return c.args[i:]
}

func setmetatable(c *call) []Value {
	t, meta := c.table(1), c.arg(2)
	if meta.kind != Map && !meta.isNil() || len(c.args) < 2 {
		c.bad(2, "nil or table expected")
	}
	if t.meta != nil && !c.getText(t.meta, "__metatable").isNil() {
		c.raise("cannot change a protected metatable")
	}
	t.meta = meta.table()
	if t.meta != nil && !t.finalizable && !c.getText(t.meta, "__gc").isNil() {
		t.finalizable = true
		c.finalizable = append(c.finalizable, t)
	}
	return c.args[:1]
}

func getmetatable(c *call) []Value {
	meta := c.metatable(c.any(1))
	if meta == nil {
		return one(Value{})
	}
	if v := c.getText(meta, "__metatable"); !v.isNil() {
		return one(v)
	}
	return one(table(meta))
}

func assert(c *call) []Value {
	if c.any(1).truth() {
		return c.args
	}
	message := text("assertion failed!")
	if len(c.args) > 1 {
		message = c.arg(2)
	}
	if message.kind == String {
		message = text(c.where(1) + message.Text())
	}
	c.throw(message)
	return nil
}

func raise(c *call) []Value {
	v, level := c.arg(1), c.optional(2, 1)
	if v.kind == String && level > 0 {
		v = text(c.where(int(level)) + v.Text())
	}
	c.throw(v)
	return nil
}

func pcall(c *call) []Value {
	fn := c.any(1)
	return c.protected(Value{}, fn, c.args[1:])
}

func xpcall(c *call) []Value {
	handler := c.function(2)
	return c.protected(handler, c.args[0], c.args[2:])
}

func (c *call) protected(handler, fn Value, args []Value) []Value {
	results, err := c.protect(func() []Value {
		c.handler = handler
		return c.call(fn, args)
	})
	if err != nil {
		return []Value{boolean(false), err.Value}
	}
	return append([]Value{boolean(true)}, results...)
}

func collectgarbage(c *call) []Value {
	switch what := c.arg(1); {
	case what.isNil(), what.kind == String && what.Text() == "collect":
		c.requireLive("asks for a collection")
		c.collect(true)
		return one(integer(0))
	case what.kind == String && what.Text() == "count":
		return one(float(float64(c.allocations)))
	case what.kind == String && what.Text() == "isrunning":
		return one(boolean(false))
	}
	return one(integer(0)) // the collector of the machine never runs by itself
}

func load(c *call) []Value {
	chunk, name := c.arg(1), "=(load)"
	if c.Machine.load == nil {
		c.raise("the machine loads nothing")
	}
	s := ""
	if chunk.kind == String {
		s, name = chunk.Text(), chunk.Text()
	} else {
		for c.function(1); ; {
			piece := first(c.callBack(chunk))
			if piece.kind != String || piece.Text() == "" {
				break
			}
			s += piece.Text()
		}
	}
	if !c.arg(2).isNil() {
		name = c.text(2)
	}
	p, err := c.Machine.load(s, name)
	if err != nil {
		return []Value{{}, text(err.Error())}
	}
	fn := c.chunk(p)
	if cells := fn.ref.(*Closure).cells; len(c.args) > 3 && len(cells) > 0 {
		cells[0].own.v = c.arg(4)
	}
	return one(fn)
}

var ioLibrary = library{
	"write": func(c *call) []Value {
		for i := range c.args {
			s := c.text(i + 1)
			if c.arg(i+1).kind == Float {
				s = strings.TrimSuffix(s, ".0")
			}
			c.write(s)
		}
		return nil
	},
}

var osLibrary = library{
	"time":   func(c *call) []Value { return one(integer(int64(c.steps))) },
	"clock":  func(c *call) []Value { return one(float(float64(c.steps) / 1e6)) },
	"getenv": func(c *call) []Value { return one(Value{}) },
	"exit": func(c *call) []Value {
		c.requireLive("ends the program")
		panic(exit{})
	},
}

var debugLibrary = library{
	"traceback": func(c *call) []Value {
		if v := c.arg(1); !v.isNil() && !isText(v) {
			return one(v)
		} else if isText(v) {
			return one(text(plain(v) + "\nstack traceback:"))
		}
		return one(text("stack traceback:"))
	},
}

var coroutineLibrary = library{
	"create": func(c *call) []Value { return one(thread(c.newCoroutine(c.function(1)))) },
	"resume": func(c *call) []Value {
		results, err := c.resume(c.thread(1), c.args[1:])
		if err != nil {
			return []Value{boolean(false), err.Value}
		}
		return append([]Value{boolean(true)}, results...)
	},
	"yield":  func(c *call) []Value { return c.suspend(c.args) },
	"wrap":   wrap,
	"status": func(c *call) []Value { return one(text(statusNames[c.thread(1).status])) },
	"running": func(c *call) []Value {
		return []Value{thread(c.running), boolean(c.running.yield == nil)}
	},
	"isyieldable": func(c *call) []Value {
		return one(boolean(c.running.yield != nil && c.noYield == 0))
	},
}

func thread(co *Coroutine) Value { return Value{kind: Thread, ref: co} }

func (c *call) thread(i int) *Coroutine {
	co, ok := c.arg(i).ref.(*Coroutine)
	if !ok {
		c.expected(i, "coroutine")
	}
	return co
}

func wrap(c *call) []Value {
	co := c.newCoroutine(c.function(1))
	return one(function(&Builtin{
		name:     "wrap",
		upvalues: one(thread(co)),
		run: func(c *call) []Value {
			results, err := c.resume(co, c.args)
			if err == nil {
				return results
			}
			if err.Value.kind == String {
				err.Value = text(c.where(1) + err.Value.Text())
			}
			c.throw(err.Value)
			return nil
		},
	}))
}
