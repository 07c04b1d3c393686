package flow

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

// String returns the name of the kind.
func (d Dependence) String() string { return [...]string{"flow", "output", "anti", "input"}[d] }

// Form says how far apart two references may be.
type Form uint8

// The forms.
const (
	// Minimal: no definition stands between the two on some path; for Input, no use
	// either. A cell that closures may have written stands for what they may have
	// done to it before: else every two calls in a function would be a pair.
	Minimal Form = iota
	// General: anything may stand between; for Flow and Input, no definition, since
	// the value must be the same.
	General
	// Narrow is Minimal with an even smaller Anti, where no use stands between
	// either: what minimal Input dependence leads to is left out.
	Narrow
)

// fullUses is the uses that certainly happen.
const fullUses refKinds = 1 << Use

var rules = [...][3]rule{
	Flow: {
		Minimal: {defRefs, fullDefs, cellDefs, useRefs},
		General: {defRefs, fullDefs, 0, useRefs},
		Narrow:  {defRefs, fullDefs, cellDefs, useRefs},
	},
	Output: {
		Minimal: {defRefs, fullDefs, cellDefs, defRefs},
		General: {defRefs, 0, 0, defRefs},
		Narrow:  {defRefs, fullDefs, cellDefs, defRefs},
	},
	Anti: {
		Minimal: {useRefs, fullDefs, cellDefs, defRefs},
		General: {useRefs, 0, 0, defRefs},
		Narrow:  {useRefs, fullDefs | fullUses, cellUses | cellDefs, defRefs},
	},
	Input: {
		Minimal: {useRefs, fullDefs | fullUses, cellUses, useRefs},
		General: {useRefs, fullDefs, 0, useRefs},
		Narrow:  {useRefs, fullDefs | fullUses, cellUses, useRefs},
	},
}

// Dependences is one kind of dependence among the references of one register.
type Dependences struct {
	Refs []Ref // as of Func.Refs

	on, of Lists
}

// On returns the indices, ascending, of the references that the one with index ref
// depends on.
func (d *Dependences) On(ref int) []int32 { return d.on.Of(ref) }

// Of returns the indices, ascending, of the references that depend on the one with index
// ref.
func (d *Dependences) Of(ref int) []int32 { return d.of.Of(ref) }

// Dependences computes one kind of dependence for reg. General dependences may be as
// many as the square of the references.
func (f *Body) Dependences(reg int, kind Dependence, form Form) *Dependences {
	r := rules[kind][form]
	return f.survive(f.Refs(reg), &r).dependences()
}

// dependences lists what survives to each reference of the kinds asked about.
func (s *survival) dependences() *Dependences {
	d := &Dependences{Refs: s.refs}
	index := make([]int32, 0, s.count) // by number of a source
	for i := range s.refs {
		if s.rule.sources.has(s.refs[i].Kind) {
			index = append(index, int32(i))
		}
	}
	d.on.First = make([]int32, len(s.refs)+1)
	s.sweep(func(i int, set Row) {
		if s.rule.sinks.has(s.refs[i].Kind) {
			for n := range set.All {
				d.on.Items = append(d.on.Items, index[n])
			}
		}
		d.on.First[i+1] = int32(len(d.on.Items))
	})
	d.of = d.on.reversed(len(s.refs))
	return d
}
