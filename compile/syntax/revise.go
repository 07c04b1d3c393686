package syntax

import (
	"slices"
	"sort"

	"luaflow/compile/source"
)

// This file defines how the tree of a text becomes that of the next version of the text: only the
// body of the innermost function around all that differs is read again. The nodes outside of it
// stay where they are, with other places and numbers.
//
// What stands after a function is read as before if the function ends at the token at which it has
// ended, is read in the state that the parser was in then, and leaves it in the state that it has left
// it in. That state is the nesting, the grammar, which features rule dialects out of, and whether
// something was wrong: one error hides others (see errors.go). So all that was wrong lies in the
// body, before and after, and what is ruled out in it leaves the dialects that were left before.
//
// The body is read before anything outside of it is changed. If it does not end so, all that was made is taken back:
// the next version may be like the one before.

// revising is what a Memory needs to make a tree of the one before.
type revising struct {
	latest    *Tree // the tree that was made last, if all of it is in the Memory and as Lua reads it
	keeps     bool  // what the next tree needs of the scratch is kept
	decisions []decision
	gone      *Block // the body that was read again last, as it was before; nil if none was

	revisions int // so many times the tree was revised
	garbage   int // so much text was read for nodes that are not in the tree any more, in bytes

	// Tables of the tree before.
	spareStats    []Stat
	spareFuncs    []*Function
	spareComments []Comment
	spareNots     []source.Pos
	spareChains   []source.Pos

	spareDecisions []decision // of the tree before
}

// maxRevisions bounds how often a tree is revised: each time leaves a page of names or two.
const maxRevisions = 256

// unknownLevel is a Function's level if it may be larger.
const unknownLevel = 255

// Numbers says how the numbers of one kind have changed: those from From up to Was are gone, those from
// From up to Now are new, and what had a number from Was on has one that differs by Now-Was.
type Numbers struct{ From, Was, Now int }

// By returns how far what comes after has moved.
func (n Numbers) By() int { return n.Now - n.Was }

// Revision says what is new in a tree.
type Revision struct {
	Func   FuncID  // the function whose body was read again
	Body   *Block  // its body before, whose nodes have their old numbers
	Broken bool    // it had text before that could not be understood
	Text   Numbers // the places, in bytes
	Lines  int     // how many lines there are more
	Names  Numbers // of the names in the body, by NameID
	Stats  Numbers // of the statements in it, by StatID
	Funcs  Numbers // those inside of the function
}

// Revisable reports whether the tree that was made in m last can be revised: its blocks match.
func (m *Memory) Revisable() bool { return m.latest != nil }

// Revise makes the tree that Parse does, out of the one that was made in m before, if the two texts
// differ within one function. It returns what is new. Where it returns nil, the text has to be parsed; if kept, the tree
// before is what it was, and another text may be tried.
func (m *Memory) Revise(f *source.File, l Language) (t *Tree, r *Revision, kept bool) {
	was := m.latest
	m.latest, m.keeps = nil, true
	if m.gone != nil {
		forget(m.gone)
	}
	m.gone = nil
	if was == nil || was.lang != l || was.File.Body() != f.Body() || m.revisions == maxRevisions || m.garbage > len(f.Text()) {
		return nil, nil, false
	}
	edit := f.Difference(was.File)
	if edit.Span.Start >= f.Body() {
		f.FollowLines(was.File, edit)
	}
	fn := was.around(edit.Span)
	if fn.Parent == nil || fn.level == unknownLevel || !was.hasParameters(fn) || was.changesJIT(fn, f) {
		return nil, nil, false
	}
	r = was.revision(fn, edit)
	r.Lines = len(f.LuaLines()) - len(was.File.LuaLines())
	m.note()
	p := m.reader(f, l, fn, r)
	p.tree.asked, p.tree.forLuaJIT, p.tree.HasGuards = was.asked, was.forLuaJIT, was.HasGuards
	p.cut(was, r)
	body := p.reread(fn, r)
	if body == nil || len(p.tree.Errors) > 0 && p.mayBeOther(fn, r) {
		fn.Tainted = r.Broken
		p.restore(was)
		m.latest = was
		return nil, nil, true
	}
	m.revisions++
	m.garbage += fn.Body.Span().Len()
	m.move(f, r, shift{edit.Span.End, source.Pos(len(edit.New) - edit.Span.Len())})
	fn.Body = body
	p.put(was, r)
	p.finish()
	m.latest, m.gone = p.tree, r.Body
	return p.tree, r, true
}

// changesJIT reports whether f says otherwise than the text of the tree whether it is for LuaJIT, and that counts. Only
// tokens of fn are others than they were, as Revise holds later, and fn is now as much longer as f is.
func (t *Tree) changesJIT(fn *Function, f *source.File) bool {
	if !t.asked {
		return false
	}
	was := fn.Span()
	now := source.Span{Start: was.Start, End: was.End + source.Pos(f.Len()-t.File.Len())}
	if now.End >= now.Start && !mayTellLuaJIT(t.File.Slice(was)) && !mayTellLuaJIT(f.Slice(now)) {
		return false
	}
	return isForLuaJIT(f, t.lang.Extensions) != t.forLuaJIT
}

// move moves what is after a shift: the nodes of the tree made last but its names, and what ruled dialects out after
// the body, in the text that f has now.
func (m *Memory) move(f *source.File, r *Revision, by shift) {
	m.nodes.move(by)
	for _, d := range m.spareDecisions {
		if int(d.at) >= r.Text.Was {
			d.at = by.of(d.at)
			d.line = f.Line(d.at)
			m.decisions = append(m.decisions, d)
		}
	}
}

// forget takes their statements from the blocks below a node: they share a table that will have others.
func forget(n Node) {
	Children(n, forget)
	if b, ok := n.(*Block); ok {
		b.Stats = nil
	}
}

// around returns the innermost function in whose body a span lies, and all that was wrong with the text.
func (t *Tree) around(at source.Span) *Function {
	if t.unsound > 0 {
		at.Start, at.End = min(at.Start, t.sound), max(at.End, t.unsound-1)
	}
	i := sort.Search(len(t.Funcs), func(i int) bool { return t.Funcs[i].Start > at.Start }) - 1
	fn := t.Funcs[max(i, 0)]
	for fn.Parent != nil && (fn.IsShort() || !fn.Body.Span().Covers(at)) {
		fn = fn.Parent
	}
	return fn
}

// hasParameters reports whether the parameters of a function are complete.
func (t *Tree) hasParameters(fn *Function) bool { return t.File.Text()[fn.Body.Start-1] == ')' }

// revision returns what is known of the change before the body is read. Now is where its text ends, and
// else as before.
func (t *Tree) revision(fn *Function, edit source.Edit) *Revision {
	body := fn.Body.Span()
	end := int(body.End)
	funcs := sort.Search(len(t.Funcs), func(i int) bool { return t.Funcs[i].Start >= body.End })
	names := Numbers{From: int(t.Names.Search(body.Start)), Was: int(t.Names.Search(body.End))}
	return &Revision{
		Func: fn.ID, Body: fn.Body, Broken: fn.Tainted,
		Text:  Numbers{int(body.Start), end, end + len(edit.New) - edit.Span.Len()},
		Names: names,
		Stats: Numbers{From: int(fn.FirstStat), Was: int(fn.EndStat)},
		Funcs: Numbers{From: int(fn.ID) + 1, Was: funcs},
	}
}

// reader returns a parser that is about to read the body of a function that was read before.
func (m *Memory) reader(f *source.File, l Language, fn *Function, r *Revision) *parser {
	p := newParser(f, l, m, onceOver)
	m.spareDecisions, m.decisions = m.decisions, m.spareDecisions[:0]
	for _, d := range m.spareDecisions {
		if int(d.at) < r.Text.From {
			m.decisions = append(m.decisions, d)
			p.decided, p.g = d, d.g
		}
	}
	p.copies = true
	p.level = int(fn.level)
	return p
}

// reread reads the body of a function and returns it; nil if it does not end where it should, or leaves the
// parser in another state than before.
func (p *parser) reread(fn *Function, r *Revision) *Block {
	g := p.g
	for _, d := range p.spareDecisions {
		if int(d.at) < r.Text.Was {
			g = d.g
		}
	}
	fn.Tainted = false
	p.fn = fn
	p.end = r.Text.From
	p.next()
	body, closed := p.block(openBlock{opener: tFunction, pos: int(fn.LinePos), word: int(fn.Start)})
	if !closed || p.unbalanced || p.kind != tEnd || p.start != r.Text.Now || p.g != g {
		return nil
	}
	return body
}

// mayBeOther reports whether a text with an error in a function may be one of the dialects that
// the text has ruled out, as far as the function tells: see reconsider.
func (p *parser) mayBeOther(fn *Function, r *Revision) bool {
	t := p.tree
	left := t.lang.Dialects
	last := p.decided
	if n := len(p.spareDecisions); n > 0 && int(p.spareDecisions[n-1].at) >= r.Text.Was {
		last = p.spareDecisions[n-1]
	}
	if last.g != nil {
		left = last.g.Dialects
		if last.feature == highNames {
			return true
		}
	}
	for rest := t.lang.Dialects &^ left; rest != 0; {
		q := newParser(t.File, Language{rest, t.lang.Extensions}, &Memory{Meter: p.Meter}, toFirstError)
		q.scanner.reset(r.Text.Now - r.Text.From)
		q.level = p.level
		other := *fn
		q.reread(&other, r)
		if len(q.tree.Errors) == 0 {
			return true
		}
		rest &^= q.g.Dialects
	}
	return false
}

// cut takes what is in the body out of the tables of a tree, of which those up to the body
// become the parser's.
func (p *parser) cut(t *Tree, r *Revision) {
	m := p.Memory
	m.spareStats, m.allStats = m.allStats, append(m.spareStats[:0], t.Stats[:r.Stats.From]...)
	m.spareFuncs = append(m.spareFuncs[:0], t.Funcs...)
	m.allFuncs = t.Funcs[:r.Funcs.From]
	body := source.Pos(r.Text.From)
	comments := sort.Search(len(t.Comments), func(i int) bool { return t.Comments[i].Span.Start >= body })
	m.spareComments, m.comments = t.Comments, append(m.spareComments[:0], t.Comments[:comments]...)
	p.scanner.comments = m.comments
	m.spareNots, m.nots = t.Nots, upTo(m.spareNots, t.Nots, body)
	m.spareChains, m.chains = t.Chains, upTo(m.spareChains, t.Chains, body)
	first := sort.Search(len(t.Attribs), func(i int) bool { return int(t.Attribs[i].Name) >= r.Names.From })
	p.tree.Attribs = slices.Clip(t.Attribs[:first])
	p.tree.Names, p.rest = t.Names.cut(NameID(r.Names.From), NameID(r.Names.Was))
}

// restore puts the tables back that cut and what followed have changed, and gives back what was made since.
func (p *parser) restore(t *Tree) {
	m := p.Memory
	m.rewind()
	m.slots, m.spare, m.syms, m.buf = p.scanner.slots, p.scanner.spare, p.scanner.syms, p.scanner.buf
	m.spareStats, m.allStats = m.allStats, m.spareStats
	m.allFuncs = append(t.Funcs[:0], m.spareFuncs...)
	m.spareComments, m.comments = m.comments, m.spareComments
	m.spareNots, m.nots = m.nots, m.spareNots
	m.spareChains, m.chains = m.chains, m.spareChains
	m.spareDecisions, m.decisions = m.decisions, m.spareDecisions
}

// upTo returns the places of a list that are before one, in the array of another list.
func upTo(array, list []source.Pos, end source.Pos) []source.Pos {
	return append(array[:0], list[:search(list, end)]...)
}

// search returns the index of the first place in a list that is not before p.
func search(list []source.Pos, p source.Pos) int {
	return sort.Search(len(list), func(i int) bool { return list[i] >= p })
}

// put adds what comes after the body to the tables, with the numbers and the places that it has now.
func (p *parser) put(t *Tree, r *Revision) {
	m := p.Memory
	by := source.Pos(r.Text.By())
	r.Names.Now, r.Stats.Now, r.Funcs.Now = p.tree.Names.Len(), len(m.allStats), len(m.allFuncs)
	p.tree.Names.join(p.rest, by)
	p.putStats(t, r)
	m.allFuncs = append(m.allFuncs, m.spareFuncs[r.Funcs.Was:]...)
	p.renumberFuncs(t, r)
	end := source.Pos(r.Text.Was)
	rest := t.Comments[sort.Search(len(t.Comments), func(i int) bool { return t.Comments[i].Span.Start >= end }):]
	for _, c := range rest {
		c.Span.Start += by
		c.Span.End += by
		p.scanner.comments = append(p.scanner.comments, c)
	}
	m.nots = appendMoved(m.nots, t.Nots, end, by)
	m.chains = appendMoved(m.chains, t.Chains, end, by)
	for _, a := range t.Attribs {
		if int(a.Name) >= r.Names.Was {
			a.Name += NameID(r.Names.By())
			a.Span.Start += by
			a.Span.End += by
			p.tree.Attribs = append(p.tree.Attribs, a)
		}
	}
	if n := len(p.decisions); n > 0 {
		p.g = p.decisions[n-1].g
	}
	p.tree.Main = t.Main
}

// appendMoved appends the places of a list from end on, moved.
func appendMoved(to, list []source.Pos, end, by source.Pos) []source.Pos {
	for _, p := range list[search(list, end):] {
		to = append(to, p+by)
	}
	return to
}

// renumberFuncs gives the functions after the body their numbers, and those around it and after it theirs of
// statements.
func (p *parser) renumberFuncs(t *Tree, r *Revision) {
	fn := t.Funcs[r.Func]
	fn.EndStat = StatID(r.Stats.Now)
	for f := fn.Parent; f != nil; f = f.Parent {
		f.EndStat += StatID(r.Stats.By())
	}
	for i, f := range p.allFuncs[r.Funcs.Now:] {
		f.ID = FuncID(r.Funcs.Now + i)
		f.FirstStat += StatID(r.Stats.By())
		f.EndStat += StatID(r.Stats.By())
	}
}

// putStats adds the statements after the body to the table of all, with their numbers. If these are what they were, so
// is the table but for the body.
func (p *parser) putStats(t *Tree, r *Revision) {
	m := p.Memory
	if r.Stats.By() == 0 {
		unshare(r.Body)
		copy(t.Stats[r.Stats.From:], m.allStats[r.Stats.From:])
		m.spareStats, m.allStats = m.allStats, t.Stats
		shareIn(t.Funcs[r.Func].Body, m.allStats)
		return
	}
	m.allStats = append(m.allStats, t.Stats[r.Stats.Was:]...)
	p.reshare(r)
	for i := r.Stats.Now; i < len(m.allStats); i++ {
		m.allStats[i].setID(StatID(i))
	}
}

// unshare gives the blocks below a node lists of their own.
func unshare(n Node) {
	if b, ok := n.(*Block); ok {
		b.Stats = slices.Clone(b.Stats)
	}
	Children(n, unshare)
}

// shareIn points the blocks below a node that share the table of all statements to its place.
func shareIn(n Node, table []Stat) {
	if b, ok := n.(*Block); ok {
		b.share(table)
	}
	Children(n, func(n Node) { shareIn(n, table) })
}

// reshare points the blocks outside of the body that share the table of all statements to its
// new place. The statements outside have their old numbers.
func (p *parser) reshare(r *Revision) {
	table := p.allStats
	body := source.Span{Start: source.Pos(r.Text.From), End: source.Pos(r.Text.Now)}
	p.eachBlock(func(b *Block) {
		n := len(b.Stats)
		if n == 0 || body.Touches(b.Start) {
			return
		}
		first := int(b.Stats[0].ID())
		switch {
		case int(b.Stats[n-1].ID()) != first+n-1: // it has its own list
		case first >= r.Stats.Was:
			first += r.Stats.By()
			b.Stats = table[first : first+n : first+n]
		case first+n <= r.Stats.From:
			b.Stats = table[first : first+n : first+n]
		default: // the body was empty, and comes between two of its statements
			b.Stats = slices.Clone(b.Stats)
		}
	})
}
