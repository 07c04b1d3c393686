package modules

import (
	"slices"
	"strings"

	"luaflow/analysis/calls"
	"luaflow/analysis/summary"
)

// Calls of functions of other files: what the summaries say of each side, put together.
//
// What a function returns, and what it is given, may be what another one returns, or is given. That is solved when all is known: what holds of
// one is joined with what holds of all that it leads to, each once. These are the least solutions, as each join is one of
// sets that only grow; a search that comes to too many is given up, and then nothing is known.

// CallVerdicts is what the other files say of the calls in one file, and of the calls of its functions.
type CallVerdicts struct {
	Callees []Callee   `json:"callees,omitempty"` // by Of and Name
	Exports []Receiver `json:"exports,omitempty"` // by Index
}

// Callee is a function of another file, of which calls ask what it does not do.
type Callee struct {
	summary.Field       // where the file finds it
	At            Place `json:"at"` // where it is put into the field
	// IsReplaceable: others may have put another one there.
	IsReplaceable bool `json:"isReplaceable,omitempty"`
	// Takes is how many arguments it takes, if a call gives more; -1 if none does.
	Takes int `json:"takes"`
	// Gives is how many results it gives at most, if a call asks for more; -1 if none does.
	Gives int `json:"gives"`
	// Error is the line where it returns an error that a call drops, which Looking of Others other calls look at; 0 if none does.
	Error   int `json:"error,omitempty"`
	Looking int `json:"looking,omitempty"`
	Others  int `json:"others,omitempty"`
	// Nil is the line, in the file of the function, where it returns nil and a reason, if some call uses its first result as nothing may use
	// nil; else 0.
	Nil int `json:"nil,omitempty"`
}

// Receiver is a function of an Export of which all calls are known.
type Receiver struct {
	Index int     `json:"index"` // in Exports
	Calls []Place `json:"calls"` // the first one in each file
	Times int     `json:"times"` // how many calls there are
	// Given is how many arguments a call gives at most, if parameters from there on have to be given; -1 if not.
	Given     int        `json:"given"`
	Constants []Constant `json:"constants,omitempty"` // by Parameter
	IsDropped bool       `json:"isDropped,omitempty"` // no call uses what it returns, which is always something
}

// Constant is a parameter that has the same value in all calls, and is asked for that.
type Constant struct {
	Parameter int    `json:"parameter"`           // from 0 on, self among them
	Is        string `json:"is"`                  // as Lua writes it
	Times     int    `json:"times"`               // how many calls give it, but for those by which the function hands it on to itself
	IsWritten bool   `json:"isWritten,omitempty"` // some call has an argument for it
}

// callee is a function of an Export.
type callee struct {
	is           *summary.Function
	file, export int
	callers      []caller
	isOpen       bool // not all its calls are known
	isChosen     bool // it is found under a name that is put together, so that it is called as others are
}

// caller is a file that calls such a function.
type caller struct {
	file int
	*summary.Called
}

// callLinker puts the calls of a program together.
type callLinker struct {
	*Program
	callees map[int32]*callee // by node
}

// linkCalls returns what is to be said of calls, by file; nil where nothing is.
func (p *Program) linkCalls() []*CallVerdicts {
	all := make([]*CallVerdicts, len(p.Files))
	l := callLinker{Program: p, callees: make(map[int32]*callee)}
	for i := range p.summaries {
		l.addFunctions(i)
	}
	if len(l.callees) == 0 {
		return all
	}
	for i := range p.summaries {
		l.addCalls(i)
		l.addUses(i)
	}
	for i := range all {
		v := CallVerdicts{Callees: l.calledBy(i), Exports: l.receivers(i)}
		if len(v.Callees)+len(v.Exports) > 0 {
			all[i] = &v
		}
	}
	return all
}

// addFunctions adds the functions of the Exports of a file, but for those that other files replace.
func (l *callLinker) addFunctions(file int) {
	s := l.summaries[file]
	if s.Broken || s.Returns != summary.ATable {
		return
	}
	for k := range s.Exports {
		e, node := &s.Exports[k], l.nodeOf(file, k)
		if e.Is == nil || l.isWritten(file, e.Name) {
			continue
		}
		isOpen := e.Is.IsKept || l.open[file] || l.kept[file] || l.why[node] != ""
		l.callees[node] = &callee{is: e.Is, file: file, export: k, isOpen: isOpen}
	}
}

// addCalls adds the calls in a file.
func (l *callLinker) addCalls(file int) {
	s := l.summaries[file]
	for k := range s.Called {
		c := &s.Called[k]
		if to := l.mayBe(file, c.Field); to != nil {
			to.callers = append(to.callers, caller{file, c})
			to.isOpen = to.isOpen || c.Escapes || l.isProvided(file, c.Of)
		}
	}
}

// callee returns the function that a file finds in a field; nil if it is not known.
func (l *callLinker) callee(file int, at summary.Field) *callee {
	if l.isProvided(file, at.Of) {
		return nil
	}
	return l.mayBe(file, at)
}

// mayBe returns the function that a file finds in a field, unless another module has been put in the place of that; nil if it is not known.
func (l *callLinker) mayBe(file int, at summary.Field) *callee {
	of, ok := l.only(file, at.Of)
	if !ok {
		return nil
	}
	k := l.export(of, at.Name)
	if k < 0 {
		return nil
	}
	return l.callees[l.nodeOf(of, k)]
}

// isProvided reports whether some file may put another module in the place of what a call of require gives; false for Own.
func (l *callLinker) isProvided(file, require int) bool {
	if require == summary.Own {
		return false
	}
	return l.resolver.provided["*"] || l.resolver.provided[l.Files[file].Requires[require].Name]
}

// addUses notes the functions that a file may come to otherwise than by their names, or by a require of which it is not known what it gives.
func (l *callLinker) addUses(file int) {
	for _, part := range l.summaries[file].Parts {
		for _, u := range part.Uses {
			isPattern := strings.Contains(u.Field, "*")
			_, isOnly := l.only(file, u.Of)
			if u.How != summary.Reads && u.How != summary.Touches || !isPattern && isOnly {
				continue
			}
			for _, to := range l.targets(file, u.Of) {
				l.choose(to, u.Field)
			}
		}
	}
}

// choose notes that the functions of a file under a name, which may be a pattern, may be called by somebody who does not know which they are.
func (l *callLinker) choose(file int, name string) {
	pieces := strings.Split(name, "*")
	for k := range l.summaries[file].Exports {
		if c := l.callees[l.nodeOf(file, k)]; c != nil && matches(l.summaries[file].Exports[k].Name, pieces) {
			c.isOpen, c.isChosen = true, true
		}
	}
}

// isReplaceable reports whether somebody whom nobody sees may put another function into the field.
func (l *callLinker) isReplaceable(c *callee) bool { return l.open[c.file] || !l.knows[c.file] }

// calledBy returns the functions that a file calls of which something is to be said.
func (l *callLinker) calledBy(file int) (all []Callee) {
	s := l.summaries[file]
	for k := range s.Called {
		called := &s.Called[k]
		to := l.callee(file, called.Field)
		if called.Of == summary.Own || to == nil || to.isChosen || to.is.IsStub || l.Files[file].Requires[called.Of].To[0] == file {
			continue
		}
		v := Callee{Field: called.Field, At: l.placeOf(to), IsReplaceable: l.isReplaceable(to), Takes: -1, Gives: -1}
		if !to.is.IsVararg && called.Written > to.is.Params {
			v.Takes = to.is.Params
		}
		if called.Wanted > 0 {
			if n, isReplaceable := l.results(to); n.Returns && n.Most != calls.Unbounded && n.Most < called.Wanted {
				v.Gives, v.IsReplaceable = n.Most, v.IsReplaceable || isReplaceable
			}
		}
		if to.is.Error > 0 && called.Not > 0 {
			l.ignored(to, &v)
		}
		if called.Needs {
			v.Nil = to.is.NilError
		}
		if v.Takes >= 0 || v.Gives >= 0 || v.Error > 0 || v.Nil > 0 {
			all = append(all, v)
		}
	}
	return all
}

func (l *callLinker) placeOf(c *callee) Place {
	return Place{l.Files[c.file].Path, l.summaries[c.file].Exports[c.export].Line}
}

// ignored notes where a function returns errors, if more calls look at them than do not.
func (l *callLinker) ignored(to *callee, v *Callee) {
	looking, not := 0, 0
	for _, c := range to.callers {
		looking += c.Looking
		not += c.Not
	}
	if looking > not {
		v.Error, v.Looking, v.Others = to.is.Error, looking, looking+not-1
	}
}

// maxPlaces is how many functions, or parameters, one search comes to.
const maxPlaces = 64

// results returns how many results a function gives: those of its own, and of all that it leads to. isReplaceable is true if another function
// may be in the place of one of these.
func (l *callLinker) results(c *callee) (n calls.Count, isReplaceable bool) {
	found := []*callee{c}
	for i := 0; i < len(found); i++ {
		f := found[i]
		isReplaceable = isReplaceable || l.isReplaceable(f)
		if f.is.Returns {
			n = n.Join(calls.Count{Least: f.is.Least, Most: f.is.Most, Returns: true})
		}
		for _, on := range f.is.On {
			to := l.callee(f.file, on)
			if to == nil || to.isChosen || len(found) == maxPlaces {
				return calls.Count{Most: calls.Unbounded, Returns: true}, true
			}
			if !slices.Contains(found, to) {
				found = append(found, to)
			}
		}
	}
	return n, isReplaceable
}

// receivers returns the functions of a file of which something is to be said because all their calls are known.
func (l *callLinker) receivers(file int) (all []Receiver) {
	for k := range l.summaries[file].Exports {
		c := l.callees[l.nodeOf(file, k)]
		if c == nil || c.isOpen || !c.isCalled() {
			continue
		}
		v := Receiver{Index: k, Given: -1}
		given, isUsed := 0, false
		for _, by := range c.callers {
			if by.Calls == 0 {
				continue
			}
			v.Calls, v.Times = append(v.Calls, Place{l.Files[by.file].Path, by.Line}), v.Times+by.Calls
			isUsed = isUsed || by.IsUsed
			if given >= 0 {
				given = max(given, by.Given)
			}
			if by.Given == calls.Unbounded {
				given = -1
			}
		}
		if given >= 0 && c.is.Needed>>given != 0 {
			v.Given = given
		}
		v.IsDropped = !isUsed && c.is.Returns && c.is.Least > 0 && c.is.Most != calls.Unbounded && len(c.is.On) == 0
		v.Constants = l.constants(c)
		if v.Given >= 0 || v.IsDropped || len(v.Constants) > 0 {
			all = append(all, v)
		}
	}
	return all
}

// parameter is one of a function.
type parameter struct {
	of    *callee
	index int
}

// constants returns the parameters of a function that have one value in all calls and are asked for that.
func (l *callLinker) constants(c *callee) (all []Constant) {
	for k := range c.is.Params {
		if c.is.Asked>>k&1 == 0 {
			continue
		}
		if is, ok := l.constant(parameter{c, k}); ok {
			v := Constant{Parameter: k, Is: is}
			for _, by := range c.callers {
				if a := by.argument(k); len(a.Of) == 0 {
					v.Times += by.Calls
				}
				v.IsWritten = v.IsWritten || k < by.Given
			}
			all = append(all, v)
		}
	}
	return all
}

// constant returns the value that a parameter has in all calls; ok is false if there are several, or it is not known.
func (l *callLinker) constant(p parameter) (is string, ok bool) {
	found := []parameter{p}
	for i := 0; i < len(found); i++ {
		if found[i].of == nil || found[i].of.isOpen || !found[i].of.isCalled() || len(found) > maxPlaces {
			return "", false
		}
		for _, by := range found[i].of.callers {
			if by.Calls == 0 {
				continue
			}
			a := by.argument(found[i].index)
			if a.Is == "" && len(a.Of) == 0 || a.Is != "" && is != "" && a.Is != is {
				return "", false
			}
			if a.Is != "" {
				is = a.Is
			}
			for _, of := range a.Of {
				more := parameter{l.callee(by.file, summary.Field{Of: summary.Own, Name: of.Export}), of.Index}
				if !slices.Contains(found, more) {
					found = append(found, more)
				}
			}
		}
	}
	return is, is != ""
}

// isCalled reports whether some file calls the function. One that nobody calls will be called some day, with what nobody knows.
func (c *callee) isCalled() bool {
	return slices.ContainsFunc(c.callers, func(by caller) bool { return by.Calls > 0 })
}

// argument returns what the calls of a file give parameter k.
func (c *caller) argument(k int) summary.Argument {
	switch {
	case k < len(c.Arguments):
		return c.Arguments[k]
	case c.Given != calls.Unbounded && k >= c.Given:
		return summary.Argument{Is: "nil"}
	}
	return summary.Argument{}
}
