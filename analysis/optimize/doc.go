// Package optimize rewrites the functions of a chunk without what the analysis
// calls dead: values that are constants are loaded as such, instructions that
// nothing needs and blocks that control never comes to are left out, a branch that
// is decided, or that nothing depends on, becomes a jump, jumps are threaded, and
// registers, constants, upvalues, functions and records that nobody uses are
// dropped (Muchnick, "Advanced Compiler Design and Implementation", chapters 12 and
// 18).
//
// It decides nothing itself: what is live comes from live.Marking, what is
// constant and what is executed from consts.Constants. So the chunk that it writes
// is a test of them: it must run as the one that it was made from.
//
// Work is done in rounds, as each uncovers more: plan.go decides the fate of every
// instruction of a function, layout.go puts those that stay into code again,
// compact.go renumbers what they name.
package optimize
