// Package luagen writes random Lua 5.3 programs for tests: programs that end, raise
// no error that they do not catch, and print what they compute, in the same way
// whenever and wherever they run.
//
// They are full of what makes the analysis of Lua hard: values that nothing reads
// and values that only closures, metamethods, finalizers or coroutines read; loops
// of every kind, goto into and out of the middle of them; tables that stay at home
// and tables that do not; conditions that constants decide; calls that never
// return. A generator draws for each program which of these there are many of.
//
// Variables have types that the generator knows, so that most of what a program
// does succeeds. Loops and calls have costs that it adds up, and what is called
// through a table of closures has fuel, so that programs end soon.
package luagen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Options says what programs are like.
type Options struct {
	// Statements is about how many there are, 0 for 60.
	Statements int
	// Messy programs have several statements on a line, comments and CRLF line ends.
	Messy bool
	// Plain programs leave the standard names and the environment as they are.
	Plain bool
}

// Program returns the program with this seed: always the same text.
func Program(seed uint64, o Options) string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0x6c7561)), messy: o.Messy, plain: o.Plain, budget: o.Statements}
	if g.budget == 0 {
		g.budget = 60
	}
	g.drawKinds()
	g.program()
	return g.b.String()
}

// typ is what a variable holds.
type typ uint8

const (
	anything typ = iota // nil included
	integer
	number // an integer or a float
	str
	boolean
	list   // a table of integers from 1 on
	record // a table with integers, or nil, in the fields of fieldNames
	callable
	numTypes
)

// variable is a local variable, or a global that the program has.
type variable struct {
	name  string
	typ   typ
	fixed bool       // nothing may be assigned to it
	fn    *signature // of a callable that may be called
}

// signature is what is known of a function.
type signature struct {
	params  []typ
	results []typ
	cost    int // statements that a call runs, about
}

// function is the function that is being written.
type function struct {
	around  *function
	loops   int // around this point
	cost    int
	times   int // how often this point runs per call, at most
	vararg  bool
	risky   bool // an error is caught
	results []typ
}

// maxCost bounds the statements that one call, or the program, runs.
const maxCost = 2500

type generator struct {
	*rand.Rand
	b            strings.Builder
	messy, plain bool
	indent       int
	budget       int // statements that may still be written
	vars         []variable
	fn           *function
	labels       int
	depth        int // of blocks
	kinds        []kind
	total        int // of their weights
}

// chance reports true in so many of a hundred cases.
func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func (g *generator) pick(texts ...string) string { return texts[g.IntN(len(texts))] }

// line writes a statement, usually on a line of its own.
func (g *generator) line(format string, args ...any) {
	if g.messy {
		g.separate()
	} else {
		g.b.WriteString(strings.Repeat("  ", g.indent))
	}
	fmt.Fprintf(&g.b, format, args...)
	if !g.messy {
		g.b.WriteByte('\n')
	}
}

// separate writes what may stand between two statements.
func (g *generator) separate() {
	switch g.IntN(12) {
	case 0:
		g.b.WriteString(" ")
	case 1:
		g.b.WriteString("; ")
	case 2:
		g.b.WriteString(" -- note\n")
	case 3:
		g.b.WriteString(" --[[ note ]] ")
	case 4:
		g.b.WriteString("\r\n\t")
	default:
		g.b.WriteString("\n" + strings.Repeat("  ", g.indent))
	}
}

// scope writes what stands in a block: its names end with it.
func (g *generator) scope(body func()) {
	n := len(g.vars)
	g.indent++
	g.depth++
	body()
	g.depth--
	g.indent--
	g.vars = g.vars[:n]
}

// repeated writes what runs several times.
func (g *generator) repeated(times int, body func()) {
	was := g.fn.times
	g.fn.times *= times
	g.fn.loops++
	body()
	g.fn.loops--
	g.fn.times = was
}

// names are few, so that they hide each other.
var names = []string{"a", "b", "c", "d", "e", "f", "g", "h", "x", "y", "z", "_"}

// fieldNames are the fields of records.
var fieldNames = []string{"x", "y", "z"}

// declare makes a variable that can be seen from here on.
func (g *generator) declare(name string, t typ) *variable {
	g.vars = append(g.vars, variable{name: name, typ: t})
	return &g.vars[len(g.vars)-1]
}

func (g *generator) fresh() string { return names[g.IntN(len(names))] }

// label returns a name that the program has once.
func (g *generator) label(prefix string) string {
	g.labels++
	return fmt.Sprintf("%s%d", prefix, g.labels)
}

// find returns a visible variable for which ok holds; those that were declared last are
// likelier. It is nil if there is none.
func (g *generator) find(ok func(v *variable) bool) *variable {
	var found []*variable
	hidden := map[string]bool{}
	for i := len(g.vars) - 1; i >= 0; i-- {
		v := &g.vars[i]
		if !hidden[v.name] && ok(v) {
			found = append(found, v)
		}
		hidden[v.name] = true
	}
	if len(found) == 0 {
		return nil
	}
	return found[min(g.IntN(len(found)), g.IntN(len(found)))]
}

// ofType returns a variable whose values are of a type.
func (g *generator) ofType(t typ) *variable {
	return g.find(func(v *variable) bool {
		return v.typ == t || t == number && v.typ == integer || t == anything && v.typ != callable
	})
}

// assignable returns a variable that may get values of its type.
func (g *generator) assignable() *variable {
	return g.find(func(v *variable) bool { return !v.fixed && v.typ != callable })
}

// spend counts what runs at this point; it reports whether that is little enough.
func (g *generator) spend(cost int) bool {
	if g.fn.cost+cost*g.fn.times > maxCost {
		return false
	}
	g.fn.cost += cost * g.fn.times
	return true
}
