// Package syntax holds the tokens, the scanner and the parser of Lua, and the tree they
// make: of Lua 5.3, whose grammar and messages come first below, of the other dialects,
// and of extensions.
//
// The parser always returns a whole tree. A statement or expression that it cannot
// understand becomes a node of its own, follow sets say where to go on, and the
// first error is the one that Lua 5.3 itself would report, in its words and with
// its line number.
//
// The tree keeps no commas, keywords or brackets: Tree.After finds the token
// after a node when somebody needs it. That keeps a node small, and most readers
// never ask.
//
// # Grammar
//
// In the notation of the Go specification: | separates alternatives, [] is an
// option, {} any number of times. Each rule names the node that it makes.
//
//	Chunk      = Block <eof> .                                      Function
//	Block      = { Statement } [ "return" [ Exprs ] [ ";" ] ] .     Block, Return
//	Statement  = ";"                                                Empty
//	           | "::" name "::"                                     Label
//	           | "goto" name                                        Goto
//	           | "break"                                            Break
//	           | "do" Block "end"                                   Do
//	           | "while" Expr "do" Block "end"                      While
//	           | "repeat" Block "until" Expr                        Repeat
//	           | "if" Expr "then" Block
//	             { "elseif" Expr "then" Block }
//	             [ "else" Block ] "end"                             If
//	           | "for" name "=" Expr "," Expr [ "," Expr ]
//	             "do" Block "end"                                   NumericFor
//	           | "for" Names "in" Exprs "do" Block "end"            GenericFor
//	           | "function" name { "." name } [ ":" name ] Body     FunctionStat
//	           | "local" "function" name Body                       LocalFunction
//	           | "local" Names [ "=" Exprs ]                        Local
//	           | Variable { "," Variable } "=" Exprs                Assign
//	           | Call .                                             CallStat
//	Body       = "(" [ Names [ "," "..." ] | "..." ] ")" Block "end" .
//	Names      = name { "," name } .
//	Exprs      = Expr { "," Expr } .
//	Expr       = Operand | prefix Expr | Expr infix Expr .          Unary, Binary
//	Operand    = "nil" | "false" | "true"                           Literal
//	           | numeral | string | "..."                           Number, String, Vararg
//	           | Table | "function" Body | Primary .                Function
//	Primary    = name | "(" Expr ")" | Variable | Call .            Name, Paren
//	Variable   = name                                               Name
//	           | Primary "." name                                   Field
//	           | Primary "[" Expr "]" .                             Index
//	Call       = Primary Args                                       Call
//	           | Primary ":" name Args .                            MethodCall
//	Args       = "(" [ Exprs ] ")" | string | Table .
//	Table      = "{" [ Item { ( "," | ";" ) Item } [ "," | ";" ] ] "}" .
//	Item       = "[" Expr "]" "=" Expr | name "=" Expr | Expr .
//
// A "(" always continues the expression in front of it, on whatever line that is.
// Infix operators, from those that bind loosest; ".." and "^" associate to the
// right, and the prefix operators not # - ~ bind tighter than all but "^":
//
//	or
//	and
//	<  >  <=  >=  ~=  ==
//	|
//	~
//	&
//	<<  >>
//	..
//	+  -
//	*  /  //  %
//	^
//
// # Dialects
//
// A Language says which dialects a text may be written in. One is read as its
// interpreter reads it: the same texts are refused, and the first error names the same
// line. Of several, what one of them accepts is accepted; the first syntax that only
// some have rules the others out (uses.go), and Tree.Dialects are those that are left.
// Where a word may be a name or not, it is a name wherever that parses.
//
//	Statement  = "local" [ Attrib ] Declared [ "=" Exprs ]          Local; 5.4, Attrib in front: 5.5
//	           | "global" [ Attrib ] ( Declared [ "=" Exprs ] | "*" )   Global; 5.5
//	           | "global" "function" name Body                      FunctionStat; 5.5
//	           | Variable operator "=" Expr                         Compound; an extension
//	           | "continue" .                                       Continue; an extension
//	Declared   = name [ Attrib ] { "," name [ Attrib ] } .          5.4
//	Attrib     = "<" name ">" .
//	Body       = "(" [ Names "," ] "..." [ name ] ")" Block "end" . 5.5
//
// What else differs:
//
//   - 5.1 has no `goto` and no labels; there and in LuaJITPlain `goto` is a name as well, in
//     LuaJITPlain unless a name follows at the start of a statement. `global` is a name
//     unless a name, "function", "*" or "<" follows at the start of a statement.
//   - 5.1 and LuaJITPlain have no empty statements, want `break` to be the last statement of
//     its block, and refuse a call whose "(" begins a line.
//   - 5.1 refuses [[ inside [[ ]], and a byte order mark; an unknown escape is its
//     letter, \x, \z and \u too. 5.2 has no \u. LuaJIT refuses surrogates, and 5.4
//     takes values up to 2^31.
//   - 5.1, LuaJIT and 5.2 have no integers: every numeral is a float. They have no
//     integer division and no bit operators. Where numerals end, and which letters may
//     stand in one, see numeralForms. LuaJIT's 64-bit integers and imaginary numbers
//     are no numbers of Lua (Number.IsBoxed).
//   - Names of LuaJIT may have bytes from 0x80 on.
//
// # LuaJIT since July 2026
//
// LuaJIT 2.1 takes syntax of 3.0. There is no manual of it: this is what its parser does (lj_lex.c and lj_parse.c).
//
//	Statement  = "const" Names [ "=" Exprs ]                        Local, with the attribute Const
//	           | "const" "function" name Body                       LocalFunction, likewise
//	           | "continue"                                         Continue
//	           | Variable operator "=" Expr .                       Compound
//	Expr       = Operation [ "?" Expr ":" Expr ] .                  Conditional
//	Operand    = name "->" Short | "|" [ Params ] "|" "->" Short
//	           | "||" "->" Short .                                  Function
//	Short      = Expr | "do" Block "end" .
//	Primary    = Primary "?." name | Primary "?." "[" Expr "]" .    Guard in a Field, Index
//	Call       = Primary "?." Args | Primary "?." ":" name Args     Guard in a Call, MethodCall
//	           | Primary ":" name "?." Args .                       MethodCall
//
// An Operation is what Expr is elsewhere. Its operators are those of 5.3 but `//`, and
//
//	||  ??      as or: a ?? b || c is (a ?? b) || c
//	&&          as and
//	!=          as ~=
//	~>>         as >>
//	!           as not
//
// What the rules leave out:
//
//   - The words `const` and `continue` are names elsewhere: `const` begins a declaration if a name or "function" follows,
//     `continue` is a statement if the block ends after it, so that no semicolon may follow.
//   - A Conditional takes all operators before its "?". Between "?" and ":" no colon calls a method, but in brackets: not
//     in the part after the ":" of another one. `a ? b ? c : d : e` looks for the arguments of d:e.
//   - No statement begins with a short function. The expression of one reaches as far as an expression can, and is a tail
//     call if it is a call, so that all its values are returned.
//   - "?." leaves its chain where its operand is nil (see Guard); in a target, or in a call that is a statement, it leaves
//     the statement. A target with "?." is the only one of its assignment.
//   - The operators of compound assignments are + - * / % & | ~ << >> ~>> and `..`, with "=" right after them; `~=` is
//     that of exclusive or. For "=" there may be "==".
//   - A variable of `const` may not be assigned to, nor may anything be declared that has its name while it can be seen.
//     `continue` in the body of a `repeat` may not come before a variable of the body that the condition can see,
//     whether it looks at it or not.
//   - Underscores in numerals mean nothing, wherever they stand after the first character.
//
// None of this, nor a bit operator, makes a text one of LuaJIT: see parser.speaksLuaJIT for what does.
package syntax
