package dataflow

// Data dependence among the references of one register, in the terms of Kuck, Kuhn,
// Padua, Leasure and Wolfe, "Dependence graphs and compiler optimizations" (1981),
// and its minimal forms (Kanada and Ishida, see exposed.go).
//
// Without definitions that may or may not be made, general output dependence is the
// transitive closure of the minimal one; general anti dependence is minimal anti
// dependence followed by any number of minimal output dependences; and general input
// dependence is the transitive closure of the minimal one.

// Dependence is a kind of dependence of a later reference on an earlier one.
type Dependence uint8

// The kinds of dependence.
const (
	Flow   Dependence = iota // a use reads the value of a definition
	Output                   // a definition replaces that of another
	Anti                     // a definition replaces the value that a use has read
	Input                    // two uses read one value
)

// String is the name of the kind.
func (d Dependence) String() string { return [...]string{"flow", "output", "anti", "input"}[d] }

// Form says how far apart two references may be.
type Form uint8

// The forms. Flow dependence has only one.
const (
	// Minimal: no definition stands between the two on some path; for Input, no use
	// either.
	Minimal Form = iota
	// General: anything may stand between; for Input, no definition, since the value
	// must be the same.
	General
	// Narrow is Minimal with an even smaller Anti, where no use stands between
	// either: what minimal Input dependence leads to is left out.
	Narrow
)

// rule is a dependence as a problem: which references are followed, what stops them,
// and where they are looked for.
type rule struct{ sources, blocks, sinks refKinds }

// fullUses is the uses that certainly happen.
const fullUses refKinds = 1 << Use

var rules = [...][3]rule{
	Flow:   {Minimal: flowRule, General: flowRule, Narrow: flowRule},
	Output: {Minimal: {defsKind, fullDefs, defsKind}, General: {defsKind, 0, defsKind}, Narrow: {defsKind, fullDefs, defsKind}},
	Anti:   {Minimal: {uses, fullDefs, defsKind}, General: {uses, 0, defsKind}, Narrow: {uses, fullDefs | fullUses, defsKind}},
	Input:  {Minimal: {uses, fullDefs | fullUses, uses}, General: {uses, fullDefs, uses}, Narrow: {uses, fullDefs | fullUses, uses}},
}

var flowRule = rule{defsKind, fullDefs, uses}

// Dependences is one kind of dependence among the references of one register.
type Dependences struct {
	Refs []Ref // as of Func.Refs

	on, of lists
}

// On is the indices, ascending, of the references that the one with index ref
// depends on.
func (d *Dependences) On(ref int) []int32 { return d.on.of(ref) }

// Of is the indices, ascending, of the references that depend on the one with index
// ref.
func (d *Dependences) Of(ref int) []int32 { return d.of.of(ref) }

// Dependences computes one kind of dependence for reg. General dependences may be as
// many as the square of the references.
func (f *Func) Dependences(reg int, kind Dependence, form Form) *Dependences {
	refs := f.Refs(reg)
	f.program.mu.Lock()
	defer f.program.mu.Unlock()
	r := rules[kind][form]
	return f.survive(refs, r.sources, r.blocks, f.program.mem).dependences(r.sinks)
}

// dependences lists what survives to each reference of the kinds asked about.
func (s *survival) dependences(sinks refKinds) *Dependences {
	d := &Dependences{Refs: s.refs}
	index := make([]int32, 0, s.count) // by number of a source
	for i := range s.refs {
		if s.sources.has(s.refs[i].Kind) {
			index = append(index, int32(i))
		}
	}
	d.on.first = make([]int32, len(s.refs)+1)
	s.sweep(func(i int, set row) {
		if sinks.has(s.refs[i].Kind) {
			for n := range set.all {
				d.on.items = append(d.on.items, index[n])
			}
		}
		d.on.first[i+1] = int32(len(d.on.items))
	})
	d.of = d.on.reversed(len(s.refs))
	return d
}
