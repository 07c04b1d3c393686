package fix

import (
	"errors"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/fix/proof"
	"luaflow/compile"
	"luaflow/compile/source"
)

// This file defines how many fixes are verified one by one at the price of a few.
// Fixes that have nothing to do with each other are applied together, and the
// verifier looks at the result once. What it checks of each name, statement and
// function depends on one fix only:
//
// Those that move something are verified alone. Of the others
//
//   - no two change the same statement, unless both change names alone, so that the
//     operations of each statement are as they would be without the other fixes;
//   - none deletes a name of a variable that another one takes away, renames or stores
//     less to, nor a name that another one introduces: such a name would have to be
//     checked without the others. Names that assignments store to are no such names, nor
//     does it matter who else reads a variable if nobody reads the value that goes.
//   - they declare no more variables than Lua allows (limit.go).
//
// The code is compared as a whole. Fixes only delete, so that what has an effect and is
// there after all of them is there after each. A value might be gone after one and made up
// for by another: `x = 1 x = 2 x = 1` is the same as `x = 1`, without `x = 2` alone, but not
// without the last store alone. So a fix that takes away a value which the program before
// needs, as the proof sees it, is verified alone again, unless it changes names or comments
// only. So is one if it matters that the proof looked into functions which others change:
// without those it must believe that they are needed, with all that they read and store. Of
// lossy fixes what any of them gives up may need a value, or a function.
//
// If the combination is not good it is taken apart: the verifier says of each function where
// it would differ, so that those which are the culprits in many functions are found at once.

// Each returns the fixes of some findings of the unit, by their index: those that
// For gives for each. What it compiles is bounded; left is the number of findings for
// which that was not enough to look at everything that could be done.
func (x *Fixer) Each(u *compile.Unit, findings []analysis.Finding) (fixes [][]analysis.Fix, left int) {
	if !isFixable(u) {
		fixes = make([][]analysis.Fix, len(findings))
		for i := range findings {
			fixes[i] = respell(u, &findings[i])
		}
		return fixes, 0
	}
	was := x.original(u)
	choices := make([][]plan.Choice, len(findings))
	for i := range findings {
		choices[i] = plansFor(was, &findings[i])
	}
	e, left := x.examine(was, choices, findings)
	fixes = make([][]analysis.Fix, len(choices))
	for i := range choices {
		fixes[i] = e.fixes(i)
	}
	return fixes, left
}

// Outcome is what was found out about the fixes of a finding.
type Outcome struct {
	Fixes []analysis.Fix // the preferred one first
	// Refused is the fixes that Propose returns and that do not stand, each with the reason.
	Refused []Refusal
	// IsPartial: others were not tried, as the work is bounded.
	IsPartial bool
}

// Refusal is a fix that cannot be verified.
type Refusal struct {
	Title string // as Propose returns it
	Why   string // for people: lower case, without a full stop
}

// For returns the fixes of one finding of the unit. A file that Lua rejects has none but those of how tokens are spelled.
func (x *Fixer) For(u *compile.Unit, f analysis.Finding) Outcome {
	if !isFixable(u) {
		return Outcome{Fixes: respell(u, &f)}
	}
	was := x.original(u)
	choices := plansFor(was, &f)
	e, left := x.examine(was, [][]plan.Choice{choices}, []analysis.Finding{f})
	return Outcome{e.fixes(0), e.refusals(0), left > 0}
}

// NotTried tells people that what For returned is partial.
const NotTried = "not all fixes of a finding were tried: the file is large, and each is verified by compiling it"

// candidate is the plan of a choice whose turn it is.
type candidate struct {
	finding, choice, plan int
}

// job is the candidates with the same edits: those of several findings in a statement.
type job struct {
	*plan.Plan
	candidates []candidate
	// believed: it is to be believed that the functions which it changes are needed.
	believed bool
	// rechecked: together with others it left no finding that speaks against it.
	rechecked bool
}

// examination is the state of one run of examine.
type examination struct {
	*Fixer
	room     *room
	was      *plan.Original
	choices  [][]plan.Choice
	findings []analysis.Finding // one for each list of choices; none if they mend none
	good     map[candidate]bool
	why      map[candidate]error // of those that were refused
	compiled int                 // bytes of text
	alone    int                 // of these for what could be judged together, see maxAlone
	proposed int                 // of these for plans that are proposals
	left     []candidate         // for which no work was left
	suspicion
}

// examine verifies choices: of each, the first plan that is good becomes a fix. left is the number of findings for
// which there was not enough work.
func (x *Fixer) examine(was *plan.Original, choices [][]plan.Choice, findings []analysis.Finding) (e *examination, left int) {
	e = &examination{
		Fixer: x, room: takeRoom(), was: was, choices: choices, findings: findings,
		good: make(map[candidate]bool), why: make(map[candidate]error),
	}
	e.run(e.candidates(false))
	// What is done by hand is for those about which nothing else can be done.
	e.run(e.candidates(true))
	e.room.leave()
	unseen := make(map[int]bool)
	for _, c := range e.left {
		unseen[c.finding] = true
	}
	return e, len(unseen)
}

// candidates returns the first plans of all choices; of those by hand, if nothing else is good
// that loses nothing.
func (e *examination) candidates(byHand bool) (open []candidate) {
	mended := make([]bool, len(e.choices))
	for c := range e.good {
		mended[c.finding] = mended[c.finding] || !e.planOf(c).Lossy
	}
	for i := range e.choices {
		for k, c := range e.choices[i] {
			if len(c) > 0 && c[0].ByHand == byHand && !(byHand && mended[i]) {
				open = append(open, candidate{i, k, 0})
			}
		}
	}
	return open
}

// run verifies candidates.
func (e *examination) run(open []candidate) {
	for len(open) > 0 {
		if !e.canAfford(e.planOf(open[0])) {
			e.left = append(e.left, open[0])
			open = open[1:]
			continue
		}
		var batch []job
		batch, open = e.batch(open)
		open = append(open, e.verifyAll(batch)...)
	}
}

// canAfford reports whether the text can be compiled once more for plans like p.
func (e *examination) canAfford(p *plan.Plan) bool {
	n := e.was.Unit.File.Len()
	return e.compiled+n <= max(e.maxAsked, e.maxTries*n) && !(e.isProposal(p) && e.proposed+n > maxProposed)
}

// isProposal reports whether a plan is for people to judge, and one of many.
func (e *examination) isProposal(p *plan.Plan) bool {
	return (p.Lossy || p.ByHand) && len(e.choices) > 1
}

func (e *examination) planOf(c candidate) *plan.Plan {
	return &e.choices[c.finding][c.choice][c.plan]
}

// maxProposed bounds how many of these bytes are compiled for plans that lose something or
// are made by hand, where many findings are asked about. People judge those one by one, and
// who asks about one finding gets them whatever the length.
const maxProposed = 800 << 10

// maxAlone bounds how many bytes of text are compiled to verify plans one by one that could be
// judged together, but not as exactly: interprocedural ones that are not lossy, which may be refused alone,
// and those of several functions that are all refused together, which may be good alone.
const maxAlone = 1 << 20

// batch takes candidates that have nothing to do with each other, and returns the
// others. An interprocedural plan is verified alone as long as that is affordable.
func (e *examination) batch(open []candidate) (batch []job, rest []candidate) {
	first := e.planOf(open[0])
	if first.Moves {
		return []job{{Plan: first, candidates: open[:1]}}, open[1:]
	}
	if first.Interprocedural && !first.Lossy && e.alone <= maxAlone {
		e.alone += e.was.Unit.File.Len()
		return []job{{Plan: first, candidates: open[:1]}}, open[1:]
	}
	covered := newCoverage(e.was, plan.SomeNames)
	names, declared := newNaming(e.was), newDeclarations(e.was)
	jobs := make(map[source.Edit]int) // by the first edit
	for _, c := range open {
		p := e.planOf(c)
		k, isKnown := jobs[p.Edits[0]]
		switch {
		case p.Lossy != first.Lossy || p.Moves || p.Interprocedural && !p.Lossy && e.alone <= maxAlone:
			rest = append(rest, c)
		case isKnown && slices.Equal(batch[k].Edits, p.Edits):
			batch[k].candidates = append(batch[k].candidates, c)
		case covered.meetsNone(p) && declared.add(p.Locals, p.Edits[0].Span.Start) && names.add(p):
			covered.add(p)
			jobs[p.Edits[0]] = len(batch)
			batch = append(batch, job{Plan: p, candidates: []candidate{c}})
		default:
			rest = append(rest, c)
		}
	}
	return batch, rest
}

// verifyAll notes which candidates are good, and returns what is to be tried in the
// place of those that are not.
func (e *examination) verifyAll(batch []job) (open []candidate) {
	if !e.canAfford(batch[0].Plan) {
		for _, j := range batch {
			e.left = append(e.left, j.candidates...)
		}
		return nil
	}
	e.compiled += e.was.Unit.File.Len()
	if e.isProposal(batch[0].Plan) {
		e.proposed += e.was.Unit.File.Len()
	}
	var edits []source.Edit
	var mended []analysis.Finding
	for _, j := range batch {
		edits = append(edits, j.Edits...)
		for _, c := range j.candidates {
			if c.finding < len(e.findings) {
				mended = append(mended, e.findings[c.finding])
			}
		}
	}
	slices.SortStableFunc(edits, plan.ByPlace)
	t := &trial{edits: edits, lossy: batch[0].Lossy, mended: mended, needed: e.assumedNeeded(batch), asks: forJudgement}
	if batch[0].rechecked {
		t.asks = forNone
	}
	after, err := e.verify(e.room, e.was, t)
	switch {
	case err == nil:
		return e.note(batch, after)
	case len(batch) > 1:
		return e.verifyParts(batch, err)
	case errors.Is(err, errStill) && len(batch[0].candidates) > 1: // perhaps one of them only
		for _, c := range batch[0].candidates {
			open = append(open, e.verifyAll([]job{{Plan: batch[0].Plan, candidates: []candidate{c}}})...)
		}
		return open
	default:
		return e.next(batch[0], err)
	}
}

// note notes that the candidates of a batch are good, but for those that must be verified
// alone.
func (e *examination) note(batch []job, after *fixedProgram) (open []candidate) {
	var again, unneeded []job
	needs := after.needs
	if needs != nil && batch[0].Lossy && len(batch) > 1 {
		needs = needs.Unwaived()
	}
	for _, j := range e.byFunctions(batch) {
		switch {
		case len(batch) == 1 || needs == nil || keepsCode(e.was, j.Plan):
		case !j.believed && slices.ContainsFunc(j.functions, func(f int) bool { return !after.needs.Function(f) }):
			j.believed, j.rechecked = true, true
			unneeded = append(unneeded, j.job)
			continue
		case e.leansOnOthers(j, needs):
			j.rechecked = true
			again = append(again, j.job)
			continue
		}
		for _, c := range j.candidates {
			e.good[c] = true
		}
	}
	for _, j := range again {
		open = append(open, e.verifyAll([]job{j})...)
	}
	return append(open, e.verifyPart(unneeded)...)
}

// changing is a job with the functions whose code it changes, by their numbers.
type changing struct {
	job
	functions []int
}

// byFunctions returns a batch with those next to each other that change the same functions.
func (e *examination) byFunctions(batch []job) []changing {
	out := make([]changing, len(batch))
	for i, j := range batch {
		out[i].job = j
		for _, x := range j.Edits {
			out[i].functions = append(out[i].functions, int(changedBy(e.was, x).ID))
		}
		slices.Sort(out[i].functions)
		out[i].functions = slices.Compact(out[i].functions)
	}
	slices.SortStableFunc(out, func(a, b changing) int { return slices.Compare(a.functions, b.functions) })
	return out
}

// leansOnOthers reports whether a fix may be good only because of others that were verified
// with it: it takes a value away that is needed, or it matters that the proof looked into more
// than its functions. needs is what the program before needs for what none of them gives up.
func (e *examination) leansOnOthers(j changing, needs *proof.Needs) bool {
	return removesNeeded(e.was, j.Plan, needs) || !needs.Alone(j.functions)
}

// keepsCode reports whether a fix changes only names and comments.
func keepsCode(b *plan.Original, p *plan.Plan) bool {
	deletes := func(e source.Edit) bool { return e.New == "" && b.Unit.Tree.After(e.Span.Start) < e.Span.End }
	return p.Extent == plan.SomeNames && !slices.ContainsFunc(p.Edits, deletes)
}

// assumedNeeded returns the functions of which the verifier is to believe that they are needed, in
// order; nil if it need not believe that of any.
func (e *examination) assumedNeeded(batch []job) []int {
	if len(batch) == 1 || !batch[0].believed {
		return nil
	}
	return e.functions(batch)
}

// functions returns those that fixes change and those around them, in order, once each.
func (e *examination) functions(batch []job) (functions []int) {
	for _, j := range batch {
		for _, x := range j.Edits {
			for f := changedBy(e.was, x); f != nil; f = f.Parent {
				functions = append(functions, int(f.ID))
			}
		}
	}
	slices.Sort(functions)
	return slices.Compact(functions)
}

// verifyParts verifies the parts of a batch that is not good: the candidates that delete
// nothing which has an effect, those that do and put something in its place, or else
// the most suspect one and the others. Those that just delete it are not good.
func (e *examination) verifyParts(batch []job, err error) (open []candidate) {
	var why misfit
	errors.As(err, &why)
	var parts [3][]job // by involvement
	for _, j := range batch {
		b := why.involves(j.Plan)
		parts[b] = append(parts[b], j)
	}
	open = e.refuse(parts[culprit], err)
	if n := max(len(parts[uninvolved]), len(parts[suspect])); n < len(batch) {
		return slices.Concat(open, e.verifyPart(parts[uninvolved]), e.verifyPart(parts[suspect]))
	}
	first, others := split(&e.suspicion, e.was, batch, &why, func(j job) *plan.Plan { return j.Plan })
	if len(others) == 0 {
		return append(open, e.oneByOne(first, err)...)
	}
	open = e.verifyPart(first)
	if len(why.also) == 0 {
		e.learn(len(first) == 1 && !e.good[first[0].candidates[0]])
	}
	return append(open, e.verifyPart(others)...)
}

// oneByOne verifies jobs that are all accused alone, as long as that is affordable, and
// refuses the others, because of err.
func (e *examination) oneByOne(accused []job, err error) (open []candidate) {
	for len(accused) > 0 && e.alone <= maxAlone {
		e.alone += e.was.Unit.File.Len()
		open = append(open, e.verifyAll(accused[:1])...)
		accused = accused[1:]
	}
	return append(open, e.refuse(accused, err)...)
}

// refuse returns the candidates to be tried in the place of jobs that are not good, because of err.
func (e *examination) refuse(jobs []job, err error) (open []candidate) {
	for _, j := range jobs {
		if j.believed { // alone it may be seen that its function is not needed
			open = append(open, e.verifyAll([]job{j})...)
		} else {
			open = append(open, e.next(j, err)...)
		}
	}
	return open
}

func (e *examination) verifyPart(batch []job) []candidate {
	if len(batch) == 0 {
		return nil
	}
	return e.verifyAll(batch)
}

// next returns the candidates to be tried in the place of those that are not good, because of err.
func (e *examination) next(j job, err error) (open []candidate) {
	for _, c := range j.candidates {
		e.why[c] = err
		if c.plan++; c.plan < len(e.choices[c.finding][c.choice]) {
			open = append(open, c)
		}
	}
	return open
}

// fixes returns what is good for one finding. The first that is verified is preferred.
func (e *examination) fixes(finding int) []analysis.Fix {
	var out []analysis.Fix
	preferred := false
	for k, c := range e.choices[finding] {
		for i := range c {
			if !e.good[candidate{finding, k, i}] {
				continue
			}
			f := analysis.Fix{Title: c[i].Title, Edits: c[i].Edits, Level: c[i].Level()}
			f.Preferred = f.Level == analysis.Safe && !c[i].ByHand && !preferred
			preferred = preferred || f.Preferred
			out = append(out, f)
		}
	}
	return out
}

// refusals returns what is proposed for one finding and is not good.
func (e *examination) refusals(finding int) (refused []Refusal) {
	for k, c := range e.choices[finding] {
		isGood := false
		for i := range c {
			isGood = isGood || c[i].Title == c[0].Title && e.good[candidate{finding, k, i}]
		}
		if err := e.why[candidate{finding, k, 0}]; err != nil && !isGood {
			refused = append(refused, Refusal{c[0].Title, err.Error()})
		}
	}
	return refused
}
