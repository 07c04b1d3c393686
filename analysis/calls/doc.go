// Package calls finds out which functions of a program each of its calls may call, and from where
// each function may be called: a call graph of which both sides say whether they are complete.
//
//	local function area(w, h) return w * h end     -- all its calls are known: there are two
//	local function volume(...) return ... end      -- it escapes: others may call it
//	print(area(2, 3), area(4, 5, 6))               -- calls area, and nothing else
//	local shape = big and area or volume
//	shape(1)                                       -- calls area or volume
//	return volume
//
// It takes two searches, each along what one instruction hands on:
//
//   - Forward, from where a closure is made: through copies, joins, captured variables that their owner
//     alone assigns, and fields of tables that stay in the program. It comes to the calls of the
//     function, or to something that may keep it, hand it on, or call it: then it escapes.
//   - Backward, from what is called, the same way: whether anything but functions of the program
//     can come there.
//
// What calls a function of the standard library that calls its argument (`pcall`) calls that. All else
// that is handed a function keeps it.
//
// The claims hold as those of package consts do. Of a function that is too large for its values to be
// looked at nothing is known, nor of what it makes, gets hold of or calls.
//
// The lattice of each search is the sets of places, which only grow; each place is visited once, up to a
// bound. Beyond that nothing is claimed.
package calls
