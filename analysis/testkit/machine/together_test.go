package machine_test

import "luaflow/analysis/testkit/machine"

// together returns hooks that call all of several hooks.
func together(all []machine.Hooks) (h machine.Hooks) {
	var step []func(fn, from, pc int)
	var read, readUpvalue []func(machine.Site, int, machine.Def, machine.Value)
	var define []func(machine.Def, bool, machine.Value)
	var enter []func(machine.Site, int)
	var returns []func(int)
	var result []func(int, []machine.Value)
	var raise []func(machine.Site)
	for _, one := range all {
		step = add(step, one.Step, one.Step != nil)
		read = add(read, one.Read, one.Read != nil)
		readUpvalue = add(readUpvalue, one.ReadUpvalue, one.ReadUpvalue != nil)
		define = add(define, one.Define, one.Define != nil)
		enter = add(enter, one.Enter, one.Enter != nil)
		returns = add(returns, one.Return, one.Return != nil)
		result = add(result, one.Result, one.Result != nil)
		raise = add(raise, one.Raise, one.Raise != nil)
	}
	return machine.Hooks{
		Step: func(fn, from, pc int) {
			for _, f := range step {
				f(fn, from, pc)
			}
		},
		Read: func(at machine.Site, reg int, d machine.Def, v machine.Value) {
			for _, f := range read {
				f(at, reg, d, v)
			}
		},
		ReadUpvalue: func(at machine.Site, upvalue int, d machine.Def, v machine.Value) {
			for _, f := range readUpvalue {
				f(at, upvalue, d, v)
			}
		},
		Define: func(d machine.Def, open bool, v machine.Value) {
			for _, f := range define {
				f(d, open, v)
			}
		},
		Enter: func(from machine.Site, fn int) {
			for _, f := range enter {
				f(from, fn)
			}
		},
		Return: func(fn int) {
			for _, f := range returns {
				f(fn)
			}
		},
		Result: func(fn int, values []machine.Value) {
			for _, f := range result {
				f(fn, values)
			}
		},
		Raise: func(at machine.Site) {
			for _, f := range raise {
				f(at)
			}
		},
	}
}

// add appends f if it is wanted.
func add[F any](to []F, f F, wanted bool) []F {
	if wanted {
		to = append(to, f)
	}
	return to
}
