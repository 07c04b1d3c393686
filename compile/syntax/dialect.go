package syntax

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"luaflow/compile/source"
)

// This file defines the dialects of Lua, and which syntax belongs to which: by the
// manuals of 5.1 to 5.5, LuaJIT's list of extensions (ext_*.html, and lj_parse.c where
// that is silent), and what the interpreters do.

// Dialect is a set of dialects of Lua.
type Dialect uint16

// The dialects. LuaJIT51 is LuaJIT as it is built by default, LuaJIT52 with its 5.2
// compatibility (LUAJIT_ENABLE_LUA52COMPAT), as OpenResty builds it: LuaJIT 2.1 since July
// 2026, when it got syntax of 3.0. OldLuaJIT51 and OldLuaJIT52 are the same builds before.
// LuaJIT is what has a name: which of them runs a program is not known. What is accepted as
// that is what the newest accepts, which accepts all that the older ones do.
const (
	Lua51 Dialect = 1 << iota
	LuaJIT51
	LuaJIT52
	Lua52
	Lua53
	Lua54
	Lua55
	OldLuaJIT51
	OldLuaJIT52

	NewLuaJIT    = LuaJIT51 | LuaJIT52
	OldLuaJIT    = OldLuaJIT51 | OldLuaJIT52
	LuaJIT       = NewLuaJIT | OldLuaJIT
	LuaJITPlain  = LuaJIT51 | OldLuaJIT51
	LuaJITCompat = LuaJIT52 | OldLuaJIT52

	Any = Lua51 | LuaJIT | Lua52 | Lua53 | Lua54 | Lua55

	// WithIntegers have a subtype of integers; in the others every number is a float.
	WithIntegers = Lua53 | Lua54 | Lua55
	// WithEnv have _ENV; in the others that is a name like any other.
	WithEnv = Any &^ (Lua51 | LuaJIT)
	// With52 have what 5.2 has allowed and LuaJIT takes over only as LuaJITCompat.
	With52 = Any &^ (Lua51 | LuaJITPlain)
)

// named is the dialects by their names, in their order.
var named = []struct {
	name, title string
	dialects    Dialect
}{
	{"5.1", "Lua 5.1", Lua51}, {"luajit", "LuaJIT", LuaJIT}, {"5.2", "Lua 5.2", Lua52},
	{"5.3", "Lua 5.3", Lua53}, {"5.4", "Lua 5.4", Lua54}, {"5.5", "Lua 5.5", Lua55},
	{"luajit-2.1.0-beta3", "LuaJIT before July 2026", OldLuaJIT},
}

// ParseDialect returns the dialect with a name: 5.1, luajit, 5.2, 5.3, 5.4 or 5.5, or luajit- and a version of
// LuaJIT. LuaJIT without a version is the newest one.
func ParseDialect(name string) (Dialect, bool) {
	if version, ok := strings.CutPrefix(strings.ToLower(name), "luajit-"); ok {
		return versionOfJIT(version)
	}
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

// firstOfNew is the first version of LuaJIT 2.1 with syntax of 3.0: its number is a time in seconds since 1970, and this
// one the beginning of July 2026.
const firstOfNew = 1782864000

// versionOfJIT returns the dialect of a version of LuaJIT, as its releases are named: 2.0.5, 2.1.0-beta3,
// 2.1.1753364724, 2.1.ROLLING, 2.1.
func versionOfJIT(version string) (Dialect, bool) {
	major, rest, _ := strings.Cut(version, ".")
	minor, release, released := strings.Cut(rest, ".")
	series, err := strconv.Atoi(major + minor)
	switch {
	case err != nil || major == "" || minor == "" || series < 20:
		return 0, false
	case series > 21, series == 21 && (!released || release == "rolling"):
		return LuaJIT, true
	case series == 21 && !strings.HasPrefix(release, "0-"):
		n, err := strconv.Atoi(release)
		if err != nil {
			return 0, false
		}
		if n >= firstOfNew {
			return LuaJIT, true
		}
	}
	return OldLuaJIT, true
}

// has reports whether what goes by one of the names is in a set: the older versions of LuaJIT have a name of their
// own only without the newer ones.
func (d Dialect) has(named Dialect) bool {
	if named == OldLuaJIT && d&NewLuaJIT != 0 {
		return false
	}
	if named == LuaJIT {
		named = NewLuaJIT
	}
	return d&named != 0
}

// String returns the names of the dialects of a set, with "+" between them.
func (d Dialect) String() string {
	var names []string
	for _, n := range named {
		if d.has(n.dialects) {
			names = append(names, n.name)
		}
	}
	return strings.Join(names, "+")
}

// title returns the set as a message writes it: "Lua 5.1, LuaJIT or Lua 5.2".
func (d Dialect) title() string {
	var names []string
	for _, n := range named {
		if !d.has(n.dialects) {
			continue
		}
		title := n.title
		if n.dialects == LuaJIT && d&OldLuaJIT == 0 {
			title += " since July 2026"
		}
		if n.dialects&LuaJIT != 0 && d&LuaJIT&^LuaJITCompat == 0 {
			title += " with 5.2 compatibility"
		}
		names = append(names, title)
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
	return 1 << bits.TrailingZeros16(uint16(d))
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
	modern   bool   // of LuaJIT, only that since July 2026 has it: see parser.remaining
	lua      string // of a modern one: what Lua has instead, for a message
	spelling string // of a modern one that is a token: how Lua spells it; else empty
}

// The features that the parser meets.
var (
	gotoStatement  = feature{what: "goto is", dialects: Any &^ Lua51}
	labels         = feature{what: "labels are", dialects: Any &^ Lua51}
	gotoName       = feature{what: "goto as a name is", dialects: Any &^ With52}
	emptyStatement = feature{what: "an empty statement is", dialects: With52}
	breakInside    = feature{what: "break in front of other statements is", dialects: With52}
	splitCall      = feature{what: "a call whose arguments begin a line is", dialects: With52}
	nestedBrackets = feature{what: "[[ inside [[ ]] is", dialects: Any &^ Lua51}
	byteOrderMark  = feature{what: "a byte order mark is", dialects: Any &^ Lua51}
	integerDivide  = feature{what: "integer division is", dialects: WithIntegers}
	bitOperators   = feature{what: "bit operators are", dialects: WithIntegers | NewLuaJIT, modern: true}
	attributes     = feature{what: "attributes are", dialects: Lua54 | Lua55}
	attributeFirst = feature{what: "an attribute in front of the names is", dialects: Lua55}
	globals        = feature{what: "global declarations are", dialects: Lua55}
	namedVararg    = feature{what: "a named vararg is", dialects: Lua55}
	highNames      = feature{what: "a name beyond ASCII is", dialects: LuaJIT}
	hexEscapes     = feature{what: `\x in a string is`, dialects: Any &^ Lua51}
	zapEscapes     = feature{what: `\z in a string is`, dialects: Any &^ Lua51}
	unknownEscapes = feature{what: "an unknown escape in a string is", dialects: Lua51}

	bangNot            = spelled("!", "not")
	bangEqual          = spelled("!=", "~=")
	ampersandPair      = spelled("&&", "and")
	pipePair           = spelled("||", "or")
	arithmeticShift    = modern("`~>>`", "Lua writes a function for that")
	coalescing         = modern("`a ?? b`", "Lua writes `if a == nil then … end`")
	conditionals       = modern("`a ? b : c`", "Lua writes `if a then … else … end`")
	safeNavigation     = modern("`a?.b`", "Lua writes `if a ~= nil then … end`")
	shortFunctions     = modern("`x -> e`", "Lua writes `function(x) return e end`")
	compoundAssignment = modern("`a += b`", "Lua writes `a = a + b`")
	continueStatement  = modern("`continue`", "Lua writes `goto` and a label")
	constants          = modern("`const x`", "Lua writes `local x`")
)

// modern returns a feature that LuaJIT alone has, since July 2026.
func modern(what, lua string) feature { return feature{what, NewLuaJIT, true, lua, ""} }

// spelled returns a token that LuaJIT alone has, since July 2026, for one that Lua has.
func spelled(token, lua string) feature {
	f := modern("`"+token+"`", "Lua writes `"+lua+"`")
	f.spelling = lua
	return f
}

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
	if f.lua != "" {
		return fmt.Sprintf("%s has %s; %s", NewLuaJIT.title(), f.what, f.lua)
	}
	text := fmt.Sprintf("%s %s syntax; this file is checked as %s", f.what, f.dialects.oldest().title(), checked.title())
	if last.line > 0 {
		what := strings.TrimSuffix(strings.TrimSuffix(last.what, " is"), " are")
		text += fmt.Sprintf(", because of %s in line %d", what, last.line)
	}
	return text
}
