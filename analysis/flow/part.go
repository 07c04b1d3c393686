package flow

// Part is some of the functions of a Program, main among them: of a function all those inside it are in it, or none. What others
// do is not looked at. A nil Part is all functions.
type Part struct {
	left      []bool // by function: it is left out
	size, all int    // of the code that is in it, and of that of the program, in instructions
}

// Without returns the part of p without some functions that stand in main, and all those inside them.
func (p *Program) Without(children []int32) *Part {
	part := &Part{left: make([]bool, len(p.Funcs))}
	for _, child := range children {
		part.left[child] = true
	}
	for i := range p.Funcs {
		f := &p.Funcs[i]
		if f.Parent > 0 {
			part.left[i] = part.left[f.Parent] // which has a smaller number
		}
		part.all += len(f.Proto.Code)
		if !part.left[i] {
			part.size += len(f.Proto.Code)
		}
	}
	return part
}

// IsLess reports whether less than one of n parts of the code is in t, which is not nil.
func (t *Part) IsLess(n int) bool { return t.size < t.all/n }

// Has reports whether a function is in t.
func (t *Part) Has(function int) bool { return t == nil || !t.left[function] }

// Owns reports whether a function in t owns a cell, or one outside of the program does.
func (t *Part) Owns(c *Cell) bool { return t == nil || c.Owner < 0 || !t.left[c.Owner] }
