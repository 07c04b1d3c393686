// Package consts finds out which values a program computes whatever it is given, and which of
// its code is executed: sparse conditional constant propagation (Wegman and Zadeck, "Constant
// propagation with conditional branches", TOPLAS 13.2, 1991) over all functions of a program
// at once. It begins with the hope that nothing is executed but the start of main and that no
// value is known yet, and takes back of both only what it must.
//
// The hope is what it takes to see through a loop. In
//
//	local quiet = true
//	for line in lines() do
//	  if not quiet then
//	    quiet = false
//	    print(line)
//	  end
//	end
//
// the phi of quiet at the head of the loop joins true and what the body leaves there. Nothing has come
// over the edge back when the test is evaluated first, so that it is true, and the arm not executed;
// then true comes back, and nothing has to be taken back. Whoever begins with the thought that
// anything may come round finds that the arm may be executed, and so that quiet may be false.
//
// How functions, variables and tables take part:
//
//   - A function is executed if a closure of it is made, with any arguments.
//   - After a call of a known function execution goes on once that may return;
//     after an instruction that always raises an error, or a call of a standard
//     function that never returns, it does not.
//   - What a function reads from a cell is the join of what is written there and can
//     be seen by a closure. If any closure writes to a variable, no more than the
//     types of its values are known anywhere, not even in front of that closure.
//   - What is read from a field of an object is the join of what is written there,
//     and nil.
//
// What is known of a value is an element of the lattice of package value, which has finite
// height, and all transfer functions are monotone: what is known only grows, whatever the
// order, and the result is the least solution of its equations.
//
//	                Unknown: any value
//	  {nil, string}   {integer, float}   …        sets of types
//	nil   integer   string   table   …            one type
//	      1  2  …   "a"  …   object 3  …          one value
//	                Bottom: none; it is never made
//
// The join of two values is the one of them that holds the other, else all values of the types of both:
// 1 and 2 are an integer. There are nine types, so that a value grows about ten times at most.
//
// The work lists are in propagate.go, what each opcode makes of its operands in evaluate*.go,
// and the impact of calls in impact.go. The rest asks the result: decided.go about branches,
// incall.go and confine.go about closures that certainly run.
package consts
