package explore

import "luaflow/analysis"

// This file defines what is asked of an Explorer and what it answers, as they stand in JSON. Places in the text are
// offsets in UTF-16 code units, as browsers count them, and instructions are numbered by pc from 0, so that an
// instruction is a function's path and a pc. A list is never null.

// The methods of an Explorer.
const (
	MethodOpen     = "open"     // Text to Overview: another text takes the place of the one before
	MethodEdit     = "edit"     // []Edit to Overview: the text changes
	MethodFunction = "function" // FunctionParams to Function: one function, in all the pictures that there are of it
	MethodSelect   = "select"   // Place to Selection: what hangs together with a place
	MethodFixAll   = "fixAll"   // nothing to FixedAll: what the text is after all fixes that change nothing else
)

// Text is a program to be looked at.
type Text struct {
	Name    string `json:"name"`    // a file's, for messages and for what the name says of its dialect
	Text    string `json:"text"`    // the whole of it
	Dialect string `json:"dialect"` // as --dialect takes it; "" for auto
}

// Span is a piece of the text, half-open.
type Span struct {
	From int `json:"from"` // the first unit
	To   int `json:"to"`   // the unit after the last
}

// Edit is a piece of the text, and what is to stand there. The edits of a list are in order, apart, and all in
// terms of the text before the first.
type Edit struct {
	Span
	New string `json:"new"` // "" where text is only taken out
}

// Overview is what is to be said of a whole text.
type Overview struct {
	Dialect   string     `json:"dialect"`   // the one that it was read as, as --dialect names it
	Findings  []Finding  `json:"findings"`  // in the order of the text, those of syntax too
	Functions []Outlined `json:"functions"` // all of them in the order of their text, main first
	// Omitted is what was not looked at, for people; "" where all was.
	Omitted string `json:"omitted"`
}

// Outlined is a function in the list of all.
type Outlined struct {
	Path string `json:"path"` // from main, as listings have it: 0/1
	Name string `json:"name"` // for people: "main", "M.read", "function at line 7"
	Span Span   `json:"span"` // its text; all of it for main
	Size int    `json:"size"` // of its code, in instructions
}

// Finding is one finding.
type Finding struct {
	Span     Span      `json:"span"`     // what is underlined
	Code     string    `json:"code"`     // the name of the check
	Severity string    `json:"severity"` // "error", "warning", "information" or "hint"
	Message  string    `json:"message"`  // for people: lower case, without a full stop
	Faded    bool      `json:"faded"`    // the text there is needed for nothing
	Related  []Related `json:"related"`  // in the order in which Message speaks of them
	Fixes    []Fix     `json:"fixes"`    // the preferred one first
	Page     string    `json:"page"`     // what luaflow explain says of the check, in Markdown
}

// Related is a place that explains a finding.
type Related struct {
	Span    Span   `json:"span"`    // what is underlined there
	Message string `json:"message"` // what happens there
}

// Fix is a change that removes a finding.
type Fix struct {
	Title string         `json:"title"` // as a menu shows it
	Level analysis.Level `json:"level"` // what is known of the program that is left, by its name
	Edits []Edit         `json:"edits"` // in order, apart
}

// FixedAll is a text after all safe fixes.
type FixedAll struct {
	Text  string `json:"text"`  // the whole of it
	Fixes int    `json:"fixes"` // how many were made
	Left  int    `json:"left"`  // findings that remain
}

// FunctionParams says which function is meant.
type FunctionParams struct {
	Path string `json:"path"` // from main, as Outlined has it
}

// Function is one function: its code after each pass, its graph, and what its registers hold.
type Function struct {
	Path string `json:"path"` // from main, as Outlined has it
	Span Span   `json:"span"` // its text; all of it for main
	// Passes is its code, as compiled first: "compiled", "constants", "marked", "optimised". All have the pcs of the first:
	// what a pass has dropped is missing in its Lines, what it has replaced stands there anew.
	Passes    []Pass     `json:"passes"`
	Graph     Graph      `json:"graph"`     // without blocks where there is none
	Registers []Register `json:"registers"` // by number
	// NoGraph says why there is no graph, for people; "" where there is.
	NoGraph string `json:"noGraph"`
}

// Pass is the code of a function after a pass.
type Pass struct {
	Name  string `json:"name"`  // one of those that Function.Passes names
	About string `json:"about"` // one sentence: what the pass does
	Lines []Line `json:"lines"` // in the order of the code
}

// Line is one instruction.
type Line struct {
	PC      int    `json:"pc"`      // of the code as compiled; of what a pass has added, the one that it belongs to
	Text    string `json:"text"`    // opcode and operands, as a listing has them
	Comment string `json:"comment"` // what the listing says after them; ""
	Source  int    `json:"source"`  // the line of the text, from 1; 0 without one
	Spans   []Span `json:"spans"`   // the text that it was made of
	Status  string `json:"status"`  // "live", "dead" or "unreachable"
	Block   int    `json:"block"`   // the number of its basic block
	Note    string `json:"note"`    // what the pass knows of it: "R2 is 4", "always jumps"; ""
}

// Graph is the control-flow graph of a function, laid out in layers from the entry down. Its unit is the width of a
// character of a text that is 1.8 units high.
type Graph struct {
	Width  float64 `json:"width"`  // in its unit
	Height float64 `json:"height"` // in its unit
	Blocks []Block `json:"blocks"` // by number
	Edges  []Edge  `json:"edges"`  // in the order of the blocks that they leave
}

// Block is a basic block in a Graph.
type Block struct {
	X      float64  `json:"x"`      // of the upper left corner
	Y      float64  `json:"y"`      // downward
	Width  float64  `json:"width"`  // in the unit of the Graph
	Height float64  `json:"height"` // in the unit of the Graph
	From   int      `json:"from"`   // its first pc
	To     int      `json:"to"`     // the pc after its last
	Title  string   `json:"title"`  // "b3, begins a loop"
	Lines  []string `json:"lines"`  // of the text, shortened
	Status string   `json:"status"` // "live" or "unreachable"
	// Dominator and PostDominator are the numbers of the immediate ones, Loop that of the header of the innermost loop
	// around the block; -1 for none.
	Dominator     int    `json:"dominator"`
	PostDominator int    `json:"postDominator"`
	Loop          int    `json:"loop"`
	Spans         []Span `json:"spans"` // the text that it was made of
}

// Edge is an edge of a Graph.
type Edge struct {
	From   int          `json:"from"`   // the number of a block
	To     int          `json:"to"`     // the number of a block
	If     string       `json:"if"`     // when control goes there: "`a` is true"; "" for always
	Back   bool         `json:"back"`   // it leads up, to the header of a loop
	Points [][2]float64 `json:"points"` // from its beginning to its end, two at least
}

// Register is what one register holds over the code.
type Register struct {
	Number int     `json:"number"` // from 0
	Ranges []Range `json:"ranges"` // in the order of the code, apart
}

// Range is a stretch of the code in which a register holds a value that is still needed.
type Range struct {
	From int    `json:"from"` // the first pc at whose begin it is needed
	To   int    `json:"to"`   // the pc after the last
	Name string `json:"name"` // of the variable; "" for a temporary value
	Span Span   `json:"span"` // where the variable is declared; empty for a temporary value
}

// Place is a place in the text, or an instruction.
type Place struct {
	At   int    `json:"at"`   // in the text; -1 for the instruction
	Path string `json:"path"` // of the instruction's function; "" for a place in the text
	PC   int    `json:"pc"`   // from 0; meaningless for a place in the text
}

// Instruction names one instruction.
type Instruction struct {
	Path string `json:"path"` // of its function
	PC   int    `json:"pc"`   // from 0; -1 for the start of the function, where its parameters get their values
}

// Selection is what hangs together with a place.
type Selection struct {
	Path  string `json:"path"`  // of the function that it is in
	Span  Span   `json:"span"`  // the name, the expression or the statement that is selected
	PCs   []int  `json:"pcs"`   // the instructions of that function that it was made into
	Block int    `json:"block"` // of the first of them; -1 for none
	Hover string `json:"hover"` // what a hover says, in Markdown; "" for nothing
	// Chain is the stores that reach it and the reads that it reaches, in any function of the text.
	Chain []Link `json:"chain"`
	// Needs is what the selected instructions need, and Needed what needs them, by one step.
	Needs  []Link `json:"needs"`
	Needed []Link `json:"needed"`
	// Backward and Forward are the slices; NoSlice says why there is none, for people.
	Backward Slice  `json:"backward"`
	Forward  Slice  `json:"forward"`
	NoSlice  string `json:"noSlice"`
}

// Link leads from one instruction to another.
type Link struct {
	From     Instruction `json:"from"`     // what makes the value, or decides
	To       Instruction `json:"to"`       // what takes it, or is decided
	FromSpan Span        `json:"fromSpan"` // in the text; empty for what stands nowhere
	ToSpan   Span        `json:"toSpan"`   // in the text; empty for what stands nowhere
	// Kind is "value" (through a register), "cell" (through a captured variable), "slot" (through a table's field) or
	// "control".
	Kind string `json:"kind"`
	Name string `json:"name"` // of the register, variable or field: "R3", "total"; ""
}

// Slice is all that a place depends on, or all that depends on it.
type Slice struct {
	Spans        []Span        `json:"spans"`        // each on one line, in order and apart
	Instructions []Instruction `json:"instructions"` // in the order of the code
}
