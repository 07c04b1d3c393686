package witness

import (
	"fmt"
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/place"
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Why the value of a store is live or dead.

// stores explains a store to a variable of the function around it.
func (e *explainer) stores(s *srcmap.StoreRec) {
	switch {
	case s.Kind == srcmap.LoopInit && !e.executable(e.Binding.Func, int(s.PCs.End)):
		e.add(OfStore, e.Info.Span, fmt.Sprintf("the loop never gives %s a value", place.Quote(e.Info.Name)), nil)
	case e.Info.Dead && e.Binding.Reads == 0:
		steps := e.otherStores(s)
		if len(steps) == 0 && s.Kind == srcmap.Assign {
			steps = e.endingSteps(s)
		}
		e.add(OfStore, e.Info.Span, e.Info.Why, steps)
	case e.Info.Dead:
		e.dead(s, e.Info.Why)
	case !e.Binding.Exposed && !e.isRead(s):
		f := e.At(e.Binding.Func)
		fate := f.FateOf(s)
		e.dead(s, fate.Describe(e.Text))
	case e.unobserved(s), e.needless(s):
	default:
		e.live(s)
	}
}

// unobserved explains a store whose value only closures could read, if none does, and reports
// whether it has.
func (e *explainer) unobserved(s *srcmap.StoreRec) bool {
	f := e.At(e.Binding.Func)
	why := ""
	if e.constants != nil && e.Binding.Writes > 0 && !e.Binding.Exposed {
		why = f.WhyUnobserved(s)
	}
	if why == "" {
		return false
	}
	var steps []Step
	for _, p := range e.InnerReads() {
		steps = append(steps, Step{p.Span, "read here"})
	}
	e.add(OfStore, e.Info.Span, fmt.Sprintf("the value assigned to %s is never read: %s", place.Quote(e.Info.Name), why), steps)
	return true
}

// otherStores returns what else stores to the variable.
func (e *explainer) otherStores(s *srcmap.StoreRec) []Step {
	var steps []Step
	e.Text.EachStore(func(_ syntax.FuncID, o *srcmap.StoreRec) {
		if o.Binding == s.Binding && o.Name != s.Name && o.Name != syntax.NoName {
			steps = append(steps, Step{e.Text.NameSpan(o.Name), "assigned here, and not read either"})
		}
	})
	return steps
}

// isRead reports whether something reads the value of a store, not only past a call that
// never returns. A store that needed no instruction hands on what was there.
func (e *explainer) isRead(s *srcmap.StoreRec) bool {
	f := e.At(e.Binding.Func)
	return s.Elided || f.IsRead(s)
}

// dead: nothing reads the value, for it meets its end first on each path.
func (e *explainer) dead(s *srcmap.StoreRec, why string) {
	title := fmt.Sprintf("the value assigned to %s is never read: %s", place.Quote(e.Info.Name), why)
	e.add(OfStore, e.Info.Span, title, e.endingSteps(s))
}

// endingSteps returns what ends the life of a dead value, and over which branches control comes
// there.
func (e *explainer) endingSteps(s *srcmap.StoreRec) []Step {
	own := e.At(e.Binding.Func)
	fate := own.FateOf(s)
	places := fate.Places(e.Text)
	if e.Info.Dead && !slices.EqualFunc(e.Info.Overwritten, places, func(p place.Place, at source.Span) bool { return p.Span == at }) {
		places = nil // a store that needed no instruction took the place of s
		for _, p := range e.Info.Overwritten {
			places = append(places, p.Span)
		}
		return overwritten(places)
	}
	if fate.InCalls {
		return overwritten(places)
	}
	f := e.Flow()
	var steps []Step
	for _, end := range e.follow(f, int(s.PCs.End), int(s.Reg), endsIn(&fate)) {
		if end.kind == isOver && !fate.Ends {
			continue // past a read
		}
		step := e.endStep(s, &end)
		step.Text += ifSo(e.choices(f, e.outside(&end)))
		if !slices.ContainsFunc(steps, func(o Step) bool { return o.Span == step.Span }) {
			steps = append(steps, step)
		}
	}
	return steps
}

// overwritten returns a step for each of some stores.
func overwritten(places []source.Span) (steps []Step) {
	for _, at := range places {
		steps = append(steps, Step{at, "overwritten here"})
	}
	return steps
}

// endsIn returns what follow asks to find the ends that a value has.
func endsIn(of *waste.Fate) func(pc int) (endKind, bool) {
	return func(pc int) (endKind, bool) {
		switch of.EndingAt(pc) {
		case waste.Overwritten:
			return isOverwritten, true
		case waste.Stopped:
			return isStuck, true
		}
		return 0, false
	}
}

// outside returns the edges that lead to the end of a value, but those inside the statement
// that overwrites it.
func (e *explainer) outside(end *ending) []cfg.Branch {
	by := e.StoreGiving(end.pc)
	if end.kind != isOverwritten || by == nil {
		return end.needed
	}
	return slices.DeleteFunc(end.needed, func(edge cfg.Branch) bool {
		last := int32(e.Flow().Graph.Last(edge.Block))
		return by.PCs.Start <= last && last < by.PCs.End
	})
}

// endStep returns what ends the life of the value of a store.
func (e *explainer) endStep(s *srcmap.StoreRec, end *ending) Step {
	if end.kind == isStuck {
		return e.stop(e.Binding.Func, end.pc, maxDepth)[0]
	}
	if end.kind == isOverwritten {
		switch by := e.StoreGiving(end.pc); {
		case by == s:
			return Step{e.Info.Span, "overwritten in the next iteration"}
		case by != nil && by.Name != syntax.NoName:
			return Step{e.Text.NameSpan(by.Name), "overwritten here"}
		}
	}
	if o := &e.Unit.Funcs[e.Binding.Func].Map.Origins; end.kind == isOver && end.pc < o.Len() && o.At(end.pc).Role() != srcmap.ImplicitReturn {
		at := o.At(end.pc).Span()
		if _, leaves := e.statWith(at).(*syntax.Return); leaves && e.Binding.Scope.Covers(at) {
			return Step{e.firstLine(at), "the function returns here"}
		}
	}
	return e.scopeEnd()
}

func (e *explainer) scopeEnd() Step {
	at := e.Binding.Scope.End
	return Step{source.Span{Start: at, End: at}, fmt.Sprintf("the scope of %s ends here", place.Quote(e.Info.Name))}
}

// live: some path leads to a read of the value.
func (e *explainer) live(s *srcmap.StoreRec) {
	f, end := e.Flow(), int(s.PCs.End)
	title := fmt.Sprintf("the value assigned to %s is read", place.Quote(e.Info.Name))
	if path := e.pathToRead(f, end, int(s.Reg)); path != nil {
		if steps := e.readSteps(f, path); len(steps) > 0 {
			title = fmt.Sprintf("%s at line %d", title, e.Text.Line(steps[len(steps)-1].Span.Start))
			e.add(OfStore, e.Info.Span, title, steps)
			return
		}
	}
	if e.Binding.Attrib == syntax.Close {
		title = fmt.Sprintf("the value assigned to %s is closed where its scope ends", place.Quote(e.Info.Name))
		e.add(OfStore, e.Info.Span, title, []Step{e.scopeEnd()})
		return
	}
	why := f.Why(int(s.PCs.Start), end, int(s.Reg))
	if !why.Live || len(why.Path) == 0 {
		if e.Binding.Exposed {
			title = fmt.Sprintf("text with a syntax error may read %s", place.Quote(e.Info.Name))
		}
		e.store(title)
		return
	}
	e.add(OfStore, e.Info.Span, fmt.Sprintf("the value assigned to %s may be read by a function that captures it", place.Quote(e.Info.Name)),
		e.observedSteps(f, &why))
}

// pathToRead returns a shortest path to an instruction that reads the value by its name and is
// live itself, or else to any that reads it so; nil if there is none.
func (e *explainer) pathToRead(f *flow.Func, pc, reg int) *ending {
	marking := e.Facts.Marking(value.None)
	origins := &e.Unit.Funcs[e.Binding.Func].Map.Origins
	find := func(counts func(int) bool) *ending {
		endings := e.follow(f, pc, reg, func(pc int) (endKind, bool) {
			return isRead, effect.Uses(f.Proto, pc).Has(reg) && origins.At(pc).Role() != srcmap.Lowered && counts(pc)
		})
		if k := slices.IndexFunc(endings, func(end ending) bool { return end.kind == isRead }); k >= 0 {
			return &endings[k]
		}
		return nil
	}
	if marking != nil {
		if path := find(func(pc int) bool { return marking.Live(f, pc) }); path != nil {
			return path
		}
	}
	return find(func(int) bool { return true })
}

// readSteps returns a path to a read, step by step.
func (e *explainer) readSteps(f *flow.Func, path *ending) []Step {
	steps := e.choices(f, path.edges)
	if n := len(steps); n > maxPath {
		between := Step{source.NoSpan, fmt.Sprintf("%d more branches", n-maxPath)}
		steps = slices.Concat(steps[:maxPath/2], []Step{between}, steps[n-maxPath/2:])
	}
	if reads := e.ReadsAt([]int{path.pc}); len(reads) > 0 {
		return append(steps, Step{reads[0].Span, "read here"})
	}
	at := e.Unit.Funcs[e.Binding.Func].Map.Origins.At(path.pc)
	if at.Role() == srcmap.ImplicitReturn {
		return nil
	}
	return append(steps, Step{e.firstLine(at.Span()), "read here"})
}

// maxPath is how many branches of a path are told.
const maxPath = 12

// observedSteps returns a path to a point at which a function that captured the variable may
// run, and what reads it there.
func (e *explainer) observedSteps(f *flow.Func, why *flow.Evidence) []Step {
	fn := e.Unit.Funcs[e.Binding.Func]
	made, read := e.readingClosure(why.Closures)
	var steps []Step
	if made >= 0 {
		at := e.head(syntax.FuncID(e.Flow().Child(effect.Closure(e.Flow().Proto.Code[made])).Number))
		steps = append(steps, Step{at, fmt.Sprintf("a function that captures %s is created here", place.Quote(e.Info.Name))})
	}
	last := why.Path[len(why.Path)-1]
	if o := fn.Map.Origins.At(last); o.Role() == srcmap.ImplicitReturn || o.Role() == srcmap.Close {
		at := e.Binding.Scope.End
		steps = append(steps, Step{source.Span{Start: at, End: at}, "the scope ends here, and the function may be called later"})
	} else if e.executable(e.Binding.Func, last) && (last != why.Path[0] || !o.Span().Covers(e.Info.Span)) {
		steps = append(steps, Step{e.firstLine(o.Span()), "other code may run here, and call it"})
	}
	if read.Valid() {
		steps = append(steps, Step{read, "read here"})
	}
	return steps
}

// readingClosure returns the first of some CLOSUREs of a function that reads the variable,
// or that holds one, and where that is; -1 if there is none.
func (e *explainer) readingClosure(closures []int) (pc int, read source.Span) {
	reads := e.InnerReads()
	for _, pc := range closures {
		child := e.Flow().Child(effect.Closure(e.Flow().Proto.Code[pc]))
		at := e.Unit.Tree.Funcs[child.Number].Span()
		for _, p := range reads {
			if at.Covers(p.Span) {
				return pc, p.Span
			}
		}
	}
	return -1, source.NoSpan
}
