package nav

import (
	"strconv"

	"luaflow/analysis/effect"
	"luaflow/analysis/place"
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// The code of a function beside its text.

// Code is the listing of one function, and what each line of it was made of.
type Code struct {
	Path         string        // of the function from main, as listings have it: 0/1
	Span         source.Span   // the function's text; all of it for main
	Listing      string        // as bytecode.ListFunction makes it
	Instructions []Instruction // those that are listed, by pc
	Inner        []Inner       // the functions directly inside, in the order of their text
}

// Inner is a function inside another, which has code of its own.
type Inner struct {
	Path string      // as that of a Code
	Span source.Span // its body: places that touch it have its code
}

// Instruction is one instruction of a Code.
type Instruction struct {
	Line   int         // of Code.Listing, from 0
	Span   source.Span // the text that it was made of; NoSpan if there is none
	Status Status      // executed and needed, or not
	// Targets is the variables and fields in the text that it stores to, as those of place.TargetsOf.
	Targets []source.Span
}

// Status says whether an instruction is executed, and whether anything needs it.
type Status uint8

// The statuses of an instruction.
const (
	Live        Status = iota
	Dead               // executed, and nothing would be different without it
	Unreachable        // never executed
)

// String returns the name of the status.
func (f Status) String() string { return [...]string{"live", "dead", "unreachable"}[f] }

// MaxListed bounds how many instructions of one function CodeAt lists: nobody reads more of them, and the listing of a large
// constructor would take more room than its text.
const MaxListed = 20_000

// CodeAt returns the code of the innermost function around a place, of a function of more than MaxListed instructions that
// of the text around the place. Where the code does not stand for the text, which has errors, all of it is live.
func CodeAt(p *waste.Parts, pos source.Pos) Code {
	u := p.Unit
	q := codeQuery{place.At(p, pos)}
	fn := q.FuncAt(pos)
	proto := u.Funcs[fn].Proto
	code := Code{Path: q.pathOf(fn), Span: q.spanOf(fn)}
	part := bytecode.PartAround(proto, q.pcAt(fn, pos), MaxListed)
	targets := place.TargetsOf(p, syntax.FuncID(fn), part)
	var lines []int
	code.Listing, lines = bytecode.ListFunction(proto, code.Path, part, p.Text.Step)
	for n, line := range lines {
		pc := part.From + n
		if pc%stride == 0 {
			p.Text.Step()
		}
		i := Instruction{Line: line, Span: source.NoSpan, Status: q.statusOf(fn, pc), Targets: targets[pc]}
		if origins := &u.Funcs[fn].Map.Origins; pc < origins.Len() {
			i.Span = origins.At(pc).Span()
		}
		code.Instructions = append(code.Instructions, i)
	}
	code.Inner = q.innerOf(fn, code.Path)
	return code
}

// stride is how many instructions are a step of what looks at each once.
const stride = 8

// pcAt returns the first instruction of a function that was made of text at a place or after it; the last one if none was.
func (q codeQuery) pcAt(fn int, pos source.Pos) int {
	origins := &q.Unit.Funcs[fn].Map.Origins
	for pc, o := range origins.All() {
		if pc%stride == 0 {
			q.Text.Step()
		}
		if span := o.Span(); span.Valid() && span.Start >= pos {
			return pc
		}
	}
	return origins.Len() - 1
}

// codeQuery is a question about code.
type codeQuery struct{ *place.Query }

// spanOf returns the text of a function; all of it for main.
func (q codeQuery) spanOf(fn int) source.Span {
	if fn == 0 {
		return source.Span{Start: 0, End: source.Pos(q.Unit.File.Len())}
	}
	return q.Unit.Tree.Funcs[fn].Body.Span()
}

// innerOf returns the functions directly inside one, whose path is given.
func (q codeQuery) innerOf(fn int, path string) (inner []Inner) {
	funcs := q.Unit.Tree.Funcs
	for i, f := range funcs[fn+1:] { // a function comes before those inside it
		if i%stride == 0 {
			q.Text.Step()
		}
		if f.Parent == funcs[fn] {
			inner = append(inner, Inner{childPath(path, len(inner)), f.Body.Span()})
		}
	}
	return inner
}

// PathsOf returns the paths of all functions from main, by number.
func PathsOf(p *waste.Parts) []string {
	funcs := p.Unit.Tree.Funcs
	paths, children := make([]string, len(funcs)), make([]int, len(funcs))
	paths[0] = mainPath
	for i, f := range funcs[1:] { // a function comes before those inside it
		parent := f.Parent.ID
		paths[i+1] = childPath(paths[parent], children[parent])
		children[parent]++
	}
	return paths
}

// mainPath is the path of main.
const mainPath = "0"

// childPath returns the path of the i-th function directly inside the one at a path.
func childPath(path string, i int) string { return path + "/" + strconv.Itoa(i) }

// pathOf returns the path of a function from main.
func (q codeQuery) pathOf(fn int) string {
	if fn == 0 {
		return mainPath
	}
	funcs := q.Unit.Tree.Funcs
	parent := funcs[fn].Parent
	nth := 0
	for _, sibling := range funcs[parent.ID+1 : fn] {
		if sibling.Parent == parent {
			nth++
		}
	}
	return childPath(q.pathOf(int(parent.ID)), nth)
}

// StatusOf returns the status of the instruction at pc of a function, as CodeAt does.
func StatusOf(p *waste.Parts, fn syntax.FuncID, pc int) Status {
	return codeQuery{&place.Query{Parts: p}}.statusOf(int(fn), pc)
}

// statusOf returns the status of an instruction, whatever metamethods do.
func (q codeQuery) statusOf(fn, pc int) Status {
	if q.Facts.Code == nil || q.Unit.Funcs[fn].Broken {
		return Live
	}
	f := &q.Facts.Code.Funcs[fn]
	switch {
	case !q.Facts.Code.Constants().Executable(f, pc):
		return Unreachable
	case q.Facts.Code.Marking(value.None).Live(f, pc):
		return Live
	case effect.IsJump(q.Unit.Funcs[fn].Proto.Code[pc]) && !q.endsDeadTest(fn, pc):
		return Live
	}
	return Dead
}

// endsDeadTest reports whether a jump is the second half of a test that nothing needs. The
// marking is of no help for jumps: they compute nothing that could be needed, but most
// lead from one needed instruction to the next.
func (q codeQuery) endsDeadTest(fn, pc int) bool {
	return pc > 0 && q.Unit.Funcs[fn].Proto.Code[pc-1].Op().Mode().IsTest &&
		!q.Facts.Code.Marking(value.None).Live(&q.Facts.Code.Funcs[fn], pc-1)
}
