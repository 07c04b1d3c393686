package syntax

import (
	"sort"

	"luaflow/compile/source"
)

// Sym is an interned string of a Tree: a name or the value of a string literal.
// Two occurrences of the same bytes have the same Sym. Tree.Str gives the bytes.
// Numbers are dense from 0, so a side table is a slice.
type Sym uint32

// The syms that every tree has, whatever its text.
const (
	SymEmpty Sym = iota // ""
	SymEnv              // "_ENV"
	SymSelf             // "self"
	firstFreeSym
)

// NameID numbers the occurrences of variable names in a Tree densely, in source
// order: the index of resolve's and srcmap's side tables.
type NameID uint32

// NoName stands for "no occurrence".
const NoName = ^NameID(0)

// StatID numbers the statements of a Tree densely, in the order of their first
// token: a statement has a smaller number than those inside it.
type StatID uint32

// NoStat stands for "no statement".
const NoStat = ^StatID(0)

// FuncID numbers the functions of a Tree densely, in the order of their first
// token; 0 is the main chunk. So a function has a smaller number than those
// inside it.
type FuncID uint32

// A Node is a piece of the tree. Its span goes from the first byte of its first
// token to after the last byte of its last token. Nodes never change once the
// parser has returned.
type Node interface {
	// Span returns where the node stands in the file.
	Span() source.Span
}

// Expr is one of *Literal, *Number, *String, *Vararg, *Function, *Name, *Field,
// *Index, *Call, *MethodCall, *Table, *Unary, *Binary, *Paren, *BadExpr; of LuaJIT
// *Conditional, *Guard.
type Expr interface {
	Node
	expr()
}

// Stat is one of *Local, *LocalFunction, *Assign, CallStat, *FunctionStat, *Do,
// *While, *Repeat, *If, *NumericFor, *GenericFor, *Return, *Break, *Goto, *Label,
// *Empty, *BadStat; of later dialects and extensions *Global, *Compound, *Continue.
type Stat interface {
	Node
	// ID returns the number of the statement, its index in Tree.Stats.
	ID() StatID
	setID(StatID)
}

// Tree is the result of parsing one file. It is always complete: what could not
// be understood stands in it as *BadStat and *BadExpr.
type Tree struct {
	File     *source.File // the text that positions count in
	Main     *Function    // the chunk; its Body spans the file from File.Body on
	Funcs    []*Function  // by FuncID
	Stats    []Stat       // by StatID
	Names    Names        // by NameID
	Comments []Comment    // in source order
	Nots     []source.Pos // where the operators `not` stand, ascending
	Chains   []source.Pos // where the operators `and` and `or` stand, ascending
	// Dialects are those of the Language that the text was parsed as which accept all
	// of its syntax; where none does, those that were left when that showed.
	Dialects Dialect
	Attribs  []Attrib // by the name that each belongs to
	Errors   []*Error // in order of detection: the first is what Lua says
	g        *grammar // of Dialects
	lang     Language
	// HasGuards: some `?.` was met, if only in an earlier version of the text.
	HasGuards bool
	// forLuaJIT: speaksLuaJIT has found so, if it was asked.
	asked, forLuaJIT bool
	syms             []string
	sound            source.Pos
	unsound          source.Pos // after the first byte of the last token at which something was wrong; 0 if nothing was
	plain            *Tree      // see Plain; nil if it is the tree itself
}

// Sound returns where the tree may begin to differ from what Lua would read: the first
// byte of the token at which the first error was found, or of an earlier one at
// which the parser guessed that a block ends; the end of the text if there is no
// error. What another phase finds wrong after it may be due to that.
func (t *Tree) Sound() source.Pos { return t.sound }

// Plain returns the tree as Lua reads the text. It is t, unless the blocks of the text
// do not match and t is what its indentation makes of it.
func (t *Tree) Plain() *Tree {
	if t.plain != nil {
		return t.plain
	}
	return t
}

// Str returns the text of a sym.
func (t *Tree) Str(s Sym) string { return t.syms[s] }

// NumSyms returns one more than the greatest Sym of the tree.
func (t *Tree) NumSyms() int { return len(t.syms) }

// Language returns what the text was parsed as.
func (t *Tree) Language() Language { return t.lang }

// AttribKind says which attribute a variable has.
type AttribKind uint8

// The attributes.
const (
	NoAttrib AttribKind = iota
	Const
	Close
)

// Attrib is `<const>` or `<close>` of a declared variable. One that stands in front of
// several names belongs to each of them that has none of its own; so does the word `const` of LuaJIT.
type Attrib struct {
	Name NameID      // the occurrence that declares the variable
	Kind AttribKind  // which of the two
	Span source.Span // with its brackets
}

// Attrib returns the attribute of the variable that a name declares.
func (t *Tree) Attrib(n NameID) AttribKind {
	if len(t.Attribs) == 0 {
		return NoAttrib
	}
	i := sort.Search(len(t.Attribs), func(i int) bool { return t.Attribs[i].Name >= n })
	if i < len(t.Attribs) && t.Attribs[i].Name == n {
		return t.Attribs[i].Kind
	}
	return NoAttrib
}

// Comment is one comment: its dashes and brackets are part of it, the line break
// that ends a short one is not.
type Comment struct {
	Span source.Span // from the first dash on
	Long bool        // --[[ … ]], at any level
}

// Error is something that Lua rejects.
type Error struct {
	Span source.Span // what an editor underlines: a token, or the end of the text
	// Detect is the first byte of the token that Lua's one-token lookahead holds
	// when it finds the error. Errors of all phases are ordered by it: the first
	// one is the one that Lua reports.
	Detect source.Pos
	Line   int // the line that Lua names: that of the end of the lookahead token; 0 if it names none
	// Lexical: the token is malformed, which Lua finds before it looks at what the
	// tokens in front of it mean.
	Lexical bool
	Msg     string // in Lua's words, "near …" included, without file and line
	// Respelling is what makes of the token what Lua writes for it, if it is a token that LuaJIT alone has and only its
	// spelling is wrong; else nil.
	Respelling *source.Edit
	// Unclosed is the block whose end is missing, if that is what is wrong; else nil.
	Unclosed *Unclosed
}

// Error returns Msg.
func (e *Error) Error() string { return e.Msg }

// exprList is a list of expressions as a node holds it. Most have one, which then
// needs no memory elsewhere.
type exprList struct{ only [1]Expr }

// several is what stands in an exprList for more than one expression.
type several struct {
	base
	list []Expr
}

func (*several) expr() {}

func (l *exprList) all() []Expr {
	switch x := l.only[0].(type) {
	case nil:
		return nil
	case *several:
		return x.list
	}
	return l.only[:]
}

// base is the span of a node.
type base struct{ Start, End source.Pos }

// Span implements Node.
func (b *base) Span() source.Span { return source.Span{Start: b.Start, End: b.End} }

// statID is the number of a statement.
type statID struct{ id StatID }

// ID implements Stat.
func (s *statID) ID() StatID      { return s.id }
func (s *statID) setID(id StatID) { s.id = id }

// statBase is the span and number of a statement.
type statBase struct {
	base
	statID
}

// Block is a sequence of statements and a scope. Its span is what lies between
// the tokens that enclose it: from after `do`, `then`, `)`, … to the first byte
// of `end`, `else`, `until`, … or the end of the file.
type Block struct {
	base
	Stats []Stat // a *Return can only be the last
}

// Function is the chunk, or what stands between `function` and `end`: both
// included, and the name between them where a statement gives one.
type Function struct {
	base
	ID     FuncID    // in the order of the starts; the chunk is 0
	Parent *Function // nil for the chunk
	// LinePos lies on the line that Lua calls the function's `linedefined`: the
	// token `function` of a FunctionStat, the `(` of the others.
	LinePos source.Pos
	HasSelf bool       // `function a:b()`: an unwritten first parameter
	Arrow   source.Pos // of `->`, if it is a short function: `x -> e`, `|x, y| -> do … end`; else NoPos
	level   uint8      // how deep its body nests, as parser.level has it, 255 at most
	Params  []*Name    // the written ones
	Vararg  source.Pos // of `...` in the parameter list; NoPos if there is none; the chunk has one at File.Body
	// VarargName is the name of the table that holds the extra arguments, of `...name`;
	// nil if there is none.
	VarargName *Name
	Body       *Block // never nil, if only an empty block
	// FirstStat and EndStat are the first statement in this function and the first one after it:
	// those of the functions inside it are between them.
	FirstStat, EndStat StatID
	// Tainted: a statement that stands in this function, not in one inside it,
	// could not be understood, or a token that closes one of its blocks is missing.
	Tainted bool
}

func (*Function) expr() {}

// IsShort reports whether the function is written with an arrow.
func (f *Function) IsShort() bool { return f.Arrow.Valid() }

// Returned returns the expression that the body of a short function consists of, which stands in
// it as the value of a *Return that is not written; nil if the body is written as a block.
func (f *Function) Returned() Expr {
	if !f.IsShort() || f.Body.End != f.End || len(f.Body.Stats) == 0 {
		return nil
	}
	if r, ok := f.Body.Stats[0].(*Return); ok && len(r.Exprs()) > 0 && r.Start == r.Exprs()[0].Span().Start {
		return r.Exprs()[0]
	}
	return nil
}

// IsVararg reports whether the function takes extra arguments.
func (f *Function) IsVararg() bool { return f.Vararg.Valid() }

// Name is an occurrence of a variable's name: a declaration, a read or a write.
// Field names are *String.
type Name struct {
	base
	Sym Sym    // the name, by Tree.Str
	ID  NameID // in the order of the text
}

func (*Name) expr() {}

// LiteralKind says which word a Literal is.
type LiteralKind uint8

// The kinds of Literal.
const (
	Nil LiteralKind = iota
	False
	True
)

// Literal is `nil`, `false` or `true`.
type Literal struct {
	base
	Kind LiteralKind // which of the three
}

func (*Literal) expr() {}

// Number is a numeral. What number it denotes is read from the text when somebody
// asks, by Tree.Int or Tree.Float: a table of data is mostly numerals.
type Number struct {
	Start source.Pos // of its first byte
	shape uint32     // its length in bytes, above numberFloat and numberBoxed
}

const (
	numberFloat = 1 << iota
	numberBoxed
	numberShift = iota
)

func (*Number) expr() {}

// Span implements Node.
func (n *Number) Span() source.Span {
	return source.Span{Start: n.Start, End: n.Start + source.Pos(n.shape>>numberShift)}
}

// IsFloat reports whether the value is a float, not an integer.
func (n *Number) IsFloat() bool { return n.shape&numberFloat != 0 }

// IsBoxed reports whether the numeral is one of LuaJIT's 64-bit integers or imaginary
// numbers, which are no numbers to Lua: a value that nothing is known of.
func (n *Number) IsBoxed() bool { return n.shape&numberBoxed != 0 }

// String is a string literal; or, Bare, the name of a field or method (`a.name`,
// `{name = 1}`, `a:name()`), which means the same.
type String struct {
	base
	Sym  Sym // its value, escapes replaced, by Tree.Str
	Bare bool
}

func (*String) expr() {}

// Vararg is the expression `...`.
type Vararg struct{ base }

func (*Vararg) expr() {}

// Field is `Obj.Key`.
type Field struct {
	base
	Obj Expr
	Key *String // Bare
}

func (*Field) expr() {}

// Index is `Obj[Key]`.
type Index struct {
	base
	Obj, Key Expr
}

func (*Index) expr() {}

// Call is `Fn(Args)`, `Fn"string"` or `Fn{table}`; the latter two have one
// argument and no parentheses.
type Call struct {
	base
	id   StatID // of the statement that the call is, if it is one
	Fn   Expr
	args exprList
}

func (*Call) expr() {}

// Args returns the arguments.
func (c *Call) Args() []Expr { return c.args.all() }

// MethodCall is `Obj:Name(Args)`, likewise.
type MethodCall struct {
	base
	id      StatID
	Guarded bool // `Obj:Name?.(Args)`: there is no call where the method is nil, as for a Guard
	Obj     Expr
	Name    *String // Bare
	args    exprList
}

func (*MethodCall) expr() {}

// Args returns the arguments, without Obj.
func (c *MethodCall) Args() []Expr { return c.args.all() }

// Table is a constructor.
type Table struct {
	base
	Items []Item // `{a, [b] = c, d = e}`, in the order of the text
}

func (*Table) expr() {}

// Item is one field of a Table: positional if Key is nil; `name = v` if Key is a
// Bare *String; else `[Key] = Value`.
type Item struct {
	field Expr // the Value; or, with a key, a *namedField or *keyedField
}

// Key returns what the field is found by, nil for a positional one.
func (it Item) Key() Expr {
	switch f := it.field.(type) {
	case *namedField:
		return &f.name
	case *keyedField:
		return f.key
	}
	return nil
}

// Value returns what the field holds.
func (it Item) Value() Expr {
	switch f := it.field.(type) {
	case *namedField:
		return f.value
	case *keyedField:
		return f.value
	}
	return it.field
}

// namedField is `name = value`.
type namedField struct {
	name  String
	value Expr
}

// Span implements Node.
func (f *namedField) Span() source.Span { return join(&f.name, f.value) }
func (*namedField) expr()               {}

// keyedField is `[key] = value`.
type keyedField struct{ key, value Expr }

// Span implements Node. The bracket in front is no part of it.
func (f *keyedField) Span() source.Span { return join(f.key, f.value) }
func (*keyedField) expr()               {}

// join returns the span from the start of one expression to the end of another.
func join(first, last Expr) source.Span {
	return source.Span{Start: first.Span().Start, End: last.Span().End}
}

// Unary is `Op X`.
type Unary struct {
	base // begins at the operator
	Op   UnaryOp
	X    Expr
}

func (*Unary) expr() {}

// Binary is `X Op Y`.
type Binary struct {
	base
	Op    BinaryOp
	OpPos source.Pos // of the operator's first byte
	X, Y  Expr
}

func (*Binary) expr() {}

// Paren is `(X)`.
type Paren struct {
	base
	X Expr
}

func (*Paren) expr() {}

// Conditional is `Cond ? Then : Else` (LuaJIT).
type Conditional struct {
	base
	Cond, Then, Else Expr
	Question, Colon  source.Pos // of the two signs
}

func (*Conditional) expr() {}

// Guard is `X?.`, in front of the name, bracket, colon or arguments of a Field, Index, MethodCall or Call of which it
// is the operand (LuaJIT). Where X is nil the rest of the chain of these does not happen, and the chain is nil, up to
// an index that comes last without a Guard of its own: of nil that raises an error.
type Guard struct {
	base // ends after the sign
	X    Expr
}

func (*Guard) expr() {}

// BadExpr stands where an expression should, with what could be understood of
// it. It may be empty.
type BadExpr struct {
	base
	Parts []Expr // the expressions in it, in the order of the text
}

func (*BadExpr) expr() {}

// UnaryOp is a prefix operator.
type UnaryOp uint8

// The prefix operators, in the order of the reference's OPR_*.
const (
	Neg UnaryOp = iota
	BNot
	Not
	Len
)

// BinaryOp is an infix operator.
type BinaryOp uint8

// The infix operators, in the order of the reference's OPR_*.
const (
	Add BinaryOp = iota
	Sub
	Mul
	Mod
	Pow
	Div
	IDiv
	BAnd
	BOr
	BXor
	Shl
	Shr
	Concat
	Eq
	Lt
	Le
	Ne
	Gt
	Ge
	And
	Or
	Sar      // `~>>`, which keeps the sign (LuaJIT)
	Coalesce // `??` (LuaJIT)
)

// Local is `local Names = Exprs`.
type Local struct {
	statBase
	Names []*Name
	exprs exprList
}

// Exprs returns the values, empty without `=`.
func (s *Local) Exprs() []Expr { return s.exprs.all() }

// LocalFunction is `local function Name …`.
type LocalFunction struct {
	statBase
	Name *Name
	Func *Function // from `function` to `end`
}

// Assign is `Targets = Values`. A target is a *Name, *Field or *Index; anything
// else was an error.
type Assign struct {
	statID
	targets, values exprList
}

// Targets returns what is assigned to.
func (s *Assign) Targets() []Expr { return s.targets.all() }

// Values returns what is assigned.
func (s *Assign) Values() []Expr { return s.values.all() }

// Span implements Node.
func (s *Assign) Span() source.Span {
	values := s.Values()
	return join(s.Targets()[0], values[len(values)-1])
}

// CallStat is a *Call or *MethodCall as a statement; in a broken file, Call may give
// any expression.
type CallStat interface {
	Stat
	// Call returns the expression that the statement consists of; it is never nil.
	Call() Expr
}

// CallIn returns the call of a CallStat, nil for another statement. To ask a statement whether it
// is a CallStat takes a search for that interface in the runtime.
func CallIn(s Stat) Expr {
	switch s := s.(type) {
	case *callStat:
		return s.Call()
	case *methodCallStat:
		return s.Call()
	case *badCallStat:
		return s.Call()
	}
	return nil
}

// The implementations of CallStat. A call is most of the statements there are: it and
// the statement that it is are one piece of memory, of two types.
type (
	callStat       Call
	methodCallStat MethodCall
	badCallStat    struct {
		statID
		call Expr
	}
)

func (s *callStat) setID(id StatID)       { s.id = id }
func (s *methodCallStat) setID(id StatID) { s.id = id }

// ID implements Stat.
func (s *callStat) ID() StatID { return s.id }

// ID implements Stat.
func (s *methodCallStat) ID() StatID { return s.id }

// Call implements CallStat.
func (s *callStat) Call() Expr { return (*Call)(s) }

// Call implements CallStat.
func (s *methodCallStat) Call() Expr { return (*MethodCall)(s) }

// Call implements CallStat.
func (s *badCallStat) Call() Expr { return s.call }

// Span implements Node.
func (s *badCallStat) Span() source.Span { return s.call.Span() }

// FunctionStat is `function Target …`: Target is a *Name or a *Field; the last
// field follows a colon if Func.HasSelf.
type FunctionStat struct {
	statBase
	Target Expr
	Func   *Function
	Global bool // `global function Target …`: Target is a *Name, which it declares
}

// Global is `global Names = Exprs` (5.5), or `global *` if it has no names. `global
// function` is a *FunctionStat that begins at `global`.
type Global struct {
	statBase
	Attrib AttribKind // in front of the names, or of all variables
	Names  []*Name
	exprs  exprList
}

// Exprs returns the values, empty without `=`.
func (s *Global) Exprs() []Expr { return s.exprs.all() }

// Compound is `Target Op= Value`.
type Compound struct {
	statID
	Op            BinaryOp
	OpPos         source.Pos // of the operator's first byte
	Target, Value Expr
}

// Span implements Node.
func (s *Compound) Span() source.Span { return join(s.Target, s.Value) }

// Computed returns what the statement stores, as an expression that is not in the tree and spans the statement.
func (s *Compound) Computed() *Binary {
	at := s.Span()
	return &Binary{base: base{at.Start, at.End}, Op: s.Op, OpPos: s.OpPos, X: s.Target, Y: s.Value}
}

// Do is `do Body end`.
type Do struct {
	statBase
	Body *Block
}

// While is `while Cond do Body end`.
type While struct {
	statBase
	Cond Expr
	Body *Block
}

// Repeat is `repeat Body until Cond`; Cond stands in Body's scope.
type Repeat struct {
	statBase
	Body *Block
	Cond Expr
}

// If is an `if` with its clauses: the first is `if`, the others `elseif`.
type If struct {
	statBase
	// Most have one clause and no `else`, which then needs no memory elsewhere.
	only [1]Clause
}

// Clause is `if Cond then Body` or `elseif Cond then Body`.
type Clause struct {
	Cond Expr
	Body Block
}

// branches is what stands in an If, as a condition, for all others.
type branches struct {
	base
	clauses []Clause
	final   *Block
}

func (*branches) expr() {}

// Clauses returns what has a condition.
func (s *If) Clauses() []Clause {
	if b, ok := s.only[0].Cond.(*branches); ok {
		return b.clauses
	}
	return s.only[:]
}

// ClausePos returns where the word `if` or `elseif` of a clause begins.
func (s *If) ClausePos(i int) source.Pos {
	if i == 0 {
		return s.Start
	}
	return s.Clauses()[i-1].Body.End
}

// Else returns the block after `else`, nil if there is none.
func (s *If) Else() *Block {
	if b, ok := s.only[0].Cond.(*branches); ok {
		return b.final
	}
	return nil
}

// NumericFor is `for Var = From, To, Step do Body end`.
type NumericFor struct {
	statBase
	Var      *Name
	From, To Expr
	Step     Expr // nil if not written
	Body     *Block
}

// GenericFor is `for Vars in Exprs do Body end`.
type GenericFor struct {
	statBase
	Vars  []*Name
	exprs exprList
	Body  *Block
}

// Exprs returns what the loop's values come from.
func (s *GenericFor) Exprs() []Expr { return s.exprs.all() }

// Return is `return Exprs`, with its semicolon.
type Return struct {
	statBase
	exprs exprList
}

// Exprs returns the values that are returned.
func (s *Return) Exprs() []Expr { return s.exprs.all() }

// Break is `break`.
type Break struct{ statBase }

// Continue is `continue`.
type Continue struct{ statBase }

// Goto is `goto Label`.
type Goto struct {
	statBase
	Label   Sym
	NamePos source.Pos // of the label's first byte, after `goto`
}

// Label is `::Label::`.
type Label struct {
	statBase
	Label   Sym
	NamePos source.Pos // of the name's first byte, after the colons
}

// Empty is a lone `;`.
type Empty struct{ statBase }

// BadStat is text that is no statement, with the expressions and blocks that
// could be understood, so that the names in them count as used.
type BadStat struct {
	statBase
	Parts []Expr // in the order of the text
}
