// Package checker runs the checks over a unit: all of them but those that are off by
// default, or all where All is set.
package checker

import (
	"cmp"
	"slices"
	"sync"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/config"
	"luaflow/analysis/definitions"
	"luaflow/analysis/facts"
	"luaflow/analysis/globals"
	"luaflow/analysis/modules"
	"luaflow/analysis/summary"
	"luaflow/analysis/suppress"
	"luaflow/compile"
)

// Checker checks one file after the other and uses its memory again. It serves one
// goroutine at a time; the findings that it returns are the caller's.
type Checker struct {
	// All has the checks run too that are off by default, where Config says nothing of them.
	All bool
	// Imposed: Check returns imposed findings too, whether or not somebody asks for them.
	Imposed bool
	// Config is what holds for the next file; nil where nobody has said anything.
	Config *config.Config
	// Elsewhere is what other files than the next one do with globals; nil if that is
	// not known. StrictGlobals is Strict of globals.Outside.
	Elsewhere     *globals.Names
	StrictGlobals bool
	// Definitions says what the definition files describe that count for the next file; nil if there are none.
	Definitions *definitions.Table
	// Slice holds what modules.Link says of the next file, to be set before each. While it and Say are nil, nothing is known of a program,
	// and the checks that ask for one (analysis.Check.Program) do not run.
	Slice *modules.Slice
	// Say, if not nil, returns what is taken for Slice, given the summary of the next file.
	Say func(*summary.Summary) *modules.Slice
	// Names is what the last file does with globals; nil if no check has asked for that.
	Names *globals.Names
	// Suppressed is the findings of the last file that comments in it hide.
	Suppressed []analysis.Finding
	// Omitted lists what the last Check did not look at, in the order of the text; nil if nothing.
	Omitted []analysis.Omission

	// Room, if not nil, is called with the bytes that much of what is known of a file needs,
	// when that turns out: see facts.Memory.
	Room func(bytes int)
	// Bodies keeps the facts of functions from one text to the next; nil if nobody does.
	Bodies *facts.Bodies

	mem     analysis.Memory
	found   []analysis.Finding // scratch of find
	enabled enabled
	passing passing
}

// enabled is which checks run in a configuration and a selection, by index in checks.All.
type enabled struct {
	config *config.Config
	all    bool
	checks []bool
}

// passing is of which checks a configuration lets pass a finding, by index in checks.All.
type passing struct {
	config *config.Config
	checks []bool
}

// New makes a Checker.
func New() *Checker { return new(Checker) }

// Check returns the findings of a file that neither the configuration nor a comment
// hides, hints included, ordered by position, then by code; of a file of definitions those
// that are errors. It is deterministic.
func (c *Checker) Check(u *compile.Unit) []analysis.Finding {
	found, _ := c.CheckIn(u, nil, nil)
	return found
}

// CheckIn returns what Check does, and makes c.CheckIn an analysis.CheckFunc: the facts of the
// pass are kept in in, and ready, if not nil, gets the pass before a check runs; its error is
// returned, without findings. If in is nil the pass lasts until c checks something else.
func (c *Checker) CheckIn(u *compile.Unit, in *analysis.Memory, ready func(*analysis.Pass) error) ([]analysis.Finding, error) {
	rules := c.rules()
	comments := suppress.Parse(u.Tree, rules)
	outside := c.outside(rules, comments)
	calls := hosts(rules, comments, u)
	found := collected{last: c.found[:0], room: c.Room}
	if in == nil {
		in = &c.mem
	}
	in.MakeRoom(c.Room)
	in.KeepIn(c.Bodies)
	p := analysis.NewPass(u, calls, in, found.add)
	p.Globals, p.Program = globals.Of(p.Facts, outside), c.program(p.Facts)
	if ready != nil {
		if err := ready(p); err != nil {
			return nil, err
		}
	}
	return c.filter(p, comments, c.find(p, &found, comments)), nil
}

// program returns what the rest of the program says of a file; nil if nobody knows.
func (c *Checker) program(f *facts.Facts) *analysis.Program {
	if c.Say == nil {
		return analysis.NewProgram(f, c.Slice)
	}
	return analysis.ProgramOf(f, c.Say)
}

// Faults returns the findings of Check that are errors, without looking for others.
func (c *Checker) Faults(u *compile.Unit) []analysis.Finding {
	var found collected
	p := analysis.NewTextPass(u, found.add)
	for i, check := range checks.All {
		if check.Severity == analysis.Error && c.has(i, p) {
			p.Run(check)
		}
	}
	all := found.all()
	slices.SortStableFunc(all, byPosition)
	return all
}

// filter returns what is left of all that was found in a file.
func (c *Checker) filter(p *analysis.Pass, comments *suppress.Set, found []analysis.Finding) []analysis.Finding {
	rules, u := c.rules(), p.Unit
	if definitions.IsMeta(u.Tree) {
		c.Suppressed = nil
		return onlyErrors(found)
	}
	if c.runs(p, checks.OfComments(analysis.InvalidComments).Code) {
		found = append(found, comments.Invalid()...)
	}
	slices.SortStableFunc(found, byPosition)
	all := suppress.Checks{Runs: func(code string) bool { return c.runs(p, code) }}
	if c.asksForUseless(p) {
		all.Pedantic = func(sought *suppress.Sought) []analysis.Finding {
			_, found := likeLuacheck(p, p.Globals.Outside, rules, comments, sought)
			return found
		}
	}
	r := suppress.Filter(rules, comments, u, found, all)
	c.Suppressed = r.Suppressed
	r.Kept = c.withoutImposed(rules, r.Kept)
	if len(r.Useless) > 0 {
		r.Kept = append(r.Kept, r.Useless...)
		slices.SortStableFunc(r.Kept, byPosition)
	}
	if !c.All && !rules.Flag(config.Generated).Value && isGenerated(u.Tree) {
		r.Kept = ofGenerated(rules, r.Kept)
	}
	rank(rules, r.Kept)
	return r.Kept
}

// asksForUseless reports whether anybody wants to know which comments hide nothing. That takes the
// findings of all checks.
func (c *Checker) asksForUseless(p *analysis.Pass) bool {
	check := checks.OfComments(analysis.UselessComments)
	return c.runs(p, check.Code) && isWanted(p, check.Code)
}

// isWanted reports whether anybody wants to know what the check with a code finds.
func isWanted(p *analysis.Pass, code string) bool { return p.Wanted == nil || p.Wanted(code) }

// withoutImposed takes imposed findings out of found, but for those that are wanted. One
// whose code the configuration asks for is a finding as any other.
func (c *Checker) withoutImposed(rules *config.Config, found []analysis.Finding) []analysis.Finding {
	for i := range found {
		f := &found[i]
		f.Imposed = f.Imposed && !rules.AsksFor(f.Code)
	}
	return slices.DeleteFunc(found, func(f analysis.Finding) bool {
		return f.Imposed && !c.Imposed && !c.All
	})
}

// rank gives findings the severity that the configuration wants for their code. What Lua
// refuses stays an error.
func rank(rules *config.Config, found []analysis.Finding) {
	for i := range found {
		f := &found[i]
		if level, ok := rules.Level(f.Code); ok && f.Severity != analysis.Error {
			if s, ok := level.Value.Severity(); ok {
				f.Severity = s
			}
		}
	}
}

// rules returns what holds for the next file.
func (c *Checker) rules() *config.Config {
	if c.Config == nil {
		return byDefault
	}
	return c.Config
}

// byDefault is the configuration where nobody has said anything.
var byDefault = config.Default()

// find runs the checks, but those of comments, and returns what they report to found: only those
// that are wanted, unless it matters what comments hide, and, if no comment counts, that may report
// what the configuration lets pass.
func (c *Checker) find(p *analysis.Pass, found *collected, comments *suppress.Set) []analysis.Finding {
	run := make([]*analysis.Check, 0, len(checks.All))
	asksForAll := comments != nil && c.asksForUseless(p)
	for i, check := range checks.All {
		if c.has(i, p) && check.Comments == analysis.NoComments && (comments != nil || c.mayPass(i)) && (asksForAll || isWanted(p, check.Code)) {
			run = append(run, check)
		}
	}
	p.Run(run...)
	all := found.all()
	c.found = found.first()
	clear(c.found)
	c.Omitted = p.Omissions()
	c.Names = nil
	if c.AsksForGlobals() {
		names := p.Globals.Names()
		c.Names = &names
	}
	if !c.rules().Flag(config.NoDebugAccess).Value {
		if intruder := debugFunction(p.Unit.Tree); intruder < len(intruders) {
			lower(p, all, intruder)
		}
	}
	return all
}

// runs reports whether the check with a code runs in a pass.
func (c *Checker) runs(p *analysis.Pass, code string) bool {
	i := slices.IndexFunc(checks.All, func(check *analysis.Check) bool { return check.Code == code })
	return i >= 0 && c.has(i, p)
}

// AsksForGlobals reports whether a check is on for which it matters what other files do with
// globals.
func (c *Checker) AsksForGlobals() bool {
	return c.isAnyEnabled(func(check *analysis.Check) bool { return check.Elsewhere != analysis.NothingElsewhere })
}

// AsksForProgram reports whether a check is on that runs where it is known what the rest of the program says of the next file.
func (c *Checker) AsksForProgram() bool {
	return c.isAnyEnabled(func(check *analysis.Check) bool { return check.Program })
}

// isAnyEnabled reports whether a check is on of which is says so.
func (c *Checker) isAnyEnabled(is func(*analysis.Check) bool) bool {
	for i, check := range checks.All {
		if is(check) && c.isEnabled(i) {
			return true
		}
	}
	return false
}

// mayPass reports whether a finding of the check with an index in checks.All may pass the
// configuration, which errors always do.
func (c *Checker) mayPass(i int) bool {
	if rules := c.rules(); c.passing.config != rules {
		c.passing = passing{rules, c.passing.checks[:0]}
		for _, check := range checks.All {
			c.passing.checks = append(c.passing.checks, check.Severity == analysis.Error || rules.MayPass(check.Code))
		}
	}
	return c.passing.checks[i]
}

// has reports whether the check with an index in checks.All runs in a pass. One that asks for the rest of the program does not where
// that is not known.
func (c *Checker) has(i int, p *analysis.Pass) bool {
	return (!checks.All[i].Program || p.Program != nil) && c.isEnabled(i)
}

// isEnabled reports whether the check with an index in checks.All is on, by what the configuration says of it, and else by All.
func (c *Checker) isEnabled(i int) bool {
	if c.Config == nil {
		return c.All || !checks.All[i].Off
	}
	if c.enabled.checks == nil || c.enabled.config != c.Config || c.enabled.all != c.All {
		c.enabled = enabled{c.Config, c.All, c.enabled.checks[:0]}
		for _, check := range checks.All {
			_, ok := c.Config.Enabled(check.Code, c.All || !check.Off)
			c.enabled.checks = append(c.enabled.checks, ok)
		}
	}
	return c.enabled.checks[i]
}

func byPosition(a, b analysis.Finding) int {
	return cmp.Or(
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Span.End, b.Span.End),
		cmp.Compare(a.Code, b.Code),
	)
}

var idle = sync.Pool{New: func() any { return New() }}

// Check returns what Checker.Check does with the checks that are on by default and imposed
// findings, for those who check a file now and then. It is safe for concurrent use, on one unit
// too.
func Check(u *compile.Unit) []analysis.Finding {
	found, _ := WithOmissions(nil, nil, nil)(u)
	return found
}

// CheckIn returns what Checker.CheckIn does with the checks that are on by default and imposed
// findings. It is safe for concurrent use, with a Memory for each call.
func CheckIn(u *compile.Unit, in *analysis.Memory, ready func(*analysis.Pass) error) ([]analysis.Finding, error) {
	return With(nil, nil, nil, nil, nil)(u, in, ready)
}

// With returns CheckIn for a configuration, with what other files do with globals; elsewhere is
// nil if that is not known, defined if definition files say nothing, and say, which is Checker.Say, if nobody has linked the program. The
// facts of functions are kept in bodies, if that is not nil.
func With(rules *config.Config, elsewhere *globals.Names, defined *definitions.Table, say func(*summary.Summary) *modules.Slice, bodies *facts.Bodies) analysis.CheckFunc {
	return func(u *compile.Unit, in *analysis.Memory, ready func(*analysis.Pass) error) (found []analysis.Finding, err error) {
		if in == nil && ready != nil {
			in = new(analysis.Memory) // which lasts longer than that of a Checker which others use next
		}
		borrow(rules, elsewhere, defined, say, bodies, func(c *Checker) {
			found, err = c.CheckIn(u, in, ready)
		})
		return found, err
	}
}

// FaultsWith returns Checker.Faults for a configuration. What it returns is safe for concurrent use.
func FaultsWith(rules *config.Config) func(*compile.Unit) []analysis.Finding {
	return func(u *compile.Unit) (found []analysis.Finding) {
		borrow(rules, nil, nil, nil, nil, func(c *Checker) { found = c.Faults(u) })
		return found
	}
}

// WithOmissions returns Check for a configuration, with elsewhere and bodies as With takes them.
// What it returns gives the findings, and what was not looked at as well.
func WithOmissions(rules *config.Config, elsewhere *globals.Names, bodies *facts.Bodies) func(u *compile.Unit) ([]analysis.Finding, []analysis.Omission) {
	return func(u *compile.Unit) (found []analysis.Finding, omitted []analysis.Omission) {
		borrow(rules, elsewhere, nil, nil, bodies, func(c *Checker) { found, omitted = c.Check(u), c.Omitted })
		return found, omitted
	}
}

// borrow calls use with a Checker that nobody else uses meanwhile.
func borrow(rules *config.Config, elsewhere *globals.Names, defined *definitions.Table, say func(*summary.Summary) *modules.Slice, bodies *facts.Bodies, use func(*Checker)) {
	c := idle.Get().(*Checker)
	c.Config, c.Elsewhere, c.Definitions, c.Say, c.Imposed, c.Bodies = rules, elsewhere, defined, say, true, bodies
	use(c)
	c.Bodies = nil // which is much
	idle.Put(c)    // not after a panic, which leaves its memory half used
}
