package value

// This file defines the numeric for loop: FORPREP and FORLOOP of lvm.c.

// Loop is what is known of a numeric for loop when it begins.
type Loop struct {
	Var Value // of the loop variable in all iterations; Bottom if there is none
	// Init, Limit and Step are what FORPREP leaves in A, A+1 and A+2, Init being
	// that of the first FORLOOP and all that FORLOOP leaves there later.
	Init, Limit, Step Value
	Impact            Impact // of FORPREP: it raises an error if one is no number
	// Terminates: the loop ends by itself after finitely many iterations, whatever
	// the operands are.
	Terminates bool
	// Enters says whether there is a first iteration.
	Enters Truth
	// Iterations is how many there are, at most; -1 if that is not known.
	Iterations int64
}

// For is the loop that FORPREP begins with these values.
func (p *Pool) For(init, limit, step Value) Loop {
	return Loop{
		Var: Of(Number), Init: Of(Number), Limit: Of(Number), Step: Of(Number),
		Impact: Effects, Enters: Sometimes, Iterations: -1,
	}
}
