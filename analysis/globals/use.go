package globals

import (
	"cmp"
	"slices"
	"strings"

	"luaflow/analysis/config/std"
	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Use is a place at which a global, or a field of one, is read or assigned.
type Use struct {
	Name string // of the global
	// Indices lead from the global to what is read or assigned.
	Indices []std.Index
	// Held is how many of the names, the first included, lead to what a local variable
	// holds that stands in the text in their place; 0 if the global itself does.
	Held  int
	Write bool          // it is assigned, else read
	Span  source.Span   // of the expression: from the name to the last index
	Func  syntax.FuncID // the function that it stands in
}

// IsSet reports whether the global itself is assigned.
func (u *Use) IsSet() bool { return u.Write && len(u.Indices) == 0 }

// File is what a file does with globals.
type File struct {
	// Uses is in the order of the text, those of a piece of text the outer first. It has none
	// of those where the text is not understood, which the rest has.
	Uses []Use
	// Set is the globals that the file assigns, under their names or by `_G.x = v` and
	// `rawset(_G, "x", v)`; with dots, the fields of globals that it assigns.
	Set map[string]bool
	// Declared is the globals that the file declares, in Lua 5.5.
	Declared map[string]bool
	// Read is the globals of which something is done but to assign them.
	Read map[string]bool
	// Opened: it may define any global: `_G[k] = v`, `setmetatable(_G, t)`.
	Opened bool
	// Leaks: the table of globals may be read by names that are not known.
	Leaks bool
	// Moved is where the names of globals cease to mean fields of that table, by the
	// functions of Lua 5.1 or an assignment to _ENV; the end of the file if they do not.
	Moved source.Pos
}

// find finds what the unit of some facts does with globals, in its text, but for what locals
// hold.
func find(f *facts.Facts) *File {
	w := useWalk{Facts: f, File: &File{
		Set: map[string]bool{}, Read: map[string]bool{}, Declared: map[string]bool{},
		Moved: source.Pos(f.Unit.File.Len() + 1),
	}}
	for i := range f.Unit.Res.Globals {
		if g := &f.Unit.Res.Globals[i]; g.Decl != nil {
			w.Declared[f.Unit.Tree.Str(g.Sym)] = true
		}
	}
	w.visit(f.Unit.Tree.Main)
	if f.Code != nil && f.Code.TooLarge() != nil {
		w.suspect()
	}
	slices.SortStableFunc(w.Uses, func(a, b Use) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End))
	})
	return w.File
}

// useWalk finds the uses of globals in the tree of a file.
type useWalk struct {
	*facts.Facts
	*File
	fn       *syntax.Function
	doubtful bool           // the text around is not understood
	keys     []*syntax.Name // scratch
}

func (w *useWalk) visit(n syntax.Node) {
	for n != nil {
		n = w.node(n)
	}
}

// node finds the uses in a node but for those in an expression that it begins with, which it returns; nil
// if there is none.
func (w *useWalk) node(n syntax.Node) syntax.Node {
	switch n := n.(type) {
	case *syntax.Function:
		w.function(n)
	case *syntax.Name, *syntax.Field, *syntax.Index:
		return w.chain(n.(syntax.Expr), nil, false)
	case *syntax.MethodCall:
		w.visitAll(n.Args())
		return w.chain(n.Obj, n.Name, false)
	case *syntax.Call:
		w.call(n)
		w.visitAll(n.Args())
		return n.Fn
	case *syntax.Binary:
		w.visit(n.Y)
		return n.X
	case *syntax.Assign:
		for _, target := range n.Targets() {
			w.written(target)
		}
		w.visitAll(n.Values())
	case *syntax.Compound:
		w.written(n.Target)
		w.visit(n.Value)
	case *syntax.Global:
		if len(n.Exprs()) > 0 {
			for _, name := range n.Names {
				w.written(name)
			}
		}
		w.visitAll(n.Exprs())
	case *syntax.FunctionStat:
		w.written(n.Target)
		w.visit(n.Func)
	default:
		syntax.Children(n, w.visit)
	}
	return nil
}

// written finds the use that the target of an assignment is.
func (w *useWalk) written(target syntax.Expr) { w.visit(w.chain(target, nil, true)) }

func (w *useWalk) visitAll(list []syntax.Expr) {
	for _, e := range list {
		w.visit(e)
	}
}

// function visits a function. Where its text is not understood, a name may be that of a
// local whose declaration is not: nothing is said of such uses, and what they may do counts.
func (w *useWalk) function(f *syntax.Function) {
	outer, wasDoubtful := w.fn, w.doubtful
	w.fn, w.doubtful = f, w.doubtful || !w.Text.IsWhole(f)
	w.visit(f.Body)
	w.fn, w.doubtful = outer, wasDoubtful
}

// chain finds the use that a name with the indices after it is, and visits what else is
// in there but for what these begin with in place of a name, which it returns; nil for a name.
func (w *useWalk) chain(e syntax.Expr, method *syntax.String, isWrite bool) syntax.Node {
	first, isIndexed := w.visitKeys(e)
	n, ok := first.(*syntax.Name)
	if !ok {
		return first
	}
	ref := &w.Unit.Res.Refs[n.ID]
	isLocal := ref.Binding != 0 || ref.Kind != resolve.ToGlobal && ref.Kind != resolve.ToUpvalue
	var held []string
	if isLocal {
		if !isIndexed && method == nil || ref.Kind == resolve.Declaration {
			return nil
		}
		if held = w.heldBy(n, ref); held == nil && !isWrite {
			return nil
		}
	}
	u := Use{Span: e.Span(), Write: isWrite, Func: w.fn.ID}
	keys := w.indices(&u, e, method)
	switch {
	case isLocal && held == nil:
		w.maybeSet(n, &u)
	case isLocal:
		w.resolve(&u, keys)
		u.hold(held)
		w.use(&u)
	default:
		w.name(n, &u, keys)
	}
	return nil
}

// visitKeys visits the keys of the indices after an expression, and returns that, and whether there are any.
func (w *useWalk) visitKeys(e syntax.Expr) (first syntax.Expr, isIndexed bool) {
	for {
		switch x := e.(type) {
		case *syntax.Field:
			e, isIndexed = x.Obj, true
		case *syntax.Index:
			w.visit(x.Key)
			e, isIndexed = x.Obj, true
		case *syntax.Paren:
			e = x.X
		default:
			return e, isIndexed
		}
	}
}

// indices gives a use its indices. It returns the keys that are names of variables, by index, nil for others; they are
// valid until it is called again.
func (w *useWalk) indices(u *Use, e syntax.Expr, method *syntax.String) (keys []*syntax.Name) {
	keys = w.keys[:0]
	if method != nil {
		u.Span.End = method.End
		u.Indices = append(u.Indices, std.Index{Name: w.Unit.Tree.Str(method.Sym)})
		keys = append(keys, nil)
	}
	for {
		switch x := e.(type) {
		case *syntax.Field:
			u.Indices = append(u.Indices, std.Index{Name: w.Unit.Tree.Str(x.Key.Sym)})
			keys = append(keys, nil)
			e = x.Obj
			continue
		case *syntax.Index:
			u.Indices = append(u.Indices, w.index(x.Key))
			key, _ := x.Key.(*syntax.Name)
			keys = append(keys, key)
			e = x.Obj
			continue
		case *syntax.Paren:
			e = x.X
			continue
		}
		break
	}
	slices.Reverse(u.Indices)
	slices.Reverse(keys)
	w.keys = keys
	return keys
}

// index returns what is known of a key.
func (w *useWalk) index(key syntax.Expr) std.Index {
	switch key := key.(type) {
	case *syntax.String:
		return std.Index{Name: w.Unit.Tree.Str(key.Sym)}
	case *syntax.Number, *syntax.Literal, *syntax.Table, *syntax.Function:
		return std.Index{Kind: std.NotString}
	case *syntax.Paren:
		return w.index(key.X)
	}
	return std.Index{Kind: std.Anything}
}

// name completes a use that begins with the name of a global and goes on with keys, some of which may be in
// variables.
func (w *useWalk) name(n *syntax.Name, u *Use, keys []*syntax.Name) {
	ref := &w.Unit.Res.Refs[n.ID]
	if ref.Kind == resolve.ToUpvalue {
		u.Name = "_ENV"
	} else {
		if w.Text.IsMisplaced(n.Sym) {
			return
		}
		u.Name = w.Unit.Tree.Str(n.Sym)
		w.resolve(u, keys)
	}
	w.use(u)
}

// use notes a use.
func (w *useWalk) use(u *Use) {
	// In Lua 5.1 the extra arguments of a function are in a local of that name.
	if u.Name == "arg" && w.fn.IsVararg() && w.fn.ID != 0 {
		return
	}
	w.note(u)
	if !w.doubtful {
		w.Uses = append(w.Uses, *u)
	}
}

// resolve replaces keys that are variables by the texts that these hold, where they are known.
func (w *useWalk) resolve(u *Use, keys []*syntax.Name) {
	for i, key := range keys {
		if key != nil {
			if text, ok := w.textIn(key); ok {
				u.Indices[i] = std.Index{Name: text}
			}
		}
	}
}

// textIn returns the text that a variable certainly holds where it is read.
func (w *useWalk) textIn(n *syntax.Name) (text string, ok bool) {
	ref := &w.Unit.Res.Refs[n.ID]
	if ref.Binding == 0 {
		return "", false
	}
	if b := &w.Unit.Res.Bindings[ref.Binding]; ref.Kind == resolve.ToUpvalue && b.Writes == 0 && !b.Exposed && b.Stat != syntax.NoStat {
		return w.textOf(b)
	}
	known := w.Constants()
	f, pc, operand, ok := w.operandOf(n, ref)
	if !ok || known == nil {
		return "", false
	}
	return known.Pool().Text(known.Operand(f, pc, operand))
}

// textOf returns the text that a variable is declared with.
func (w *useWalk) textOf(b *resolve.Binding) (text string, ok bool) {
	local, ok := w.Unit.Tree.Stats[b.Stat].(*syntax.Local)
	if !ok {
		return "", false
	}
	if i := slices.Index(local.Names, b.Decl); i >= 0 && i < len(local.Exprs()) {
		if value, isText := local.Exprs()[i].(*syntax.String); isText {
			return w.Unit.Tree.Str(value.Sym), true
		}
	}
	return "", false
}

// operandOf returns the instruction that reads a local variable of the function where a name says
// so, and which of its operands that is.
func (w *useWalk) operandOf(n *syntax.Name, ref *resolve.Ref) (f *flow.Func, pc, operand int, ok bool) {
	if w.Code == nil || w.Unit.Funcs[w.fn.ID].Broken || ref.Kind != resolve.ToLocal {
		return nil, 0, 0, false
	}
	f = &w.Code.Funcs[w.fn.ID]
	pc = w.Text.ReadAt(n)
	form := w.Code.SSA(f)
	if pc < 0 || form == nil {
		return nil, 0, 0, false
	}
	reg, values := int(w.Unit.Map.Regs[ref.Binding]), form.Uses(pc)
	for r := range effect.Uses(f.Proto, pc).All() {
		if r == reg && operand < len(values) && !form.UseByClosure(pc, operand) {
			return f, pc, operand, true
		}
		operand++
	}
	return nil, 0, 0, false
}

// hold completes a use that begins with a local variable by the names that lead to what
// it holds.
func (u *Use) hold(names []string) {
	u.Name, u.Held = names[0], len(names)
	indices := make([]std.Index, 0, len(names)+len(u.Indices))
	for _, key := range names[1:] {
		indices = append(indices, std.Index{Name: key})
	}
	u.Indices = append(indices, u.Indices...)
}

// maybeSet notes an assignment to a field of a local variable, as of the global that
// has the same name: `local string = string` in functions that are too large to follow.
func (w *useWalk) maybeSet(n *syntax.Name, u *Use) {
	if u.Write {
		w.Set[path(w.Unit.Tree.Str(n.Sym), u.Indices)] = true
	}
}

// note notes what a use means for the names of the file.
func (w *useWalk) note(u *Use) {
	if !u.IsSet() {
		w.Read[u.Name] = true
	}
	if u.Write {
		w.Set[path(u.Name, u.Indices)] = true
	}
	if !isEnvironment(u.Name) {
		return
	}
	switch {
	case len(u.Indices) == 0 && u.Write:
		w.Moved = 0
	case len(u.Indices) == 0:
		w.Leaks = true
	case u.Indices[0].Kind == std.Anything:
		w.Opened = w.Opened || u.Write
		w.Leaks = true
	case u.Indices[0].Kind == std.Constant:
		field := u.Indices[0].Name
		if u.Write {
			w.Set[path(field, u.Indices[1:])] = true
		}
		if !u.Write || len(u.Indices) > 1 {
			w.Read[field] = true
		}
	}
}

// path returns a global, or the field of it that indices lead to, as a text.
func path(name string, indices []std.Index) string {
	if len(indices) == 0 {
		return name
	}
	var b strings.Builder
	b.WriteString(name)
	for _, i := range indices {
		b.WriteByte('.')
		if i.Kind == std.Constant {
			b.WriteString(i.Name)
		} else {
			b.WriteByte('?')
		}
	}
	return b.String()
}

// Path returns what a use is about, as a text: "string.rep", "arg.?".
func (u *Use) Path() string { return path(u.Name, u.Indices) }

// isEnvironment reports whether the table of globals has that name.
func isEnvironment(name string) bool { return name == "_G" || name == "_ENV" }

// heldBy returns the names that lead to what a local variable holds where n reads it; nil if
// it may hold something else.
func (w *useWalk) heldBy(n *syntax.Name, ref *resolve.Ref) []string {
	isLocal := w.Unit.Res.Bindings[ref.Binding].Kind == resolve.Local
	if w.Code == nil || w.Unit.Funcs[w.fn.ID].Broken || !isLocal {
		return nil
	}
	if ref.Kind == resolve.ToUpvalue {
		return w.Code.Names().UpvaluePath(&w.Code.Funcs[w.fn.ID], int(ref.Upvalue))
	}
	f, pc, operand, ok := w.operandOf(n, ref)
	if !ok {
		return nil
	}
	return w.Code.Names().Path(f, w.Code.SSA(f).Uses(pc)[operand])
}

// suspect takes what changes the meaning of names for called where the file asks for it: what
// the variables of functions hold that are too large is not known.
func (w *useWalk) suspect() {
	if w.Read["setfenv"] || w.Read["module"] {
		w.Moved = 0
	}
	if w.Read["getfenv"] {
		w.Opened, w.Leaks = true, true
	}
	if (w.Read["setmetatable"] || w.Read["rawset"]) && (w.Read["_G"] || w.Read["_ENV"]) {
		w.Opened = true
	}
}

// call looks for calls that change what names of globals mean, or that define some.
func (w *useWalk) call(c *syntax.Call) {
	args := c.Args()
	switch w.globalIn(c.Fn) {
	case "setfenv":
		w.Moved = 0
	case "module":
		w.Moved = min(w.Moved, c.End)
	case "getfenv":
		w.Opened, w.Leaks = true, true
	case "setmetatable":
		w.Opened = w.Opened || len(args) > 0 && isEnvironment(w.globalIn(args[0]))
	case "rawset":
		if len(args) < 2 || !isEnvironment(w.globalIn(args[0])) {
			return
		}
		if i := w.index(args[1]); i.Kind == std.Constant {
			w.Set[i.Name] = true
		} else {
			w.Opened = true
		}
	}
}

// globalIn returns the global that an expression is: under its own name, as a field of their
// table, or in a local variable; "" if it is not one.
func (w *useWalk) globalIn(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Paren:
		return w.globalIn(e.X)
	case *syntax.Field:
		if isEnvironment(w.globalIn(e.Obj)) {
			return w.Unit.Tree.Str(e.Key.Sym)
		}
	case *syntax.Name:
		ref := &w.Unit.Res.Refs[e.ID]
		if ref.Binding == 0 && ref.Kind != resolve.Declaration {
			return w.Unit.Tree.Str(e.Sym)
		}
		held := w.heldBy(e, ref)
		if len(held) > 1 && isEnvironment(held[0]) {
			held = held[1:]
		}
		if len(held) == 1 {
			return held[0]
		}
	}
	return ""
}
