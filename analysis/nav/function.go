package nav

import (
	"slices"
	"sort"
	"strings"

	"luaflow/analysis/place"
	"luaflow/analysis/textmap"
	"luaflow/analysis/waste"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// What a function has to do with what is around it.

// Function is what a function does, and those that it makes, by their own text: not what they call.
type Function struct {
	Head string // with its name, if it has one: "function f(a, b)"
	// Reads and Writes are variables that are not its own, as they are written, fields included, each once
	// in the order of the text: "count", "os.time"; and the fields of what its own hold: "p.x". Tables that it has
	// made itself are not among them.
	Reads, Writes []string
	Captures      []place.Place // the variables of functions around it, where they are declared, in the order of their first use
	Returns       []place.Place // its return statements that are executed, in order; and its end, without a Span
	// NeverReturns: a call of it raises an error, ends the program or goes on forever.
	NeverReturns bool
}

// functionHeadAt returns the function between whose word `function` and parameters a place is, with the text
// of that; nil if there is none.
func functionHeadAt(u *waste.Parts, pos source.Pos) (*syntax.Function, source.Span) {
	funcs := u.Unit.Tree.Funcs
	i := sort.Search(len(funcs)-1, func(i int) bool { return textmap.ParamsStart(funcs[i+1]) >= pos }) + 1
	if i >= len(funcs) {
		return nil, source.NoSpan
	}
	start := funcs[i].Start
	text := u.Unit.File.Slice(source.Span{Start: start, End: textmap.ParamsStart(funcs[i])})
	head, _, isThere := strings.Cut(text, "(")
	at := source.Span{Start: start, End: start + source.Pos(len(strings.TrimRight(head, " \t\r\n")))}
	if !isThere || !at.Touches(pos) {
		return nil, source.NoSpan
	}
	return funcs[i], at
}

// describe returns what a function does; name is what it is called, if anything.
func describe(p *waste.Parts, fn *syntax.Function, name string) Function {
	d := &describer{Parts: p, fn: fn, out: Function{Head: strings.TrimSpace("function "+name) + parameters(p, fn)}, captured: make(map[resolve.BindingID]bool)}
	d.visit(fn.Body)
	d.returns()
	return d.out
}

// parameters returns the list of the parameters of a function.
func parameters(p *waste.Parts, fn *syntax.Function) string {
	var list []string
	for _, n := range fn.Params {
		list = append(list, p.Unit.Tree.Str(n.Sym))
	}
	if fn.IsVararg() {
		list = append(list, "...")
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// describer collects what a function does.
type describer struct {
	*waste.Parts
	fn       *syntax.Function
	out      Function
	captured map[resolve.BindingID]bool // those in out.Captures
}

// visit collects what a part of the function reads and writes.
func (d *describer) visit(n syntax.Node) { syntax.Inspect(n, d.node) }

// node collects what a node reads and writes. It reports whether those below it are left.
func (d *describer) node(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.Name:
		d.read(n, n.Span())
		return false
	case *syntax.Field:
		if root := rootOf(n); root != nil {
			d.read(root, n.Span())
			return false
		}
	case *syntax.Index:
		if root, ok := n.Obj.(*syntax.Name); ok && d.isHandedIn(root) {
			d.out.Reads = addOnce(d.out.Reads, d.textOf(n.Span()))
			d.visit(n.Key)
			return false
		}
	case *syntax.Assign:
		for _, target := range n.Targets() {
			d.write(target)
		}
		for _, value := range n.Values() {
			d.visit(value)
		}
		return false
	case *syntax.Compound:
		d.write(n.Target)
	case *syntax.FunctionStat:
		d.write(n.Target)
		d.visit(n.Func)
		return false
	}
	return true
}

// rootOf returns the name at the beginning of names with dots between; nil if there is something else,
// or too many.
func rootOf(e syntax.Expr) *syntax.Name {
	for range maxPath {
		switch x := e.(type) {
		case *syntax.Field:
			e = x.Obj
		case *syntax.Name:
			return x
		default:
			return nil
		}
	}
	return nil
}

// isOutside reports whether a name stands for a variable that is not the function's, nor of one inside, and
// notes which of those the function captures.
func (d *describer) isOutside(n *syntax.Name) bool {
	ref := &d.Unit.Res.Refs[n.ID]
	switch {
	case ref.Kind == resolve.ToGlobal:
		return true
	case ref.Kind != resolve.ToUpvalue || ref.Binding == 0:
		return false
	}
	b := &d.Unit.Res.Bindings[ref.Binding]
	if b.Func >= d.fn.ID { // a function has a smaller number than those inside it
		return false
	}
	if !d.captured[ref.Binding] {
		d.captured[ref.Binding] = true
		at := d.Text.DeclaredAt(b)
		line := d.Unit.File.LineText(d.Unit.File.Point(at.Start, source.UTF8).Line)
		d.out.Captures = append(d.out.Captures, d.placeAt(at, place.Shorten(line)))
	}
	return true
}

// read notes that the function reads a variable, or a field of one.
func (d *describer) read(root *syntax.Name, at source.Span) {
	if d.isShared(root, at) {
		d.out.Reads = addOnce(d.out.Reads, d.textOf(at))
	}
}

// isShared reports whether others may see what is at a place: a variable of theirs, or a field of what a variable
// holds, root, in tables that the function has not made itself.
func (d *describer) isShared(root *syntax.Name, at source.Span) bool {
	return d.isOutside(root) || at != root.Span() && d.isHandedIn(root)
}

// isHandedIn reports whether a variable of the function may hold tables that it has not made itself.
func (d *describer) isHandedIn(n *syntax.Name) bool { return !d.isOutside(n) && !d.isOwnTable(n) }

// write notes what the function assigns to.
func (d *describer) write(target syntax.Expr) {
	for e := target; ; {
		switch x := e.(type) {
		case *syntax.Field:
			e = x.Obj
			continue
		case *syntax.Index:
			d.visit(x.Key)
			e = x.Obj
			continue
		case *syntax.Name:
			if at := target.Span(); d.isShared(x, at) {
				d.out.Writes = addOnce(d.out.Writes, d.textOf(at))
			}
		default:
			d.visit(e)
		}
		return
	}
}

// isOwnTable reports whether all values of a variable are tables that its function has made.
func (d *describer) isOwnTable(n *syntax.Name) bool {
	id := d.Unit.Res.Refs[n.ID].Binding
	found := false
	for _, s := range d.Unit.Funcs[d.Unit.Res.Bindings[id].Func].Map.Stores {
		if s.Binding == id {
			found = true
			if s.Value != srcmap.TableValue {
				return false
			}
		}
	}
	return found
}

// placeAt returns a place of the text.
func (d *describer) placeAt(at source.Span, text string) place.Place {
	return place.Place{Span: at, Site: at, Line: d.Text.Line(at.Start), Text: text, IsSource: true}
}

// textOf returns the text of a place in one line.
func (d *describer) textOf(at source.Span) string {
	text, _, _ := strings.Cut(strings.ReplaceAll(d.Unit.File.Slice(at), "\r", "\n"), "\n")
	return place.Shorten(text)
}

func addOnce(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// returns collects how the function ends.
func (d *describer) returns() {
	executed := d.executed()
	syntax.Inspect(d.fn.Body, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Function:
			return false
		case *syntax.Return:
			if pcs := d.Text.PCs(n); executed == nil || !pcs.Empty() && executed(int(pcs.End)-1) {
				at := n.Span()
				d.out.Returns = append(d.out.Returns, d.placeAt(at, d.textOf(at)))
			}
		}
		return true
	})
	if executed == nil {
		return
	}
	if executed(len(d.Unit.Funcs[d.fn.ID].Proto.Code) - 1) { // the return that every function ends with
		d.out.Returns = append(d.out.Returns, place.Place{Span: source.NoSpan, Text: "nothing, at its end"})
	}
	d.out.NeverReturns = len(d.out.Returns) == 0
}

// executed returns what says whether the instruction at a pc may be executed, once the function is called; nil
// if that is not known.
func (d *describer) executed() func(pc int) bool {
	if d.Facts.Code == nil || d.Unit.Funcs[d.fn.ID].Broken {
		return nil
	}
	f := &d.Facts.Code.Funcs[d.fn.ID]
	known := d.Facts.Near(d.fn.ID).Constants()
	if known == nil || !known.Called(f) {
		return f.Graph.Reachable
	}
	return func(pc int) bool { return known.Executable(f, pc) }
}
