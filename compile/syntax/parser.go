package syntax

import (
	"slices"

	"luaflow/compile/source"
)

// This file defines the parser's state, and how it reads blocks and functions. It
// is a recursive descent that follows lparser.c of the reference rule by rule, so
// that the token at which it finds an error is the one at which Lua does.

// maxLevels is the reference's LUAI_MAXCCALLS: how deep statements and
// expressions may nest. firstLevel is what luac's own calls take of it.
const (
	maxLevels  = 200
	firstLevel = 1
)

// Parse makes the tree of a file in a language. It never fails: what Lua would reject stands in
// the tree's Errors.
//
// When the blocks of a broken file do not match, the text is parsed a second
// time, with the indentation as a witness of where blocks end (see layout.go),
// and the reading that has less to complain about is kept. The first error is in
// any case that of the first reading, which is Lua's.
func Parse(f *source.File, l Language) *Tree { return new(Memory).Parse(f, l) }

// Parse makes the tree of a file as the function Parse does, with the tree in m.
//
// Where the dialects that the text was narrowed down to refuse it and one of those that it
// ruled out does not, the text is read as that.
func (m *Memory) Parse(f *source.File, l Language) *Tree {
	m.reset()
	m.latest, m.gone, m.revisions, m.garbage = nil, nil, 0, 0
	t, p := parse(f, l, m, onceOver)
	if !p.unbalanced {
		m.latest = t
	}
	if len(t.Errors) > 0 && (l.Dialects&^t.Dialects != 0 || p.isSeparated) {
		t, p, l = p.reconsider(t, l)
		if t != m.latest {
			m.latest = nil
		}
	}
	if !p.unbalanced {
		return t
	}
	u, q := parse(f, l, &Memory{Meter: m.Meter}, byLayout)
	if q.faults > p.faults {
		return t
	}
	u.Errors = mergeErrors(t.Errors[0], u.Errors)
	if p.beginsUnclosed && q.left != nil && q.left.End <= t.Errors[0].Detect {
		t.Errors[0].Unclosed = q.left
	}
	u.sound = min(t.sound, u.sound)
	u.plain = t
	return u
}

// reconsider reads a text again that the dialects left by its syntax refuse, as those that
// it ruled out, up to the first error. If these refuse it as well, it is what it was, but not a text of LuaJIT
// for the sake of a name beyond ASCII in the line of the error: that is no name.
func (p *parser) reconsider(t *Tree, l Language) (*Tree, *parser, Language) {
	rest := l.Dialects &^ t.Dialects
	if p.isSeparated { // `a=1_G.x()`, which others can read
		rest |= l.Dialects &^ LuaJIT
	}
	for rest != 0 {
		u, q := parse(t.File, Language{rest, l.Extensions}, &Memory{Meter: p.Meter}, toFirstError)
		if len(u.Errors) == 0 {
			return u, q, q.tree.lang
		}
		rest &^= u.Dialects
	}
	if p.decided.feature != highNames || t.Errors[0].Line != p.decided.line {
		return t, p, l
	}
	l.Dialects &^= LuaJIT
	u, q := parse(t.File, l, &Memory{Meter: p.Meter}, onceOver)
	return u, q, l
}

// parser is the state of one reading.
type parser struct {
	scanner
	*Memory
	tree  *Tree
	fn    *Function // the one that the token stands in
	level int       // the reference's L->nCcalls
	// brackets counts the open brackets around the token, inside fn, by the kind
	// that closes them.
	brackets [3]int
	decided  decision // by which dialects were ruled out last
	rest     [][]Name // the names after a body that is read again; see revise.go
	peeked   int      // the token that the reference looked at after a name (see item)

	within place // where the expression stands that is read

	recovery
}

// reading is a way to read a text.
type reading uint8

const (
	onceOver     reading = iota
	byLayout             // blocks end where the indentation says; see layout.go
	toFirstError         // what follows a statement with an error is not looked at
)

// parse reads a whole file once.
func parse(f *source.File, l Language, m *Memory, how reading) (*Tree, *parser) {
	text := f.Text()
	p := newParser(f, l, m, how)
	p.tree.Names.pages = m.names
	p.end = int(f.Body())
	p.scanner.reset(len(text))
	room := cap(m.allStats)
	p.chunk()
	m.names = p.tree.Names.pages
	p.finish()
	if cap(m.allStats) != room {
		p.shareStats(p.tree.Stats)
	}
	if !m.keeps {
		m.release()
	}
	return p.tree, p
}

// newParser returns a parser that has read nothing.
func newParser(f *source.File, l Language, m *Memory, how reading) *parser {
	text := f.Text()
	p := &parser{Memory: m, level: firstLevel}
	p.tree = &Tree{File: f, g: grammarOf(l), lang: l, sound: source.Pos(len(text))}
	p.recovery = newRecovery(f, how)
	p.scanner = scanner{
		text: text, g: p.tree.g, hasCR: hasCR(text),
		fail: p.lexError, uses: p.lexicalUses,
		interner: interner{slots: m.slots, spare: m.spare, syms: m.syms}, comments: m.comments, buf: m.buf,
	}
	return p
}

// finish hands the tables to the tree and to the memory.
func (p *parser) finish() {
	m, s := p.Memory, &p.scanner
	m.slots, m.spare, m.syms, m.comments, m.buf = s.slots, s.spare, s.syms, s.comments, s.buf
	p.tree.Comments, p.tree.syms = slices.Clip(m.comments), slices.Clip(m.syms)
	p.tree.Nots, p.tree.Chains = slices.Clip(m.nots), slices.Clip(m.chains)
	p.tree.g, p.tree.Dialects = p.g, p.decideLuaJIT(p.g.Dialects)
	if p.tree.Dialects&WithIntegers == 0 {
		p.withoutIntegers()
	}
	p.tree.Stats, p.tree.Funcs = slices.Clip(m.allStats), slices.Clip(m.allFuncs)
}

func (p *parser) chunk() {
	body, end := p.end, len(p.text)
	f := p.newFunction()
	f.Vararg = source.Pos(body)
	p.fn, p.tree.Main = f, f
	p.begin()
	p.next()
	f.Body, _ = p.block(openBlock{opener: tEOF})
	f.EndStat = StatID(len(p.allStats))
	f.base = base{source.Pos(body), source.Pos(end)}
	f.Body.base = f.base
}

// span returns the base of a node that began at start and whose last token is the one
// before the present one.
func (p *parser) span(start int) base {
	return base{source.Pos(start), source.Pos(p.prevEnd)}
}

// enter counts a level of nesting, and reports whether there may be one more.
// Every enter is followed by leave.
func (p *parser) enter() bool {
	p.Meter.Step()
	p.level++
	return p.level <= maxLevels
}

func (p *parser) leave() { p.level-- }

// accept takes the token if it is a k, and reports whether it was.
func (p *parser) accept(k kind) bool {
	if p.kind != k {
		return false
	}
	p.next()
	return true
}

// expect takes a k, or reports that it is missing.
func (p *parser) expect(k kind) bool {
	if p.accept(k) {
		return true
	}
	p.expected(k)
	return false
}

// openBlock is a block whose end has not been read.
type openBlock struct {
	// opener is the word that begins the block; tEOF for the chunk. A function's
	// is tFunction; tIf stands for `then` too.
	opener kind
	pos    int // on the line that Lua names as that of the opener
	word   int // the word that begins the block, or that of its first part
	indent int // of the block's first line; -1 if not known (see layout.go)
	inner  int // the first token of that line; -1 if not known
	mark   int // how many statements are on the stack below those of the block
	// outside counts the open brackets around a function, as brackets does.
	outside [3]int
	out     *outdent // see unclosed.go
	missed  bool     // that the token which closes it is missing has been reported
}

// closedBy reports whether a k ends the block as it should.
func (b *openBlock) closedBy(k kind) bool {
	switch b.opener {
	case tIf:
		return k == tEnd || k == tElse || k == tElseif
	case tRepeat:
		return k == tUntil
	case tEOF:
		return k == tEOF
	}
	return k == tEnd
}

// endsBlock says which tokens end a block of some kind: block_follow.
var endsBlock = [numKinds]bool{tEOF: true, tElse: true, tElseif: true, tEnd: true, tUntil: true}

// block reads statements up to the token that closes the block, which it leaves.
// closed is false, and the error reported, if that token is missing.
func (p *parser) block(b openBlock) (block *Block, closed bool) {
	block = p.blocks.new(&p.scanner)
	return block, p.blockIn(block, b)
}

// blockIn reads what block does into a block that there is, and reports whether it is closed.
func (p *parser) blockIn(block *Block, b openBlock) (closed bool) {
	b.indent, b.inner = -1, -1
	p.open = append(p.open, b)
	block.Start = source.Pos(p.prevEnd)
	mark := len(p.statStack)
	p.open[len(p.open)-1].mark = mark
	closed = p.statements(len(p.open) - 1)
	block.Stats = p.popStats(mark)
	block.End = source.Pos(p.start)
	if !closed {
		block.End = source.Pos(p.prevEnd)
	}
	p.open = p.open[:len(p.open)-1]
	return closed
}

// statements pushes the statements of the innermost open block, p.open[at], and reports whether what comes
// after them closes it.
func (p *parser) statements(at int) (closed bool) {
	// A label takes the labels and semicolons after it as its own, one level
	// deeper each (skipnoopstat); labels counts them.
	labels := 0
	// The `goto` or `break` that begins a `then` is no level, nor are the
	// semicolons after it (test_then_block).
	free := p.open[at].opener == tIf && (p.kind == tGoto || p.kind == tBreak)
	returned := false
	// stops: a semicolon may follow; broke: the last statement is a `break`.
	stops, broke := false, false
	for {
		if p.g.lonelyStop {
			p.checkStop(stops, broke)
		}
		if endsBlock[p.kind] || returned || p.layout {
			switch p.boundary(at, returned) {
			case closesBlock:
				return true
			case leavesBlock:
				return false
			case strayToken:
				push(&p.statStack, p.strayStat().ID(), &p.scanner)
				continue
			}
		}
		if p.kind != tSemicolon && p.kind != tDoubleColon {
			labels = 0
		}
		p.level += labels
		id := StatID(len(p.allStats))
		s := p.statement(free)
		p.level -= labels
		push(&p.statStack, id, &p.scanner)
		stops = true
		switch s.(type) {
		case *Label:
			labels++
			broke = false
		case *Return:
			returned = true
		case *Empty:
			stops = false
		case *Break:
			broke = true
		default:
			broke = false
		}
		free = free && p.kind == tSemicolon
	}
}

// checkStop notes, in front of each statement, what some dialects refuse there: a semicolon that
// follows no statement (stops is false), and after a `break` (broke) anything but a semicolon.
func (p *parser) checkStop(stops, broke bool) {
	switch {
	case p.kind == tSemicolon && !stops:
		p.usesHere(emptyStatement)
	case p.kind != tSemicolon && broke && !endsBlock[p.kind]:
		p.usesHere(breakInside)
	}
}

// newFunction makes a function inside the present one, with the next number.
func (p *parser) newFunction() *Function {
	f := p.functions.new(&p.scanner)
	f.ID, f.FirstStat = FuncID(len(p.allFuncs)), StatID(len(p.allStats))
	f.Parent = p.fn
	f.Vararg, f.Arrow = source.NoPos, source.NoPos
	push(&p.allFuncs, f, &p.scanner)
	return f
}

// function reads a function from its parameters on; start is its word `function`,
// and linePos as in Function.
func (p *parser) function(start, linePos int, hasSelf bool) *Function {
	if p.kind != tLeftParen {
		linePos = start
	}
	f := p.newFunction()
	f.HasSelf, f.LinePos = hasSelf, source.Pos(linePos)
	p.fn = f
	outside := p.brackets
	p.brackets = [3]int{}
	p.parameters(f)
	p.brackets = outside
	f.level = uint8(min(p.level, unknownLevel))
	p.functionBlock(f, linePos, start)
	f.base = p.span(start)
	return f
}

// functionBlock reads the block that is the body of a function, with its `end`; pos and word as in openBlock.
func (p *parser) functionBlock(f *Function, pos, word int) {
	brackets, within := p.brackets, p.within
	p.brackets, p.within = [3]int{}, anywhere
	body, closed := p.block(openBlock{opener: tFunction, pos: pos, word: word, outside: brackets})
	f.Body, f.EndStat = body, StatID(len(p.allStats))
	p.brackets, p.within = brackets, within
	p.fn = f.Parent // an error in the token after `end` is not f's
	if closed {
		p.next()
	}
}

// parameters reads a parameter list with its parentheses.
func (p *parser) parameters(f *Function) {
	if !p.expect(tLeftParen) {
		if p.skipTo(tLeftParen); !p.accept(tLeftParen) {
			return
		}
	}
	mark := len(p.nameStack)
	if p.kind != tRightParen {
		p.pushParameters(f)
	}
	if !p.expect(tRightParen) {
		p.skipParameters()
	}
	f.Params = pop(p, &p.nameStack, mark, &p.nameLists)
}

func (p *parser) pushParameters(f *Function) {
	for {
		switch p.kind {
		case tName:
			p.nameStack = append(p.nameStack, p.name())
		case tDots:
			f.Vararg = source.Pos(p.start)
			p.next()
			if p.kind == tName && p.g.recognises(&namedVararg) {
				p.usesHere(namedVararg)
				f.VarargName = p.name()
			}
			return
		default:
			p.syntaxError("<name> or '...' expected")
			return
		}
		if !p.accept(tComma) {
			return
		}
	}
}

// name takes the token, a name, as an occurrence of a variable.
func (p *parser) name() *Name {
	n := p.newName(p.start, p.end, p.sym)
	p.next()
	return n
}

// newName makes an occurrence of a variable, with the next number.
func (p *parser) newName(start, end int, sym Sym) *Name {
	n := p.tree.Names.add()
	n.Start, n.End = source.Pos(start), source.Pos(end)
	n.Sym = sym
	if sym == symGoto {
		p.uses(gotoName, end-1)
	}
	return n
}
