package syntax

import (
	"fmt"
	"math/bits"
	"strings"

	"luaflow/compile/source"
)

// This file defines the dialects of Lua, and which syntax belongs to which: by the
// manuals of 5.1 to 5.5, LuaJIT's list of extensions (ext_*.html, and lj_parse.c where
// that is silent), and what the interpreters do.

// Dialect is a set of dialects of Lua.
type Dialect uint8

// The dialects. LuaJIT51 is LuaJIT 2.1 as it is built by default, LuaJIT52 with its 5.2
// compatibility (LUAJIT_ENABLE_LUA52COMPAT), as OpenResty builds it. LuaJIT is what has a
// name: which of the two runs a program is not known.
const (
	Lua51 Dialect = 1 << iota
	LuaJIT51
	LuaJIT52
	Lua52
	Lua53
	Lua54
	Lua55

	LuaJIT = LuaJIT51 | LuaJIT52

	Any = Lua51 | LuaJIT | Lua52 | Lua53 | Lua54 | Lua55

	// WithIntegers have a subtype of integers; in the others every number is a float.
	WithIntegers = Lua53 | Lua54 | Lua55
	// WithEnv have _ENV; in the others that is a name like any other.
	WithEnv = Any &^ (Lua51 | LuaJIT)
	// With52 have what 5.2 has allowed and LuaJIT takes over only as LuaJIT52.
	With52 = Any &^ (Lua51 | LuaJIT51)
)

// named is the dialects by their names, in their order.
var named = []struct {
	name, title string
	dialects    Dialect
}{
	{"5.1", "Lua 5.1", Lua51}, {"luajit", "LuaJIT", LuaJIT}, {"5.2", "Lua 5.2", Lua52},
	{"5.3", "Lua 5.3", Lua53}, {"5.4", "Lua 5.4", Lua54}, {"5.5", "Lua 5.5", Lua55},
}

// ParseDialect returns the dialect with a name: 5.1, luajit, 5.2, 5.3, 5.4 or 5.5.
func ParseDialect(name string) (Dialect, bool) {
	for _, n := range named {
		if strings.EqualFold(n.name, name) {
			return n.dialects, true
		}
	}
	return 0, false
}

// DialectNames returns the names of all dialects.
func DialectNames() (names []string) {
	for _, n := range named {
		names = append(names, n.name)
	}
	return names
}

// String returns the names of the dialects of a set, with "+" between them.
func (d Dialect) String() string {
	var names []string
	for _, n := range named {
		if d&n.dialects != 0 {
			names = append(names, n.name)
		}
	}
	return strings.Join(names, "+")
}

// title returns the set as a message writes it: "Lua 5.1, LuaJIT or Lua 5.2".
func (d Dialect) title() string {
	var names []string
	for _, n := range named {
		switch {
		case n.dialects == LuaJIT && d&LuaJIT == LuaJIT52:
			names = append(names, "LuaJIT with 5.2 compatibility")
		case d&n.dialects != 0:
			names = append(names, n.title)
		}
	}
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " or " + names[n]
	}
	return strings.Join(names, "")
}

// oldest returns the first dialect of a set, in the order of the numbers; LuaJIT only if it
// is alone.
func (d Dialect) oldest() Dialect {
	if d&^LuaJIT != 0 {
		d &^= LuaJIT
	}
	return 1 << bits.TrailingZeros8(uint8(d))
}

// Language is what a text is parsed as. The zero Language is Lua 5.3 as its own compiler
// reads it, down to the words of the first error: syntax of other dialects is nothing to it.
// With Dialects of Lua53 the same texts are accepted, and what another dialect has is
// called by its name.
type Language struct {
	// Dialects are those that the text may be written in. The first syntax in it that
	// only some of them have rules the others out: see Tree.Dialects.
	Dialects   Dialect
	Extensions Extension // what it may have besides: `+=`, `!=`, `continue`
}

// Extension is a set of syntax that no dialect has, but games and consoles do.
type Extension uint32

// The extensions: compound assignment, in the order of the operators, and the other
// symbols.
const (
	AddAssign Extension = 1 << iota
	SubAssign
	MulAssign
	ModAssign
	PowAssign
	DivAssign
	IDivAssign
	BAndAssign
	BOrAssign
	BXorAssign
	ShlAssign
	ShrAssign
	ConcatAssign
	SlashComment  // `// …`
	BlockComment  // `/* … */`
	Backtick      // strings in backticks
	PipePipe      // `||` for `or`
	AmpersandPair // `&&` for `and`
	Bang          // `!` for `not`
	BangEqual     // `!=` for `~=`
	ContinueWord  // `continue`

	compound = ConcatAssign<<1 - 1
)

// extensionNames are by the number of the bit: as luacheck's `operators` and LuaLS's
// `runtime.nonstandardSymbol` write them.
var extensionNames = [...]string{
	"+=", "-=", "*=", "%=", "^=", "/=", "//=", "&=", "|=", "~=", "<<=", ">>=", "..=",
	"//", "/**/", "`", "||", "&&", "!", "!=", "continue",
}

// ParseExtension returns the extension that luacheck or LuaLS calls by a name.
func ParseExtension(name string) (Extension, bool) {
	for i, n := range extensionNames {
		if n == name {
			return 1 << i, true
		}
	}
	return 0, false
}

// feature is syntax that only some dialects have.
type feature struct {
	what     string // with its verb: "attributes are"
	dialects Dialect
}

// The features that the parser meets.
var (
	gotoStatement  = feature{"goto is", Any &^ Lua51}
	labels         = feature{"labels are", Any &^ Lua51}
	gotoName       = feature{"goto as a name is", Any &^ With52}
	emptyStatement = feature{"an empty statement is", With52}
	breakInside    = feature{"break in front of other statements is", With52}
	splitCall      = feature{"a call whose arguments begin a line is", With52}
	nestedBrackets = feature{"[[ inside [[ ]] is", Any &^ Lua51}
	byteOrderMark  = feature{"a byte order mark is", Any &^ Lua51}
	integerDivide  = feature{"integer division is", WithIntegers}
	bitOperators   = feature{"bit operators are", WithIntegers}
	attributes     = feature{"attributes are", Lua54 | Lua55}
	attributeFirst = feature{"an attribute in front of the names is", Lua55}
	globals        = feature{"global declarations are", Lua55}
	namedVararg    = feature{"a named vararg is", Lua55}
	highNames      = feature{"a name beyond ASCII is", LuaJIT}
	hexEscapes     = feature{`\x in a string is`, Any &^ Lua51}
	zapEscapes     = feature{`\z in a string is`, Any &^ Lua51}
	unknownEscapes = feature{"an unknown escape in a string is", Lua51}
)

// decision is a feature that ruled dialects out, and where it stands.
type decision struct {
	feature
	at   source.Pos // the byte whose line Lua would name
	line int        // of it
	g    *grammar   // of those that were left
}

// foreignText returns the message that no dialect that a file is checked as has a feature: the
// one wording of that.
func foreignText(f feature, checked Dialect, last decision) string {
	text := fmt.Sprintf("%s %s syntax; this file is checked as %s", f.what, f.dialects.oldest().title(), checked.title())
	if last.line > 0 {
		what := strings.TrimSuffix(strings.TrimSuffix(last.what, " is"), " are")
		text += fmt.Sprintf(", because of %s in line %d", what, last.line)
	}
	return text
}
