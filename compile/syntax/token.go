package syntax

import "unicode/utf8"

// This file defines the kinds of token and the tables that classify bytes, after
// llex.c and lctype.c of the reference: its letters, digits and white space are
// those of ASCII, whatever the locale. They are those of Lua 5.3; grammar.go makes those
// of other languages of them.

// kind is the kind of a token.
type kind uint8

const (
	tEOF kind = iota
	tName
	tString
	tNumber
	tOther // a byte that begins no token of the language

	// The reserved words, in the order of their syms.
	tAnd
	tBreak
	tDo
	tElse
	tElseif
	tEnd
	tFalse
	tFor
	tFunction
	tGoto
	tIf
	tIn
	tLocal
	tNil
	tNot
	tOr
	tRepeat
	tReturn
	tThen
	tTrue
	tUntil
	tWhile

	tPlus
	tMinus
	tStar
	tSlash
	tDoubleSlash
	tPercent
	tCaret
	tHash
	tAmpersand
	tTilde
	tPipe
	tShiftLeft
	tShiftRight
	tEqual
	tNotEqual
	tLessEqual
	tGreaterEqual
	tLess
	tGreater
	tAssign
	tLeftParen
	tRightParen
	tLeftBrace
	tRightBrace
	tLeftBracket
	tRightBracket
	tDoubleColon
	tSemicolon
	tColon
	tComma
	tDot
	tConcat
	tDots

	// The signs that LuaJIT has since July 2026 and some hosts have.
	tArrow
	tQuestion
	tQuestionDot
	tQuestionPair
	tShiftArith
	tBang
	tBangEqual
	tAmpersandPair
	tPipePair

	numKinds

	// The statements of words that are names elsewhere. No token has these kinds.
	tGlobal
	tContinue
	tConst
)

// firstSign is the first of the signs that Lua does not have: what is less is a token of 5.3.
const firstSign = tArrow

// The reserved words are interned in every tree right after the syms that have
// names, so that one look-up tells a name from a reserved word.
const (
	firstWord  = firstFreeSym
	afterWords = firstWord + Sym(tWhile-tAnd) + 1
	symGoto    = firstWord + Sym(tGoto-tAnd)
)

// After them come the words that some language reserves in some places.
const (
	symGlobal = afterWords + iota
	symContinue
	symConst
	SymArg // "arg"
)

// kindText is how a message writes each kind; empty for those whose text varies.
var kindText = [numKinds]string{
	tEOF: "<eof>", tName: "<name>",
	tAnd: "and", tBreak: "break", tDo: "do", tElse: "else", tElseif: "elseif",
	tEnd: "end", tFalse: "false", tFor: "for", tFunction: "function", tGoto: "goto",
	tIf: "if", tIn: "in", tLocal: "local", tNil: "nil", tNot: "not", tOr: "or",
	tRepeat: "repeat", tReturn: "return", tThen: "then", tTrue: "true",
	tUntil: "until", tWhile: "while",
	tPlus: "+", tMinus: "-", tStar: "*", tSlash: "/", tDoubleSlash: "//",
	tPercent: "%", tCaret: "^", tHash: "#", tAmpersand: "&", tTilde: "~", tPipe: "|",
	tShiftLeft: "<<", tShiftRight: ">>", tEqual: "==", tNotEqual: "~=",
	tLessEqual: "<=", tGreaterEqual: ">=", tLess: "<", tGreater: ">", tAssign: "=",
	tLeftParen: "(", tRightParen: ")", tLeftBrace: "{", tRightBrace: "}",
	tLeftBracket: "[", tRightBracket: "]", tDoubleColon: "::", tSemicolon: ";",
	tColon: ":", tComma: ",", tDot: ".", tConcat: "..", tDots: "...",
	tArrow: "->", tQuestion: "?", tQuestionDot: "?.", tQuestionPair: "??", tShiftArith: "~>>",
	tBang: "!", tBangEqual: "!=", tAmpersandPair: "&&", tPipePair: "||",
}

// quoted returns the kind as a message about what was expected writes it.
func (k kind) quoted() string {
	if k == tEOF || k == tName {
		return kindText[k]
	}
	return "'" + kindText[k] + "'"
}

// byteClass says what the scanner does with a byte that begins a token.
type byteClass uint8

const (
	classOther byteClass = iota
	classSpace
	classLetter
	classDigit
	classQuote
	classSingle   // a token of one byte, whatever follows
	classHigh     // from 0x80 on, where that may begin a name
	classExtended // may begin a token that Lua does not have
	classMinus
	classLeftBracket
	classEqual
	classLess
	classGreater
	classSlash
	classTilde
	classColon
	classDot
)

// Properties of a byte inside a token, as bits of byteTraits.
const (
	traitName    = 1 << iota // continues a name
	traitDigit               // decimal
	traitHex                 // hexadecimal
	traitString              // stops the fast loop over a short string
	traitNumeral             // after digits: the numeral may go on
)

var (
	byteClasses [256]byteClass
	byteTraits  [256]uint8
	singleKinds [256]kind
)

// IsNameByte reports whether a byte may stand in a name or a reserved word, if not as its first byte: a letter, a digit, an
// underscore or, as in LuaJIT, one of what is not ASCII.
func IsNameByte(c byte) bool { return byteTraits[c]&traitName != 0 || c >= utf8.RuneSelf }

func init() {
	for c := range 256 {
		lower := byte(c) | 0x20
		isDigit := '0' <= c && c <= '9'
		isLetter := 'a' <= lower && lower <= 'z' && c < 0x80 || c == '_'
		switch {
		case isDigit:
			byteClasses[c] = classDigit
			byteTraits[c] |= traitDigit | traitHex | traitName | traitNumeral
		case isLetter:
			byteClasses[c] = classLetter
			byteTraits[c] |= traitName
			if 'a' <= lower && lower <= 'f' && c != '_' {
				byteTraits[c] |= traitHex | traitNumeral
			}
		}
	}
	for _, c := range " \t\n\v\f\r" {
		byteClasses[c] = classSpace
	}
	for _, c := range ".xX" {
		byteTraits[c] |= traitNumeral
	}
	for _, c := range "\"'\\\n\r" {
		byteTraits[c] |= traitString
	}
	for k := tPlus; k < firstSign; k++ {
		if s := kindText[k]; len(s) == 1 {
			byteClasses[s[0]] = classSingle
			singleKinds[s[0]] = k
		}
	}
	for c, class := range map[byte]byteClass{
		'"': classQuote, '\'': classQuote, '-': classMinus, '[': classLeftBracket,
		'=': classEqual, '<': classLess, '>': classGreater, '/': classSlash,
		'~': classTilde, ':': classColon, '.': classDot,
	} {
		byteClasses[c] = class
	}
}

// isSpace, isDigit and isHex report what the reference's lisspace, lisdigit and lisxdigit do.
func isSpace(c byte) bool { return byteClasses[c] == classSpace }
func isDigit(c byte) bool { return byteTraits[c]&traitDigit != 0 }
func isHex(c byte) bool   { return byteTraits[c]&traitHex != 0 }

// isPrint reports whether c is a character of ASCII that can be printed: the reference's
// lisprint.
func isPrint(c byte) bool { return ' ' <= c && c <= '~' }

// hexValue returns the value of a hexadecimal digit.
func hexValue(c byte) uint64 {
	if c <= '9' {
		return uint64(c - '0')
	}
	return uint64(c|0x20-'a') + 10
}
