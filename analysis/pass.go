package analysis

import (
	"luaflow/analysis/facts"
	"luaflow/analysis/globals"
	"luaflow/analysis/textmap"
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Pass is one run of the checks over one file. What several checks ask for is
// computed once, when the first one asks.
type Pass struct {
	Unit *compile.Unit // the file, compiled
	// Text goes between the text of the unit and its code.
	Text *textmap.Text
	// Facts is what is known of the unit.
	Facts *facts.Facts
	// Waste finds what is there for nothing in the unit.
	Waste *waste.Parts
	// Globals is what is known of global variables; nil where nobody has said it.
	Globals *globals.Globals
	// Program is what the rest of the program says of the file; nil where that is not known.
	Program *Program
	// Wanted reports of the check with a code whether anybody wants to know what it finds; nil if
	// all are wanted. A checker need not run the others.
	Wanted func(code string) bool
	// Part restricts Run: of the functions and statements that do not touch it nothing is looked at, so that only
	// findings which begin in it are all there. It is nil for the whole file.
	Part   Part
	report func(Finding)

	code     string   // of the check that is running
	severity Severity // its rank
}

// CheckFunc returns the findings of a unit, as a checker does, and lets others ask its pass
// too, so that nothing is computed twice. Before it looks for anything it calls ready with the
// pass, unless ready is nil; an error of ready is returned at once. The pass is made in the
// memory of in and lasts as long as that is not used again; if in is nil it has its own.
type CheckFunc func(u *compile.Unit, in *Memory, ready func(*Pass) error) ([]Finding, error)

// Memory is what a Pass is made of, to be used again for the next one. The zero Memory is
// ready.
type Memory struct {
	facts facts.Memory
	waste waste.Memory
}

// MakeRoom makes the next runs call room with the bytes that much of what is known of a file
// needs, as facts.Memory.Room is.
func (m *Memory) MakeRoom(room func(bytes int)) { m.facts.Room = room }

// Follow makes functions of more than bound, as flow.MaxFollowed counts it, too large for their
// values to be followed; flow.MaxFollowed holds again if bound is 0.
func (m *Memory) Follow(bound int) { m.facts.Followed = bound }

// KeepIn makes bodies the place where the facts of functions are kept, and taken from; nil if
// each run finds them anew.
func (m *Memory) KeepIn(bodies *facts.Bodies) { m.facts.Bodies = bodies }

// ShareWith makes the next Pass share facts with one about another version of the text; nil if
// there is none. The Pass lasts no longer than that one.
func (m *Memory) ShareWith(like *facts.Code) { m.facts.Like = like }

// NewPass prepares a run that hands its findings to report, in memory of its own if mem is
// nil. The hosts are those whose functions the file may call.
func NewPass(u *compile.Unit, hosts value.Hosts, mem *Memory, report func(Finding)) *Pass {
	if mem == nil {
		mem = new(Memory)
	}
	f := facts.Of(u, hosts, &mem.facts)
	return &Pass{Unit: u, Text: f.Text, Facts: f, Waste: waste.Of(f, &mem.waste), report: report}
}

// NewTextPass prepares a run of checks that look at the tree alone: of the Pass only the Unit is set. It hands its
// findings to report.
func NewTextPass(u *compile.Unit, report func(Finding)) *Pass { return &Pass{Unit: u, report: report} }

// In returns a pass over the same unit for one who counts in the Meter of u, which is that unit. It
// hands its findings to report, which may be nil if it runs no checks. What is known is that of p, and
// what either finds out both know: any number of such passes may be asked at once, each by one
// goroutine. They last as long as p.
func (p *Pass) In(u *compile.Unit, report func(Finding)) *Pass {
	same := &Pass{Unit: u, Facts: p.Facts.In(u), Wanted: p.Wanted, Part: p.Part, report: report}
	same.Text, same.Waste = same.Facts.Text, p.Waste.In(same.Facts)
	if p.Globals != nil {
		same.Globals = p.Globals.In(same.Facts)
	}
	if p.Program != nil {
		same.Program = p.Program.in(same.Facts)
	}
	return same
}

// Pedantic returns a pass over a part of the same unit whose Text is Pedantic, and which hands its findings to
// report. What is known of the code is that of p. Its Globals are nil.
func (p *Pass) Pedantic(part Part, report func(Finding)) *Pass {
	f := p.Facts.Pedantic()
	return &Pass{Unit: p.Unit, Text: f.Text, Facts: f, Waste: waste.Of(f, new(waste.Memory)), Part: part, report: report}
}

// Step counts a step of the work on the file, as meter.Meter.Step does.
func (p *Pass) Step() { p.Unit.Meter.Step() }

// Finding begins a finding of the running check, of the check's rank, that is about
// something in fn and fades nothing.
func (p *Pass) Finding(fn syntax.FuncID, at source.Span) Finding {
	return Finding{
		Code: p.code, Severity: p.severity, Span: at, Fade: source.NoSpan,
		Subject: About(fn),
	}
}

// Report hands in a finding.
func (p *Pass) Report(f Finding) {
	p.Step()
	p.report(f)
}

// FuncPass is one run over one function.
type FuncPass struct {
	*Pass
	facts.Function
	Waste waste.Func // the function, for what is there for nothing in it
}

// EachFunc calls visit for every function whose code stands for its text, a
// function before those inside it. The FuncPass is valid during the call.
func (p *Pass) EachFunc(visit func(*FuncPass)) {
	f := FuncPass{Pass: p}
	p.Facts.EachFunc(func(fn *facts.Function) {
		f.Function, f.Waste = *fn, p.Waste.FuncOf(fn)
		visit(&f)
	})
}

// At returns the run over one function, whose code must stand for its text.
func (p *Pass) At(fn syntax.FuncID) FuncPass {
	return FuncPass{Pass: p, Function: p.Facts.At(fn), Waste: p.Waste.At(fn)}
}
