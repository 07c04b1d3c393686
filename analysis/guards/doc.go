// Package guards finds out what tests tell of values. After
//
//	local file, err = io.open(name)
//	if not file then
//	  return nil, err
//	end
//
// file is neither nil nor false, on the one edge over which control goes on. What a test has told holds of
// the value, which static single assignment form has given a number that never stands for another one, in
// every block that the edge dominates; so one walk over the tree of dominators finds it all, with a stack of
// what is known of each value (Wegman and Zadeck, TOPLAS 13.2, 1991, section 6, "exploiting conditional
// branches", without copies of the code).
//
// What tells something is a table, in learn.go: tests, the comparisons with constants, a call of `type` or `math.type`
// that is compared with a word, `assert`, and each use that only some values survive, as an index or a call.
//
//   - Where paths join, what all of them tell holds: of two paths that one of which ends before, what the
//     other one tells.
//   - A phi is what its arguments are on their edges. Where control may come back to it, no more is known of
//     it than package consts knows.
//   - The variable of a numeric loop lies between its first value and its limit, where these are constants (count.go).
//   - What is learned of one of two values that a test has found equal holds of the other (pairs.go).
//   - What is read twice from an upvalue, or under one constant key from one table, is one value if nothing
//     between may write there (load.go). A metamethod that is asked for the field may give another one each
//     time, so that what rests on that holds unless a metamethod says otherwise.
//
// Which paths there are at all, as two tests on each of the others contradict each other, Paths finds out (path.go).
//
// The lattice of a value is that of package value, with bounds of a number and one constant that it is not
// (known.go). Nothing is known of the values of a function that is too large, nor of what a closure may have
// put into a register.
package guards
