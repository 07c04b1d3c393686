package facts

import (
	"testing"

	"luaflow/analysis/value"
)

// reader is a child that reads what it captures from R0, writer one that writes R0,
// keeper one that reads R1.
const (
	reader = `
		.function 1 1
		GETUPVAL 0 0   ; x
		RETURN 0 2
		.upvalue x 1 0
		.end`
	writer = `
		.function 2 2
		SETUPVAL 0 0   ; x
		RETURN 0 1
		.upvalue x 1 0
		.end`
	keeper = `
		.function 3 3
		GETUPVAL 0 0   ; y
		RETURN 0 2
		.upvalue y 1 1
		.end`
)

// TestCellsAreLiveWhere: whether R0 is live at pc 2, from 1, after a store.
func TestCellsAreLiveWhere(t *testing.T) {
	for _, test := range []struct {
		name, code string
		live       bool
	}{
		{"nothing captures it", `
			LOADK 0 -1     ; 1
			GETTABUP 1 0 -1 ; _ENV 1
			LOADNIL 0 0
			RETURN 0 1` + reader, false},
		{"a closure is made, which nobody can have called yet", `
			LOADK 0 -1     ; 1
			CLOSURE 1 0
			LOADNIL 0 0
			RETURN 0 1` + reader, false},
		{"a closure is made that others find through the cell of its own register", `
			CLOSURE 2 1
			LOADK 0 -1     ; 1
			CLOSURE 1 0
			LOADNIL 0 0
			RETURN 0 1` + reader + keeper, true},
		{"the same in the next block", `
			CLOSURE 2 1
			LOADK 0 -1     ; 1
			JMP 0 0        ; to 4
			CLOSURE 1 0
			LOADNIL 0 0
			RETURN 0 1` + reader + keeper, true},
		{"a closure that writes is found in that way, and the owner reads", `
			CLOSURE 2 1
			LOADK 0 -1     ; 1
			CLOSURE 1 0
			MOVE 2 0
			RETURN 0 1` + writer + keeper, true},
		{"the same as the first, but the other cell is closed", `
			CLOSURE 2 1
			JMP 2 0        ; to 3
			LOADK 0 -1     ; 1
			CLOSURE 1 0
			LOADNIL 0 0
			RETURN 0 1` + reader + keeper, false},
		{"finalizers of an allocation after the closure", `
			CLOSURE 1 0
			LOADK 0 -1     ; 1
			NEWTABLE 1 0 0
			LOADNIL 0 0
			RETURN 0 1` + reader, true},
		{"finalizers of the store itself", `
			CLOSURE 1 0
			CONCAT 0 2 3
			LOADNIL 0 0
			RETURN 0 1` + reader, true},
		{"a metamethod", `
			CLOSURE 1 0
			LOADK 0 -1     ; 1
			LT 0 2 3
			JMP 0 0        ; to 5
			LOADNIL 0 0
			RETURN 0 1` + reader, true},
		{"a comparison that asks no metamethod", `
			CLOSURE 1 0
			LOADK 0 -1     ; 1
			EQ 0 2 -1      ; - 1
			JMP 0 0        ; to 5
			LOADNIL 0 0
			RETURN 0 1` + reader, false},
		{"an error", `
			CLOSURE 1 0
			LOADK 0 -1     ; 1
			FORPREP 2 0    ; to 4
			FORLOOP 2 -1   ; to 4
			LOADNIL 0 0
			RETURN 0 1` + reader, true},
		{"the end of the function", `
			CLOSURE 1 0
			LOADK 0 -1     ; 1
			RETURN 0 1` + reader, true},
		{"the end of the block", `
			CLOSURE 1 0
			LOADK 0 -1     ; 1
			JMP 1 0        ; to 4
			LOADNIL 0 0
			RETURN 0 1` + reader, true},
		{"the end of another block", `
			CLOSURE 1 0
			LOADK 0 -1     ; 1
			JMP 2 0        ; to 4
			LOADNIL 0 0
			RETURN 0 1` + reader, false},
		{"the closure only writes", `
			CLOSURE 1 0
			LOADK 0 -1     ; 1
			CALL 1 1 1
			RETURN 0 1` + writer, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := NewCode(assemble(t, test.code+"\n.constant 1"), value.Library{}, nil)
			for _, compare := range []func(*Code) error{compareLiveness, compareReaching} {
				if err := compare(p); err != nil {
					t.Error(err)
				}
			}
			f := &p.Funcs[0]
			store := f.Chains(0).Defs[2] // after Entry and ByClosure
			if got := f.LiveAt(store+1, 0); got != test.live {
				t.Errorf("live: %v", got)
			}
			if got := f.LiveAfter(store, 0); got != test.live {
				t.Errorf("live after the store: %v", got)
			}
		})
	}
}
