package slice

import "slices"

// Which functions a value may be: closures flow along copies, from what is copied to
// where it goes (Andersen 1994), and not back as in the classes of tables. After
//
//	local f = on and start or stop
//
// f may be either, but start is still start alone: a class would have a call of start call stop too.
// The lattice of an element is the sets of functions, with a top for more than a few.

// maxFunctions is how many functions a value may be, at most, before nothing is known
// of it any more.
const maxFunctions = 64

// functionFlow is the copies among elements (see classes), and what flows along.
type functionFlow struct {
	to   [][]int32 // by element: where its value is copied
	sets [][]int32 // by element: the functions that it may be
	todo []flowing
}

// flowing is a function that has yet to get to an element: one entry of the work list, which is empty
// whenever nobody is in put.
type flowing struct{ element, function int32 }

// add makes an element that is no function yet.
func (f *functionFlow) add() {
	f.to = append(f.to, nil)
	f.sets = append(f.sets, nil)
}

// len returns the number of elements.
func (f *functionFlow) len() int { return len(f.to) }

// put makes an element a function, and all that it is copied to. It ends, in cycles of copies too,
// because it goes on only from an element whose set has grown.
func (f *functionFlow) put(element, function int32) {
	f.todo = append(f.todo, flowing{element, function})
	for len(f.todo) > 0 {
		next := f.todo[len(f.todo)-1]
		f.todo = f.todo[:len(f.todo)-1]
		set := f.sets[next.element]
		if len(set) >= maxFunctions || slices.Contains(set, next.function) {
			continue
		}
		f.sets[next.element] = append(set, next.function)
		for _, to := range f.to[next.element] {
			f.todo = append(f.todo, flowing{to, next.function})
		}
	}
}

// copy adds an edge from an element to another: the functions in it flow there, now and later.
func (f *functionFlow) copy(from, to int32) {
	if from == to || slices.Contains(f.to[from], to) {
		return
	}
	f.to[from] = append(f.to[from], to)
	for _, function := range slices.Clone(f.sets[from]) {
		f.put(to, function)
	}
}

// of returns the functions that an element may be; none if nothing is known. A set that is full
// stands for any function.
func (f *functionFlow) of(element int32) []int32 {
	if set := f.sets[element]; len(set) < maxFunctions {
		return set
	}
	return nil
}
