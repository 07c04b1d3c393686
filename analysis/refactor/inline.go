package refactor

import (
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis/fix/plan"
	"luaflow/analysis/fix/proof"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines how a variable is inlined: its value takes the place of all its uses.
//
//	local area = w * h
//	return area / 2        →    return w * h / 2
//
// What the value does it does later then, and once for each use. Whether anybody can tell is for the
// proof to say; here is only what the text shows.

func inlineVariable(b *book, at source.Span) *Change {
	id := b.variableAt(at)
	if id == 0 {
		return nil
	}
	v := b.Binding(id)
	if v.Kind != resolve.Local {
		return nil
	}
	decl, ok := b.Unit.Tree.Stats[v.Stat].(*syntax.Local)
	if !ok {
		return nil
	}
	c := &Change{Kind: Inline, Title: "inline " + plan.Quote(b.Name(id))}
	value, err := b.onlyValue(decl, id)
	if err != nil {
		c.Refusal = err.Error()
		return c
	}
	uses := b.uses(id)
	d, err := b.inlined(decl, value, uses)
	if err != nil {
		c.Refusal = err.Error()
		return c
	}
	if plan.IsConstant(value) && slices.ContainsFunc(uses, b.isUpvalue) {
		// Wherever it is read, and however often, the value is the constant; package proof counts each
		// read of a captured variable as something that is done.
		d.isSame, d.also = true, func() error { return b.staysNew(id, uses) }
	}
	var places []source.Pos
	for _, n := range uses {
		places = append(places, n.Start)
	}
	c.IsDoubtful = !d.isSame && b.isDoubtful(decl, places)
	c.drafts = []func() draft{d.itself}
	return c
}

// onlyValue returns the value of a variable that has no other.
func (b *book) onlyValue(decl *syntax.Local, id bindingID) (syntax.Expr, error) {
	v, name := b.Binding(id), plan.Quote(b.Name(id))
	values := decl.Exprs()
	switch {
	case len(decl.Names) > 1:
		return nil, fmt.Errorf("%s is declared together with other variables", name)
	case v.Attrib == syntax.Close:
		return nil, fmt.Errorf("%s is closed at the end of its block", name)
	case v.Writes > 0:
		for _, n := range b.uses(id) {
			if b.Unit.Res.Refs[n.ID].Write {
				return nil, fmt.Errorf("%s is assigned again in line %d", name, b.line(n.Start))
			}
		}
	case len(values) == 0:
		return nil, fmt.Errorf("%s is declared without a value", name)
	case len(values) > 1:
		return nil, fmt.Errorf("the declaration of %s has more values than variables", name)
	case v.Reads == 0:
		return nil, fmt.Errorf("%s is never read", name)
	}
	return values[0], nil
}

func (b *book) isUpvalue(n *syntax.Name) bool { return b.Unit.Res.Refs[n.ID].Kind == resolve.ToUpvalue }

// staysNew returns nil if no function needs a variable that it captures for its closures to be told apart.
func (b *book) staysNew(id bindingID, uses []*syntax.Name) error {
	program := b.program()
	self := make([]int, len(b.Unit.Tree.Funcs))
	for f := range self {
		self[f] = f
	}
	needs, err := proof.Same(program, program, self)
	if err != nil {
		return err
	}
	for _, n := range uses {
		for f := b.Function(n.Start); f.ID != b.Binding(id).Func; f = f.Parent {
			k := slices.IndexFunc(b.Unit.Res.Upvalues[f.ID], func(u resolve.Upvalue) bool { return u.Binding == id })
			if needs.Renews(int(f.ID), k) {
				return fmt.Errorf("in Lua 5.2 and 5.3 the function at line %d would no longer be a new one each time, as nothing else that it captures is new", b.line(f.Start))
			}
		}
	}
	return nil
}

// inlined returns the draft that puts a value in the place of uses.
func (b *book) inlined(decl *syntax.Local, value syntax.Expr, uses []*syntax.Name) (d draft, err error) {
	s := b.NewScript()
	if comments := b.commentsBeside(decl.Span(), value.Span()); comments != "" {
		s.Replace(decl.Start, decl.End, comments)
	} else {
		s.CutBare(decl)
	}
	before := make(map[source.Pos]int) // by use: the bytes in front of the value
	for _, n := range uses {
		text, offset, err := b.operand(n, value, decl)
		if err != nil {
			return d, err
		}
		s.Replace(n.Start, n.End, text)
		before[n.Start] = offset
	}
	d.edits = s.Finish()
	news := spansOfNew(d.edits)
	for i, e := range d.edits {
		if offset, ok := before[e.Span.Start]; ok && e.New != "" {
			d.moved = append(d.moved, move{from: value.Span(), to: news[i].Start + source.Pos(offset)})
		}
	}
	d.why = func(err error) error {
		if _, ok := err.(*difference); ok && len(uses) > 1 && !b.IsPure(value) {
			return fmt.Errorf("%s may do something or change, and would be computed at each of %d uses", b.quoted(value), len(uses))
		}
		return unproved(err)
	}
	return d, nil
}

// operand returns the text of a value in the place of a use, and how many bytes of it come before
// the value.
func (b *book) operand(use *syntax.Name, value syntax.Expr, decl *syntax.Local) (text string, offset int, err error) {
	path := b.path(use)
	if len(path) < 2 {
		return "", 0, fmt.Errorf("%s stands where no value can", b.quoted(use))
	}
	parent := path[len(path)-2]
	if f, ok := path[0].(*syntax.FunctionStat); ok && f.Target.Span().Covers(use.Span()) && !isNamePath(value) {
		return "", 0, fmt.Errorf("line %d names a function by %s", b.line(use.Start), b.quoted(use))
	}
	if hasVararg(value) && b.Function(use.Start) != b.Function(decl.Start) {
		return "", 0, fmt.Errorf("`...` has other values in the function at line %d", b.line(b.Function(use.Start).Start))
	}
	text = b.Unit.File.Slice(value.Span())
	all := b.text()
	var last, next byte // that the value would stand between
	if use.Start > 0 {
		last = all[use.Start-1]
	}
	if int(use.End) < len(all) {
		next = all[use.End]
	}
	switch {
	case needsParens(parent, use, value), last == '-' && text[0] == '-':
		text, offset = "("+text+")", 1
		if path[0].Span().Start == use.Start && b.Places()[path[0].(syntax.Stat).ID()].Index > 0 {
			text, offset = ";"+text, 2
		}
	case last == '[' && text[0] == '[', last == '.' && text[0] == '.':
		text, offset = " "+text, 1
	}
	if next == '.' && endsWithNumeral(value) {
		text += " "
	}
	if next == ']' && strings.HasSuffix(text, "]") {
		text += " "
	}
	return text, offset, nil
}

// isNamePath reports whether an expression is a name, or fields of one.
func isNamePath(e syntax.Expr) bool {
	for {
		f, ok := e.(*syntax.Field)
		if !ok {
			return isName(e)
		}
		e = f.Obj
	}
}

func isName(e syntax.Expr) bool {
	_, ok := e.(*syntax.Name)
	return ok
}

// endsWithNumeral reports whether a dot right after an expression would be read as part of a numeral.
func endsWithNumeral(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Number:
		return true
	case *syntax.Unary:
		return endsWithNumeral(e.X)
	case *syntax.Binary:
		return endsWithNumeral(e.Y)
	}
	return false
}

// hasVararg reports whether `...` of the function around an expression stands in it.
func hasVararg(n syntax.Node) (found bool) {
	syntax.Inspect(n, func(n syntax.Node) bool {
		_, isVararg := n.(*syntax.Vararg)
		_, isFunction := n.(*syntax.Function)
		found = found || isVararg
		return !found && !isFunction
	})
	return found
}

// needsParens reports whether a value needs parentheses in the place of a use: it would be read in
// another way, or give more values than one.
func needsParens(parent syntax.Node, use, value syntax.Expr) bool {
	if isPrefix(parent, use) {
		switch value.(type) {
		case *syntax.Name, *syntax.Field, *syntax.Index, *syntax.Call, *syntax.MethodCall, *syntax.Paren:
			return false
		}
		return true
	}
	switch value.(type) {
	case *syntax.Call, *syntax.MethodCall, *syntax.Vararg:
		return takesMany(parent, use)
	}
	own := precedence(value)
	if own == 0 {
		return false
	}
	switch p := parent.(type) {
	case *syntax.Unary:
		return own < unaryPrecedence
	case *syntax.Binary:
		around := precedence(p)
		isRightAssociative := p.Op == syntax.Pow || p.Op == syntax.Concat
		if p.Y == use {
			// What is prefixed may stand on the right of anything.
			_, isUnary := value.(*syntax.Unary)
			return !isUnary && (own < around || own == around && !isRightAssociative)
		}
		return own < around || own == around && isRightAssociative
	}
	return false
}

// isPrefix reports whether an expression is called or indexed by its parent.
func isPrefix(parent syntax.Node, e syntax.Expr) bool {
	switch p := parent.(type) {
	case *syntax.Call:
		return p.Fn == e
	case *syntax.MethodCall:
		return p.Obj == e
	case *syntax.Field:
		return p.Obj == e
	case *syntax.Index:
		return p.Obj == e
	}
	return false
}

// takesMany reports whether a parent takes all values of an expression that gives several.
func takesMany(parent syntax.Node, e syntax.Expr) bool {
	isLast := func(list []syntax.Expr) bool { return len(list) > 0 && list[len(list)-1] == e }
	switch p := parent.(type) {
	case *syntax.Call:
		return isLast(p.Args())
	case *syntax.MethodCall:
		return isLast(p.Args())
	case *syntax.Return:
		return isLast(p.Exprs())
	case *syntax.GenericFor:
		return isLast(p.Exprs())
	case *syntax.Local:
		return isLast(p.Exprs()) && len(p.Names) > len(p.Exprs())
	case *syntax.Global:
		return isLast(p.Exprs()) && len(p.Names) > len(p.Exprs())
	case *syntax.Assign:
		return isLast(p.Values()) && len(p.Targets()) > len(p.Values())
	case *syntax.Table:
		n := len(p.Items)
		return n > 0 && p.Items[n-1].Key() == nil && p.Items[n-1].Value() == e
	}
	return false
}

// levels are the binary operators by how strongly they bind, the weakest first; the prefix operators stand
// between the last two (lparser.c, priority).
var levels = [][]syntax.BinaryOp{
	{syntax.Or}, {syntax.And}, {syntax.Eq, syntax.Ne, syntax.Lt, syntax.Le, syntax.Gt, syntax.Ge},
	{syntax.BOr}, {syntax.BXor}, {syntax.BAnd}, {syntax.Shl, syntax.Shr}, {syntax.Concat}, {syntax.Add, syntax.Sub},
	{syntax.Mul, syntax.Div, syntax.IDiv, syntax.Mod}, nil, {syntax.Pow},
}

const unaryPrecedence = 11

// precedence returns how strongly the operator of an expression binds, 0 if it has none.
func precedence(e syntax.Expr) int {
	switch e := e.(type) {
	case *syntax.Unary:
		return unaryPrecedence
	case *syntax.Binary:
		return 1 + slices.IndexFunc(levels, func(ops []syntax.BinaryOp) bool { return slices.Contains(ops, e.Op) })
	}
	return 0
}
