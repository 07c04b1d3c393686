// Package instances finds the tables that stay in a program although functions of it are handed them and they have
// metatables: the objects of its classes, above all.
//
//	local Stack = {}
//	Stack.__index = Stack
//	function Stack.new() return setmetatable({ size = 0, last = 0 }, Stack) end
//	function Stack:push() self.size = self.size + 1 end
//	local s = Stack.new()
//	s:push()
//	print(s.size)            -- Stack, and what Stack.new makes, are known here alone: nothing reads `last`
//
// It knows less of more tables than package tables does: not which instruction reads what another one wrote, nor that an
// access runs no other code; only which tables no code elsewhere gets, and whether their fields are accessed under
// names that stand in the code alone.
//
// It is Steensgaard's analysis ("Points-to analysis in almost linear time", POPL 1996), with a class of contents for each
// name of a field, and functions that have a class for each parameter and for their results. A table is in one class with
// what the `__index` of its metatable holds. What an instruction hands on joins two classes; as classes only grow, the
// order makes no difference, and metatables are looked at when all else is joined.
package instances
