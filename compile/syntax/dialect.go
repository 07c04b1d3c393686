package syntax

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// This file defines the dialects of Lua, and which syntax belongs to which: by the
// manuals of 5.1 to 5.5, LuaJIT's list of extensions (ext_*.html, and lj_parse.c where
// that is silent), and what the interpreters do.

// Dialect is a set of dialects of Lua.
type Dialect uint8

// The dialects. LuaJIT is that of 2.1 without its 5.2 compatibility.
const (
	Lua51 Dialect = 1 << iota
	LuaJIT
	Lua52
	Lua53
	Lua54
	Lua55

	Any = Lua51 | LuaJIT | Lua52 | Lua53 | Lua54 | Lua55

	// WithIntegers have a subtype of integers; in the others every number is a float.
	WithIntegers = Lua53 | Lua54 | Lua55
	// WithEnv have _ENV; in the others that is a name like any other.
	WithEnv = Any &^ (Lua51 | LuaJIT)

	numDialects = 6
)

// dialectNames are by the number of the bit.
var dialectNames = [numDialects]string{"5.1", "luajit", "5.2", "5.3", "5.4", "5.5"}

// ParseDialect is the dialect with a name: 5.1, luajit, 5.2, 5.3, 5.4 or 5.5.
func ParseDialect(name string) (Dialect, bool) {
	for i, n := range dialectNames {
		if strings.EqualFold(n, name) {
			return 1 << i, true
		}
	}
	return 0, false
}

// DialectNames is the names of all dialects.
func DialectNames() []string { return slices.Clone(dialectNames[:]) }

// String is the names of the dialects of a set, with "+" between them.
func (d Dialect) String() string { return strings.Join(d.names(dialectNames[:]), "+") }

// names is those of the set out of a list by the number of the bit.
func (d Dialect) names(list []string) (names []string) {
	for i, n := range list {
		if d&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return names
}

// title is the set as a message writes it: "Lua 5.1, LuaJIT or Lua 5.2".
func (d Dialect) title() string {
	names := d.names([]string{"Lua 5.1", "LuaJIT", "Lua 5.2", "Lua 5.3", "Lua 5.4", "Lua 5.5"})
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " or " + names[n]
	}
	return strings.Join(names, "")
}

// oldest is the first dialect of a set, in the order of the numbers; LuaJIT only if it
// is alone.
func (d Dialect) oldest() Dialect {
	if d != LuaJIT {
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
	Extensions Extension
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

// ParseExtension is the extension that luacheck or LuaLS calls by a name.
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
	gotoName       = feature{"goto as a name is", Lua51 | LuaJIT}
	emptyStatement = feature{"an empty statement is", Any &^ (Lua51 | LuaJIT)}
	breakInside    = feature{"break in front of other statements is", Any &^ (Lua51 | LuaJIT)}
	splitCall      = feature{"a call whose arguments begin a line is", Any &^ (Lua51 | LuaJIT)}
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

// decision is the feature that ruled dialects out last, and where it stands.
type decision struct {
	feature
	line int
}

// foreignText says that a feature is none of the dialects that a file is checked as:
// the one wording of that.
func foreignText(f feature, checked Dialect, last decision) string {
	text := fmt.Sprintf("%s %s syntax; this file is checked as %s", f.what, f.dialects.oldest().title(), checked.title())
	if last.line > 0 {
		what := strings.TrimSuffix(strings.TrimSuffix(last.what, " is"), " are")
		text += fmt.Sprintf(", because of %s in line %d", what, last.line)
	}
	return text
}
