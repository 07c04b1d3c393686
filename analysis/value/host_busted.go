package value

// What functions of busted do: busted 2.1 and luassert 1.9, from their pages and sources.
//
// Those that declare blocks call what they are handed, and assertions raise errors, which
// is all that there is to know: they have no rows.

var busted = []row{
	// A table with a metamethod that does what the function of that name does.
	{"assert", always, calledWith + "a*", "x*", "p k", acts, ruleAssert},
}
