package flow

import (
	"cmp"
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
)

// The dependences of a program as plain data, in the form of `luaflow deps`. pcs
// count from 1, as in listings, and 0 is the entry.

// FileDependences is what `luaflow deps --format json` prints of one file.
type FileDependences struct {
	Source    string                `json:"source"`    // without the @ of a file
	Functions []FunctionDependences `json:"functions"` // main first, each before those inside it
}

// FunctionDependences is the dependences of one function. No list is nil.
type FunctionDependences struct {
	Path     string `json:"path"`     // 0 is main, 0/1 its second child
	Line     int32  `json:"line"`     // LineDefined of the prototype; 0 for main
	LastLine int32  `json:"lastline"` // LastLineDefined of the prototype; 0 for main

	// Instructions is all of the function, by pc.
	Instructions []InstructionFact `json:"instructions"`
	// Data is sorted by the later of the two references, then by the kind, then by
	// the earlier reference.
	Data []DataDependence `json:"data"`
	// Control is sorted by the instruction, then by the branch that it depends on.
	Control []ControlFact `json:"control"`
}

// DataDependence is a pair of references of one register, the later of which depends
// on the earlier.
type DataDependence struct {
	Kind string `json:"kind"` // Dependence.String
	Reg  int    `json:"reg"`  // the register
	// Name is that of the local variable in the register, "" for an intermediate
	// value.
	Name string  `json:"name,omitempty"`
	From RefFact `json:"from"` // the earlier reference
	To   RefFact `json:"to"`   // the later one, which depends on From

	kind Dependence
}

// RefFact is one reference.
type RefFact struct {
	PC int    `json:"pc"` // from 1; 0 is the entry
	As string `json:"as"` // RefKind.String
	// Operand is, for a use, the number of the operand.
	Operand int `json:"operand,omitempty"`
}

// ControlFact says that it depends on the branch at PC From whether the instruction
// at To is executed: if control goes on to Next, it is. From and Next are 0 for the
// entry: the function must be called.
type ControlFact struct {
	From int `json:"from"`
	Next int `json:"next"`
	To   int `json:"to"`
}

// Dependences computes the dependences of every function, in the order of Funcs.
func (p *Program) Dependences(form Form) FileDependences {
	file := FileDependences{
		Source:    bytecode.SourceName(p.Funcs[0].Proto.Source),
		Functions: make([]FunctionDependences, len(p.Funcs)),
	}
	for i, path := range p.paths() {
		f := &p.Funcs[i]
		file.Functions[i] = FunctionDependences{
			Path: path, Line: f.Proto.LineDefined, LastLine: f.Proto.LastLineDefined,
			Instructions: f.instructionFacts(), Data: f.dataDependences(form), Control: f.controlFacts(),
		}
	}
	return file
}

func (f *Func) dataDependences(form Form) []DataDependence {
	pairs := []DataDependence{}
	for reg := range int(f.Proto.MaxStack) {
		for kind := range Input + 1 {
			d := f.Dependences(reg, kind, form)
			for to := range d.Refs {
				for _, from := range d.On(to) {
					pairs = append(pairs, DataDependence{
						Kind: kind.String(), Reg: reg, Name: f.nameOf(&d.Refs[to], reg),
						From: d.Refs[from].fact(), To: d.Refs[to].fact(), kind: kind,
					})
				}
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b DataDependence) int {
		return cmp.Or(cmp.Compare(a.To.PC, b.To.PC), cmp.Compare(a.kind, b.kind), cmp.Compare(a.From.PC, b.From.PC))
	})
	return pairs
}

func (r *Ref) fact() RefFact { return RefFact{r.PC + 1, r.Kind.String(), r.Operand} }

// nameOf returns the name of the variable that a reference is to. That of a definition
// may be a variable which begins where control goes next.
func (f *Func) nameOf(r *Ref, reg int) string {
	v := f.Variable(r.PC, reg)
	if v < 0 && !r.Kind.IsUse() {
		next := r.PC + 1
		if r.Kind == EdgeDef {
			next, _ = effect.Successors(f.Proto, r.PC)
		}
		v = f.Variable(next, reg)
	}
	if v < 0 {
		return ""
	}
	return f.Proto.Locals[v].Name
}

// controlFacts returns what each instruction in code that can be reached is control
// dependent on. The JMP of a test depends on the test alone.
func (f *Func) controlFacts() []ControlFact {
	facts, mem := []ControlFact{}, new(cfg.Memory)
	post := f.Graph.PostDominators(mem)
	control := f.Graph.ControlDependence(post, mem)
	for b := range f.Graph.Blocks {
		block := &f.Graph.Blocks[b]
		if f.Graph.Rank(cfg.BlockID(b)) < 0 {
			continue
		}
		var on []ControlFact
		if post.Dominates(cfg.BlockID(b), 0) {
			on = append(on, ControlFact{})
		}
		for branch := range control.On(cfg.BlockID(b)) {
			on = append(on, f.controlFact(branch))
		}
		slices.SortFunc(on, func(a, b ControlFact) int {
			return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Next, b.Next))
		})
		for pc := int(block.Start); pc < int(block.End); pc++ {
			if pc > f.Graph.Last(cfg.BlockID(b)) { // the JMP of a test
				on = []ControlFact{f.controlFact(cfg.Branch{Block: cfg.BlockID(b)})}
			}
			for _, c := range on {
				c.To = pc + 1
				facts = append(facts, c)
			}
		}
	}
	return facts
}

// controlFact returns a branch of which it is not said yet what depends on it.
func (f *Func) controlFact(branch cfg.Branch) ControlFact {
	last := f.Graph.Last(branch.Block)
	next := last + 1
	if branch.Succ > 0 || next == int(f.Graph.Blocks[branch.Block].End) {
		next = int(f.Graph.Blocks[f.Graph.Succs(branch.Block)[branch.Succ]].Start)
	}
	return ControlFact{From: last + 1, Next: next + 1}
}
