package flow

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"luaflow/compile/bytecode"
)

// The facts of a program as plain data, in the form of `luaflow facts`: whatever
// says them in another way can be compared with them. Here pcs count from 1, as in
// listings, and 0 is the entry.

// FileFacts is one line of `luaflow facts`.
type FileFacts struct {
	Source    string          `json:"source"`    // without the @ of a file
	Functions []FunctionFacts `json:"functions"` // main first, each before those inside it
}

// FunctionFacts is what is known of one function. No list is nil.
type FunctionFacts struct {
	Path         string            `json:"path"`         // 0 is main, 0/1 its second child
	Line         int32             `json:"line"`         // LineDefined of the prototype; 0 for main
	LastLine     int32             `json:"lastline"`     // LastLineDefined of the prototype; 0 for main
	Instructions []InstructionFact `json:"instructions"` // all of the function, by pc
	// DefUse is sorted by definition, then use. A definition at 0 is a parameter.
	DefUse []DefUse `json:"defuse"`
	// Dead is the definitions of named locals, in code that can be reached, whose
	// value no execution reads, directly or through a closure.
	Dead        []Place `json:"dead"`
	Unreachable []int   `json:"unreachable"` // pcs that no path from the entry leads to, ascending
}

// InstructionFact is one instruction. Line is 0 in a stripped function.
type InstructionFact struct {
	PC   int    `json:"pc"` // from 1
	Op   string `json:"op"` // the opcode's name, as luac prints it
	Line int32  `json:"line"`
}

// Place is a register at an instruction: PC counts from 1, and 0 is the entry; Reg from 0. In JSON
// it is a pair.
type Place struct{ PC, Reg int }

// MarshalJSON writes [pc, register].
func (p Place) MarshalJSON() ([]byte, error) { return json.Marshal([2]int{p.PC, p.Reg}) }

// DefUse is a definition and a use that its value reaches. An open result is a
// pair for the register at which it begins.
type DefUse struct {
	Def DefFact `json:"def"` // what makes the value
	Use Place   `json:"use"` // the instruction that may read it, and the register
}

// DefFact is a definition, or what a closure writes into the cell of a register.
type DefFact struct {
	Place
	ByClosure bool // PC is 0
}

// MarshalJSON writes [pc, register], or ["upval", register].
func (d DefFact) MarshalJSON() ([]byte, error) {
	if d.ByClosure {
		return json.Marshal([2]any{"upval", d.Reg})
	}
	return d.Place.MarshalJSON()
}

// Facts computes everything about every function, in the order of Funcs.
func (p *Program) Facts() FileFacts {
	file := FileFacts{
		Source:    bytecode.SourceName(p.Funcs[0].Proto.Source),
		Functions: make([]FunctionFacts, len(p.Funcs)),
	}
	for i, path := range p.paths() {
		file.Functions[i] = p.Funcs[i].facts(path)
	}
	return file
}

// paths names the functions as listings do.
func (p *Program) paths() []string {
	paths := make([]string, len(p.Funcs))
	paths[0] = "0"
	for i := range p.Funcs {
		for k, child := range p.Funcs[i].children() {
			paths[child] = paths[i] + "/" + strconv.Itoa(k)
		}
	}
	return paths
}

func (f *Func) facts(path string) FunctionFacts {
	facts := FunctionFacts{
		Path:         path,
		Line:         f.Proto.LineDefined,
		LastLine:     f.Proto.LastLineDefined,
		Instructions: f.instructionFacts(),
		DefUse:       []DefUse{},
		Dead:         []Place{},
		Unreachable:  []int{},
	}
	for pc := range f.Proto.Code {
		if !f.Graph.Reachable(pc) {
			facts.Unreachable = append(facts.Unreachable, pc+1)
		}
	}
	for reg := range int(f.Proto.MaxStack) {
		facts.DefUse = append(facts.DefUse, f.DefUse(reg)...)
		facts.Dead = append(facts.Dead, f.deadStores(reg)...)
	}
	slices.SortFunc(facts.DefUse, CompareDefUse)
	slices.SortFunc(facts.Dead, ComparePlaces)
	return facts
}

func (f *Func) instructionFacts() []InstructionFact {
	facts := make([]InstructionFact, len(f.Proto.Code))
	for pc, i := range f.Proto.Code {
		facts[pc] = InstructionFact{PC: pc + 1, Op: i.Op().String()}
		if f.Proto.Lines.Len() > 0 {
			facts[pc].Line = f.Proto.Lines.At(pc)
		}
	}
	return facts
}

// DefUse returns the pairs of one register. At the entry only parameters are defined.
func (f *Func) DefUse(reg int) []DefUse {
	var pairs []DefUse
	c := f.Chains(reg)
	for d, pc := range c.Defs {
		def := DefFact{Place: Place{pc + 1, reg}}
		switch pc {
		case Entry:
			if reg >= int(f.Proto.NumParams) {
				continue
			}
		case ByClosure:
			def = DefFact{Place{0, reg}, true}
		}
		for _, use := range c.UsesOf(d) {
			pairs = append(pairs, DefUse{def, Place{c.Uses[use] + 1, reg}})
		}
	}
	return pairs
}

// CompareDefUse orders pairs by definition, those of closures last, then by use.
func CompareDefUse(a, b DefUse) int {
	if a.Def.ByClosure != b.Def.ByClosure {
		if a.Def.ByClosure {
			return 1
		}
		return -1
	}
	return cmp.Or(ComparePlaces(a.Def.Place, b.Def.Place), ComparePlaces(a.Use, b.Use))
}

// ComparePlaces orders places by pc, then by register.
func ComparePlaces(a, b Place) int {
	return cmp.Or(cmp.Compare(a.PC, b.PC), cmp.Compare(a.Reg, b.Reg))
}

// deadStores returns the dead definitions of the named variables in one register.
func (f *Func) deadStores(reg int) []Place {
	var dead []Place
	for _, pc := range f.NamedDefs(reg) {
		live := false
		if pc == Entry {
			live = f.LiveAt(0, reg)
		} else {
			live = f.LiveAfter(pc, reg)
		}
		if !live {
			dead = append(dead, Place{pc + 1, reg})
		}
	}
	return dead
}

// NamedDefs returns the pcs, ascending, of the definitions of reg that give a value to a
// variable with a name that a program can write: those where the variable is in
// reg, and those that reach its start. Entry stands for a parameter's.
func (f *Func) NamedDefs(reg int) []int {
	var pcs []int
	events := f.eventsOf(reg)
	for _, k := range f.vars.in(reg) {
		l := &f.Proto.Locals[k]
		if strings.HasPrefix(l.Name, "(") || int(l.StartPC) == len(f.Proto.Code) {
			continue
		}
		for _, pc := range f.Reaching(int(l.StartPC), reg) {
			if pc >= 0 || pc == Entry && reg < int(f.Proto.NumParams) {
				pcs = append(pcs, pc)
			}
		}
		for _, e := range eventsBetween(events, int(l.StartPC), int(l.EndPC)) {
			if isDef(e) {
				pcs = append(pcs, e.pc())
			}
		}
	}
	slices.Sort(pcs)
	return slices.Compact(pcs)
}
