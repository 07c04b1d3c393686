package unclosedhandle

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// What is done with a handle in the function that opens it.

// handle is what one call gives.
type handle struct {
	*reporter
	call    int                  // the pc of the call
	aliases map[ssa.ValueID]bool // the values that may be the handle
	// failures is the values that may be what the call gives besides the handle: nil if there is one.
	failures map[ssa.ValueID]bool
	// ends is the instructions after which the function need not close it: they do so, or hand it on.
	ends map[int]bool
}

// methods is those of handles, but for `close`: they keep nothing of the handle. What `lines` gives reads on, what `write` gives is
// the handle.
var methods = map[string]bool{"flush": true, "lines": true, "read": true, "seek": true, "setvbuf": true, "write": true}

// follow finds what is done with the handle; ok is false if it is shared with other functions, or closed where its scope ends.
func (h *handle) follow() (ok bool) {
	first, n := h.form.Defs(h.call)
	for k := 1; k < n; k++ {
		h.failed(first + ssa.ValueID(k))
	}
	if n == 0 {
		return true
	}
	h.aliases[first] = true
	for todo := []ssa.ValueID{first}; len(todo) > 0; {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if h.form.Observed(v) || h.isToClose(v) {
			return false
		}
		for _, u := range h.form.Users(v) {
			h.Step()
			if next := h.use(u, v); next != ssa.NoValue && !h.aliases[next] {
				h.aliases[next] = true
				todo = append(todo, next)
			}
		}
	}
	return true
}

// failed notes what the call gives besides the handle, with its copies.
func (h *handle) failed(v ssa.ValueID) {
	if h.failures[v] {
		return
	}
	h.failures[v] = true
	for _, u := range h.form.Users(v) {
		if phi, _ := h.form.Phi(u); phi != ssa.NoValue {
			h.failed(phi)
		} else if effect.ReferenceOf(h.Flow.Proto.Code[u.PC()]) == effect.Copies {
			h.failed(h.form.First(u.PC()))
		}
	}
}

// isToClose reports whether a value is given to a variable that is closed where its scope ends.
func (h *handle) isToClose(v ssa.ValueID) bool {
	s := h.stores.Giving(h.ID, v)
	return s != nil && s.Binding != resolve.BindingID(0) && h.Unit.Res.Bindings[s.Binding].Attrib == syntax.Close
}

// use looks at a use of the handle, and returns the value that is the handle after it; NoValue if none is.
func (h *handle) use(u ssa.User, v ssa.ValueID) ssa.ValueID {
	pc := u.PC()
	if pc < 0 {
		phi, _ := h.form.Phi(u)
		return phi
	}
	switch i := h.Flow.Proto.Code[pc]; effect.ReferenceOf(i) {
	case effect.Copies:
		return h.form.First(pc)
	case effect.Compares:
		return ssa.NoValue
	case effect.Forgets:
		if effect.ConditionOf(i) != effect.Truth {
			h.ends[pc] = true // whether there is a handle is known elsewhere
		}
		return ssa.NoValue
	case effect.ReadsField:
		if effect.FetchesMethod(i) {
			return h.method(pc)
		}
		return ssa.NoValue
	case effect.Calls:
		return h.argument(pc, v)
	}
	h.ends[pc] = true
	return ssa.NoValue
}

// argument looks at a call that gets the handle.
func (h *handle) argument(pc int, v ssa.ValueID) ssa.ValueID {
	uses := h.form.Uses(pc)
	if h.callee(pc) == assertName && len(uses) > 1 && uses[1] == v {
		if first, n := h.form.Defs(pc); n > 0 && effect.IsNonTailCall(h.Flow.Proto.Code[pc]) {
			return first
		}
		if effect.DiscardsResults(h.Flow.Proto.Code[pc]) {
			return ssa.NoValue
		}
	}
	h.ends[pc] = true
	return ssa.NoValue
}

// method looks at the call of a method, which the instruction at pc fetches.
func (h *handle) method(pc int) ssa.ValueID {
	fetched := h.form.First(pc)
	users := h.form.Users(fetched)
	k, named := h.form.FieldKey(pc)
	if len(users) != 1 || users[0].PC() < 0 || !named || k.Kind != bytecode.KString {
		h.ends[pc] = true
		return ssa.NoValue
	}
	call := users[0].PC()
	uses := h.form.Uses(call)
	isCall := effect.ReferenceOf(h.Flow.Proto.Code[call]) == effect.Calls && uses[0] == fetched
	for _, more := range uses[min(2, len(uses)):] {
		isCall = isCall && !h.aliases[more]
	}
	name := k.Str()
	if !isCall || !methods[name] {
		h.ends[call] = true
		return ssa.NoValue
	}
	return h.result(call, name)
}

// result looks at what the call of a method gives, and returns that if it is the handle.
func (h *handle) result(call int, name string) ssa.ValueID {
	i := h.Flow.Proto.Code[call]
	first, n := h.form.Defs(call)
	switch {
	case name != "write" && name != "lines":
	case !effect.IsNonTailCall(i):
		h.ends[call] = true
	case n == 0:
	case name == "write":
		return first
	case !h.isIterator(first):
		h.ends[call] = true
	}
	return ssa.NoValue
}

// isIterator reports whether a value is used for nothing but to go on in a loop.
func (h *handle) isIterator(v ssa.ValueID) bool {
	for _, u := range h.form.Users(v) {
		if u.PC() < 0 || effect.ReferenceOf(h.Flow.Proto.Code[u.PC()]) != effect.Iterates {
			return false
		}
	}
	return !h.form.Observed(v)
}

// exitNames is functions after which the program ends, or an error is raised, wherever they are called last.
var exitNames = map[value.Name]bool{value.Global("error"): true, value.Global("os").Field("exit"): true}
