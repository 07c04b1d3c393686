package ssa

// trail is the current value of each register during a walk, and the way back: one array for the
// tops of what would be a stack for each register, and one log of what they were before. Coming
// back to a depth of the tree undoes the log to the length that it had there.
type trail struct {
	current [256]ValueID // by register
	undoes  bool         // definitions are taken back, and so logged
	log     []change
}

// change is what current held for a register before a definition.
type change struct {
	reg int32
	old ValueID
}

// redefine makes v the current value of reg.
func (t *trail) redefine(reg int, v ValueID) {
	if t.undoes {
		t.log = append(t.log, change{int32(reg), t.current[reg]})
	}
	t.current[reg] = v
}

// undo takes back the definitions that were logged from n on.
func (t *trail) undo(n int) {
	for k := len(t.log) - 1; k >= n; k-- {
		t.current[t.log[k].reg] = t.log[k].old
	}
	t.log = t.log[:n]
}
