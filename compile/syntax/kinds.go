package syntax

// StatKinds is a set of kinds of statements, for who looks only at some: syntax.Ifs |
// syntax.Whiles holds two.
type StatKinds uint32

// The sets of one kind each, and some that are asked for as one.
const (
	Locals StatKinds = 1 << iota
	LocalFunctions
	Assigns
	CallStats
	FunctionStats
	Dos
	Whiles
	Repeats
	Ifs
	NumericFors
	GenericFors
	Returns
	Breaks
	Gotos
	Labels
	Empties
	Globals
	Compounds
	Continues
	BadStats

	AllStats = 1<<iota - 1
	Loops    = Whiles | Repeats | NumericFors | GenericFors
)

// KindOf returns the set of the one kind that a statement is of.
func KindOf(s Stat) StatKinds {
	switch s.(type) {
	case *Local:
		return Locals
	case *LocalFunction:
		return LocalFunctions
	case *Assign:
		return Assigns
	case *callStat, *methodCallStat, *badCallStat:
		return CallStats
	case *FunctionStat:
		return FunctionStats
	case *Do:
		return Dos
	case *While:
		return Whiles
	case *Repeat:
		return Repeats
	case *If:
		return Ifs
	case *NumericFor:
		return NumericFors
	case *GenericFor:
		return GenericFors
	case *Return:
		return Returns
	case *Break:
		return Breaks
	case *Goto:
		return Gotos
	case *Label:
		return Labels
	case *Empty:
		return Empties
	case *Global:
		return Globals
	case *Compound:
		return Compounds
	case *Continue:
		return Continues
	}
	return BadStats
}
