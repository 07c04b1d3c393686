package analysis

import (
	"sort"
	"strings"

	"luaflow/analysis/dataflow"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/slab"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Pass is one run of the checks over one file. What several checks ask for is
// computed once, when the first one asks.
type Pass struct {
	Unit *compile.Unit
	// Flow is what is known of the code. It is nil if the code does not stand for
	// the text anywhere, because some function goes beyond a limit of the machine.
	Flow *dataflow.Program
	// Globals is what is known of global variables; nil where nobody has said it.
	Globals *Globals
	// Outspoken: what people write on purpose is reported too, as luacheck does, and under
	// luacheck's codes alone: nothing is left to checks that have none.
	Outspoken bool

	report func(Finding)
	check  *Check // that is running
	lines  source.LineCursor

	doubts     []source.Span                       // see isDoubtful
	lost       map[string]bool                     // see findLost
	elsewhere  map[string]bool                     // see isMisplaced
	owners     []syntax.FuncID                     // see Owner
	unreached  []bool                              // see ReadUnreachable
	unexecuted []bool                              // see ReadUnexecuted
	held       *holders                            // see UnusedFunctions
	called     map[syntax.FuncID]resolve.BindingID // see CalledHere
	cascading  *cascades                           // see Cascades
	runs       []statRun                           // see EachStat
	globals    *FileGlobals                        // see FileGlobals
	omitted    []Omission                          // see Omit

	mem *Memory
}

// CheckFunc returns the findings of a unit, as a checker does, and lets others ask its pass
// too, so that nothing is computed twice. Before it looks for anything it calls ready with the
// pass, unless ready is nil; an error of ready is returned at once. The pass is made in the
// memory of in and lasts as long as that is not used again; if in is nil it has its own.
type CheckFunc func(u *compile.Unit, in *Memory, ready func(*Pass) error) ([]Finding, error)

// Memory is what a Pass is made of, to be used again for the next one. The zero Memory is
// ready.
type Memory struct {
	flow               dataflow.Memory
	owners             []syntax.FuncID
	runs               []statRun
	holderAt, holderOf []int32
	tableAt, tableOf   []int32
}

// MakeRoom has room called with the bytes that much of what is known of a file needs, as
// dataflow.Memory.Room is.
func (m *Memory) MakeRoom(room func(bytes int)) { m.flow.Room = room }

// Follow has functions of more than bound, as dataflow.MaxFollowed counts it, be too large
// for their values to be followed; dataflow.MaxFollowed holds again if bound is 0.
func (m *Memory) Follow(bound int) { m.flow.Followed = bound }

// NewPass prepares a run that hands its findings to report, in memory of its own if mem is
// nil. The hosts are those whose functions the file may call.
func NewPass(u *compile.Unit, hosts value.Hosts, mem *Memory, report func(Finding)) *Pass {
	if mem == nil {
		mem = new(Memory)
	}
	p := &Pass{Unit: u, report: report, lines: u.File.Cursor(), doubts: findDoubts(u.Tree), mem: mem}
	p.lost = findLost(u, p.doubts)
	if u.Analyzable() {
		mem.flow.Meter = u.Meter
		p.Flow = dataflow.AnalyzeAs(u.Main, value.Library{Dialects: u.Dialects, Hosts: hosts}, &mem.flow)
	}
	return p
}

// CountIn has the Meter of u, which is the same unit, count what is done from now on.
func (p *Pass) CountIn(u *compile.Unit) {
	p.Unit = u
	if p.Flow != nil {
		p.Flow.CountIn(u.Meter)
	}
}

// Step counts a step of the work on the file, as meter.Meter.Step does.
func (p *Pass) Step() { p.Unit.Meter.Step() }

// Run runs one check.
func (p *Pass) Run(c *Check) {
	p.Step()
	p.check = c
	if c.Run != nil {
		c.Run(p)
	} else {
		p.EachFunc(c.Func)
	}
	p.check = nil
}

// Finding begins a finding of the running check, of the check's rank, that is about
// something in fn and fades nothing.
func (p *Pass) Finding(fn syntax.FuncID, at source.Span) Finding {
	return Finding{
		Code: p.check.Code, Severity: p.check.Severity, Span: at, Fade: source.NoSpan,
		Subject: About(fn),
	}
}

// Report hands in a finding.
func (p *Pass) Report(f Finding) {
	p.Step()
	p.report(f)
}

// Name is the text of a binding's name.
func (p *Pass) Name(b *resolve.Binding) string { return p.Unit.Tree.Str(b.Sym) }

// NameSpan is where an occurrence of a name stands.
func (p *Pass) NameSpan(n syntax.NameID) source.Span { return p.Unit.Tree.Names.At(n).Span() }

// FunctionsIn is the functions that begin in a span: those from first on and before
// last.
func (p *Pass) FunctionsIn(at source.Span) (first, last syntax.FuncID) {
	funcs := p.Unit.Tree.Funcs[1:] // without the chunk
	before := func(pos source.Pos) syntax.FuncID {
		return 1 + syntax.FuncID(sort.Search(len(funcs), func(i int) bool { return funcs[i].Start >= pos }))
	}
	return before(at.Start), before(at.End)
}

// HasFunction reports whether a function begins in a span.
func (p *Pass) HasFunction(at source.Span) bool {
	first, last := p.FunctionsIn(at)
	return first < last
}

// Quiet reports whether nothing is to be said about the values of a binding: its
// name begins with an underscore, or is nothing else in an outspoken run, or text that cannot be understood may use it.
func (p *Pass) Quiet(b *resolve.Binding) bool {
	name := p.Unit.Tree.Str(b.Sym)
	return b.Exposed || p.isUnwanted(name) || p.lost[name] || p.isDoubtful(b.Scope.End)
}

// isUnwanted reports whether a name says that nobody wants the value.
func (p *Pass) isUnwanted(name string) bool {
	if p.Outspoken {
		return name == "_" || name == "_ENV"
	}
	return name[0] == '_'
}

// IsHint reports whether the name of a parameter says, by luacheck's convention, that it
// is there for the form.
func IsHint(name string) bool {
	return len(name) > 1 && name[0] == '_' && (name[1]|0x20) >= 'a' && (name[1]|0x20) <= 'z'
}

// Colon is the colon of a method, which declares its self.
func (p *Pass) Colon(fn *syntax.Function) source.Span {
	at := fn.Start + source.Pos(strings.IndexByte(p.Unit.File.Text()[fn.Start:], ':'))
	return source.Span{Start: at, End: at + 1}
}

// DeclaredAt is where a variable is declared; for the implicit self, the colon.
func (p *Pass) DeclaredAt(b *resolve.Binding) source.Span {
	fn := p.Unit.Tree.Funcs[b.Func]
	switch {
	case b.Decl != nil:
		return b.Decl.Span()
	case fn.HasSelf && b.Sym != syntax.SymArg:
		return p.Colon(fn)
	}
	return source.Span{Start: fn.LinePos, End: fn.LinePos}
}

// IsUndeclared reports whether nothing is to be said of what the caller gives to a variable,
// for no text declares it: the `arg` of 5.1, and the implicit self but in an outspoken run.
func (p *Pass) IsUndeclared(b *resolve.Binding) bool {
	return b.Kind == resolve.Self && (!p.Outspoken || b.Sym == syntax.SymArg)
}

// StoredAt is where a store names its variable; for the implicit self, the colon.
func (p *Pass) StoredAt(s *srcmap.StoreRec) source.Span {
	if s.Name == syntax.NoName {
		return p.DeclaredAt(&p.Unit.Res.Bindings[s.Binding])
	}
	return p.NameSpan(s.Name)
}

// Line is Lua's number of the line that holds a position.
func (p *Pass) Line(pos source.Pos) int { return p.lines.Line(pos) }

// Owner is the innermost function whose body or parameters hold a name.
func (p *Pass) Owner(n syntax.NameID) syntax.FuncID {
	if p.owners == nil {
		p.owners = slab.Zero(&p.mem.owners, p.Unit.Tree.Names.Len())
		findOwners(p.Unit.Tree, p.owners)
	}
	return p.owners[n]
}

// findOwners sweeps over names and functions, both in source order. The name in a
// function statement stands in the function's span but outside the function.
func findOwners(t *syntax.Tree, owners []syntax.FuncID) {
	next, fn := 1, t.Main
	for n := range t.Names.All() {
		for {
			if next < len(t.Funcs) && begin(t.Funcs[next]) <= n.Start {
				fn = t.Funcs[next]
				next++
			} else if fn.Parent != nil && fn.End <= n.Start {
				fn = fn.Parent
			} else {
				break
			}
		}
		owners[n.ID] = fn.ID
	}
}

// begin is where the parameters of a function begin.
func begin(f *syntax.Function) source.Pos {
	if len(f.Params) > 0 {
		return f.Params[0].Start
	}
	return f.Body.Start
}

// FuncPass is one run over one function.
type FuncPass struct {
	*Pass
	ID   syntax.FuncID
	Func *syntax.Function
	Map  *srcmap.Func
	Flow *dataflow.Func

	byGraph *Reach // once IsUnreachable has been asked
}

// EachFunc calls visit for every function whose code stands for its text, a
// function before those inside it. The FuncPass is valid during the call.
func (p *Pass) EachFunc(visit func(*FuncPass)) {
	if p.Flow == nil {
		return
	}
	var f FuncPass
	for i := range p.Unit.Funcs {
		p.Step()
		f = p.At(syntax.FuncID(i))
		if !p.Unit.Funcs[i].Broken && p.IsWhole(f.Func) {
			visit(&f)
		}
	}
}

// At is the run over one function, whose code must stand for its text.
func (p *Pass) At(fn syntax.FuncID) FuncPass {
	return FuncPass{
		Pass: p, ID: fn, Func: p.Unit.Tree.Funcs[fn], Map: p.Unit.Funcs[fn].Map, Flow: &p.Flow.Funcs[fn],
	}
}
