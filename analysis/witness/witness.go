// Package witness says why what is known of a place is so, for the messages of checks and for
// `explain` alike: steps that a person can follow in the text, what values are read for that
// nothing needs, and what keeps control from code. It rests on package waste, which finds what
// there is to be explained.
//
// What a check says in one sentence and an explanation in several steps is found once:
//
//	Barrier      what keeps control from a statement        unreachable-code   OfUnreachable
//	Origins      where the values of a condition come from  constant-condition OfCondition, OfRead
//	waste.Fate   how the value of a store ends              dead-store         OfStore
//	Purposes     what values are read for                   dead-cycle         OfStore
//
// The sentence stops at the first of these, the steps go on after it: into the branches of an if
// none of which gets past it, to what a variable was given, over the branches that lead to an end.
package witness

import "luaflow/compile/source"

// Topic says what a Witness is about.
type Topic uint8

// The topics, the most important first.
const (
	NoTopic       Topic = iota // of findings that no Witness explains
	OfUnreachable              // code that is never executed
	OfStore                    // what becomes of a value that is stored
	OfRead                     // where a value that is read comes from
	OfCondition                // a condition that always comes out the same
	OfCell                     // a variable that functions share

	// Those whose reasons begin with the places that a finding names: Follow.

	OfPath    // control that comes from one place of a function to the next
	OfResults // what functions return
	OfErrors  // an error that other calls look at
	OfOthers  // what those places are alone
)

// Witness is the reason for one statement about a program.
type Witness struct {
	Topic Topic       // what kind of statement it is
	At    source.Span // what it is about
	Title string      // the statement: lower case, without a full stop
	Steps []Step      // in the order to be read
}

// Step is one step of a reason.
type Step struct {
	Span source.Span // NoSpan if it stands nowhere in the text
	Text string      // what happens there: lower case, without a full stop
}
