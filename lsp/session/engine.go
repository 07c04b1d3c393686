package session

import (
	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/checks"
	"luaflow/analysis/config"
	"luaflow/analysis/definitions"
	"luaflow/analysis/facts"
	"luaflow/analysis/fix"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/globals"
	"luaflow/analysis/modules"
	"luaflow/analysis/nav"
	"luaflow/analysis/refactor"
	"luaflow/analysis/summary"
	"luaflow/analysis/suppress"
	"luaflow/analysis/unfinished"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Engine is all that a session asks of the compiler and the analysis. It is a
// seam: a test of the transport brings its own.
//
// Every function may be called from several goroutines at a time.
type Engine struct {
	// Key names what the engine was made for: of two with the same key the answers are the same. It is "" if nobody says.
	Key string
	// Compile and FixAll count their steps, so that they can be stopped; the others have
	// the unit's Meter for that.
	Compile func(*source.File, *Memory, *meter.Meter) *compile.Unit
	// Check returns what is to be said of a text, and what was not looked at.
	Check func(*compile.Unit, *Memory) ([]analysis.Finding, []analysis.Omission)
	// Keep returns what is to be said of a text in which a statement may not be finished, after what
	// was found in it; see unfinished.Base.Next.
	Keep keeping
	// Meanwhile returns what is to be said of a text before it is checked; see unfinished.Base.Meanwhile.
	Meanwhile func(b *unfinished.Base, u *compile.Unit, cursor source.Pos) (next *unfinished.Base, said unfinished.Said, ok bool)
	// Propose returns what may be done about each of some findings, which nobody has verified yet.
	Propose func(*compile.Unit, []analysis.Finding) [][]analysis.Fix
	// Fixes returns the fixes of a finding, and which of those that were proposed cannot be verified.
	Fixes func(*compile.Unit, analysis.Finding) fix.Outcome
	// Globals returns what a text does with globals; nil if no check asks for that.
	Globals func(*compile.Unit) *globals.Names
	// Summary returns what other files need to know of a text, without its path.
	Summary func(*compile.Unit) *summary.Summary
	// Suppress returns the edits of a text that hide a finding by a comment, or an error if there are none.
	Suppress func(u *compile.Unit, hide *Suppression) ([]source.Edit, error)
	// Refactorings returns the changes of wanted kinds that somebody could look for at a selection and
	// that mend no finding: those that are to be proved are proved or refused.
	Refactorings func(u *compile.Unit, at source.Span, isWanted func(kind string) bool, proves func(*Refactoring) bool) []Refactoring
	// FixAll returns the edits of all verified fixes of warnings, or of some findings if they are not
	// nil, and what was not tried. No edit touches a span to be kept, see fix.Options.
	FixAll func(f *source.File, among []analysis.Finding, keep []source.Span, steps *meter.Meter) (edits []source.Edit, omitted []analysis.Omission)
	// Describe returns what is known of the name at a place; false where there is none.
	Describe func(*compile.Unit, source.Pos) (nav.Info, bool)
	// About hands what is known of a text to a question, which may find out more.
	About func(u *compile.Unit, question func(*waste.Parts))
	// Doc returns the page of a check, in markdown; false if there is no such check.
	Doc func(code string) (string, bool)
}

// Refactoring is a change that mends no finding.
type Refactoring struct {
	Kind     string // the protocol's: "refactor.extract"
	Title    string // as a menu shows it
	IsProved bool   // the edits are verified
	// IsDoubtful: it is likely to be refused when it is proved.
	IsDoubtful bool
	Edits      []source.Edit // in order; nil unless it is proved
	Refusal    string        // why it cannot be done, for people; "" if it can, or may be
}

// refactorings returns the changes of wanted kinds at a selection, and proves some of them.
func refactorings(p *analysis.Pass, was *plan.Original, at source.Span, isWanted func(string) bool, proves func(*Refactoring) bool) (changes []Refactoring) {
	for _, c := range refactor.At(p, was, at) {
		if !isWanted(string(c.Kind)) {
			continue
		}
		out := Refactoring{Kind: string(c.Kind), Title: c.Title, Refusal: c.Refusal, IsDoubtful: c.IsDoubtful}
		if c.Refusal == "" && proves(&out) {
			edits, err := c.Prove()
			if out.IsProved = err == nil; !out.IsProved {
				out.Refusal = err.Error()
			}
			out.Edits = edits
		}
		changes = append(changes, out)
	}
	return changes
}

// NewEngine returns the engine that compiles and checks, in a configuration and a language, with what definition files say, nil
// for nothing. A file that the
// configuration excludes has no findings. say returns what the rest of the program says of the file, given its summary; it is nil if that
// is nothing. hasOthers: there are other files, and it is known
// what they do with globals, so that findings need not speak of this file alone. bodies keeps the
// facts of functions for the next version of the text, and for others.
func NewEngine(rules *config.Config, defined *definitions.Table, l syntax.Language, excluded, hasOthers bool, say func(*summary.Summary) *modules.Slice, bodies *facts.Bodies) *Engine {
	var elsewhere *globals.Names
	if hasOthers {
		elsewhere = &globals.Names{}
	}
	checked := checker.With(rules, elsewhere, defined, say, bodies)
	fixer := fix.New(checked) // who keeps the pass over the unit, for all questions about it
	check := func(u *compile.Unit, in *Memory) ([]analysis.Finding, []analysis.Omission) {
		var pass *analysis.Pass
		if in.dirty {
			in.facts = analysis.Memory{}
		}
		in.dirty = true
		found, _ := checked(u, &in.facts, func(p *analysis.Pass) error {
			pass = p
			return nil
		})
		in.dirty = false
		omitted := pass.Omissions()
		fixer.Know(u, found, pass)
		return found, omitted
	}
	if excluded {
		check = func(*compile.Unit, *Memory) ([]analysis.Finding, []analysis.Omission) { return nil, nil }
	}
	names := func(*compile.Unit) *globals.Names { return nil }
	if c := (checker.Checker{Config: rules}); c.AsksForGlobals() && !excluded {
		names = func(u *compile.Unit) (names *globals.Names) {
			fixer.Ask(u, func(p *analysis.Pass) { names = new(p.Globals.Names()) })
			return names
		}
	}
	about := func(u *compile.Unit, question func(*waste.Parts)) {
		fixer.Ask(u, func(p *analysis.Pass) { question(p.Waste) })
	}
	faults := checker.FaultsWith(rules)
	if excluded {
		faults = func(*compile.Unit) []analysis.Finding { return nil }
	}
	hides := hiding(func(u *compile.Unit) *suppress.Set { return suppress.Parse(u.Tree, rules) })
	keep := hides.keep
	return &Engine{
		Globals: names,
		Summary: func(u *compile.Unit) (s *summary.Summary) {
			fixer.Ask(u, func(p *analysis.Pass) { s = summary.Of("", p.Facts) })
			return s
		},
		Compile: func(f *source.File, in *Memory, steps *meter.Meter) *compile.Unit {
			in.units.Meter = steps
			return in.units.CompileNext(f, l)
		},
		Check: check,
		Keep:  keep,
		Meanwhile: func(b *unfinished.Base, u *compile.Unit, cursor source.Pos) (*unfinished.Base, unfinished.Said, bool) {
			return hides.meanwhile(b, u, faults(u), cursor)
		},
		Propose: fixer.Propose,
		Suppress: func(u *compile.Unit, hide *Suppression) ([]source.Edit, error) {
			return suppressed(fixer, keep, u, hide)
		},
		Fixes: fixer.For,
		Refactorings: func(u *compile.Unit, at source.Span, isWanted func(string) bool, proves func(*Refactoring) bool) (changes []Refactoring) {
			fixer.Ask(u, func(p *analysis.Pass) { changes = refactorings(p, fixer.Known(u), at, isWanted, proves) })
			return changes
		},
		FixAll: func(f *source.File, among []analysis.Finding, keep []source.Span, steps *meter.Meter) (edits []source.Edit, omitted []analysis.Omission) {
			fixer.All(f, fix.Options{
				Language: l, Meter: steps, Among: among, Keep: keep,
				Omit:  func(o analysis.Omission) { omitted = append(omitted, o) },
				Edits: func(e []source.Edit) { edits = e },
			})
			return edits, omitted
		},
		Describe: func(u *compile.Unit, pos source.Pos) (info nav.Info, ok bool) {
			if nav.HasAnswer(u, pos) {
				about(u, func(p *waste.Parts) { info, ok = nav.At(p, pos) })
			}
			return info, ok
		},
		About: about,
		Doc:   checks.Doc,
	}
}
