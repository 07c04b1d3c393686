// Package syntax holds the tokens, the scanner and the parser of Lua 5.3, and the
// tree they make.
//
// The parser always returns a whole tree. A statement or expression that it cannot
// understand becomes a node of its own, follow sets say where to go on, and the
// first error is the one that Lua 5.3 itself would report, in its words and with
// its line number.
//
// The tree keeps no commas, keywords or brackets: Tree.After finds the token
// behind a node when somebody needs it. That keeps a node small, and most readers
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
package syntax
