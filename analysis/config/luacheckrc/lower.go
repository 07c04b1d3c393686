//go:build !js

package luacheckrc

import (
	"fmt"
	"strconv"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// This file rewrites the tree of a configuration before gopher-lua compiles it, so that
// what it costs grows with its length only, and can be counted:
//
//   - gopher-lua looks for each constant among all those of its function. Those after the
//     first few are taken from a table instead, by two small numbers.
//   - Items of a list after the first 25,550 go to the wrong places there, so that they are
//     given their numbers here; and a field after a multiple of 50 items replaces some of
//     them, so that fields come first.
//   - What the operator `..` makes is not bounded there, so that it is a call.

const (
	ownConstants = 200    // of a function, that it keeps
	maxNames     = 10_000 // different ones in a function, which gopher-lua keeps as constants too
	maxPositions = 25_000 // of a list, without a number
	maxOperands  = 50     // of one call, as its arguments are in registers
	maxBlocks    = 1_000  // in each other
	maxNested    = 10_000 // expressions in each other
	poolRow      = 256
)

// The names of what the rewritten text needs, which no text can write.
const (
	poolName   = "(constants)"
	concatName = "(concatenation)"
)

// lowering is the rewriting of one chunk.
type lowering struct {
	pool    []lua.LValue
	places  map[string]int // in the pool, by the kind of a constant and its text
	inside  *function
	blocks  int // around what is looked at
	nested  int // expressions around it
	problem string
	line    int // of the problem
}

// function is what one function refers to.
type function struct {
	constants map[string]bool
	names     map[string]bool
}

// lower rewrites a chunk. What is returned is the statements of a function that takes the
// table of constants and the function for `..`, and returns the chunk.
func lower(chunk []ast.Stmt) ([]ast.Stmt, *lowering) {
	l := &lowering{places: map[string]int{}}
	main := &ast.FunctionExpr{ParList: &ast.ParList{HasVargs: true}, Stmts: chunk}
	if len(chunk) > 0 {
		main.SetLine(chunk[0].Line())
		main.SetLastLine(chunk[len(chunk)-1].LastLine())
	}
	l.function(main)
	return []ast.Stmt{
		&ast.LocalAssignStmt{Names: []string{poolName, concatName}, Exprs: []ast.Expr{&ast.Comma3Expr{}}},
		&ast.ReturnStmt{Exprs: []ast.Expr{main}},
	}, l
}

// table returns the constants that are taken from a table.
func (l *lowering) table(L *lua.LState) *lua.LTable {
	all := L.NewTable()
	for at, value := range l.pool {
		row, ok := all.RawGetInt(at/poolRow + 1).(*lua.LTable)
		if !ok {
			row = L.NewTable()
			all.Append(row)
		}
		row.Append(value)
	}
	return all
}

func (l *lowering) function(f *ast.FunctionExpr) {
	outer := l.inside
	l.inside = &function{map[string]bool{}, map[string]bool{}}
	l.block(f.Stmts)
	l.inside = outer
}

func (l *lowering) block(stmts []ast.Stmt) {
	l.blocks++
	defer func() { l.blocks-- }()
	if l.blocks > maxBlocks {
		if len(stmts) > 0 {
			l.fail(stmts[0], tooDeep)
		}
		return
	}
	for _, s := range stmts {
		l.statement(s)
	}
}

func (l *lowering) statement(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		l.list(s.Lhs)
		l.list(s.Rhs)
	case *ast.LocalAssignStmt:
		l.list(s.Exprs)
	case *ast.FuncCallStmt:
		s.Expr = l.expression(s.Expr)
	case *ast.DoBlockStmt:
		l.block(s.Stmts)
	case *ast.WhileStmt:
		s.Condition = l.expression(s.Condition)
		l.block(s.Stmts)
	case *ast.RepeatStmt:
		l.block(s.Stmts)
		s.Condition = l.expression(s.Condition)
	case *ast.IfStmt:
		s.Condition = l.expression(s.Condition)
		l.block(s.Then)
		l.block(s.Else)
	case *ast.NumberForStmt:
		s.Init, s.Limit, s.Step = l.expression(s.Init), l.expression(s.Limit), l.expression(s.Step)
		l.block(s.Stmts)
	case *ast.GenericForStmt:
		l.list(s.Exprs)
		l.block(s.Stmts)
	case *ast.FuncDefStmt:
		s.Name.Func, s.Name.Receiver = l.expression(s.Name.Func), l.expression(s.Name.Receiver)
		l.named(s.Name.Method, s)
		l.function(s.Func)
	case *ast.ReturnStmt:
		l.list(s.Exprs)
	}
}

func (l *lowering) list(exprs []ast.Expr) {
	for i := range exprs {
		exprs[i] = l.expression(exprs[i])
	}
}

// expression returns what stands for an expression, nil for nil.
func (l *lowering) expression(e ast.Expr) ast.Expr {
	l.nested++
	defer func() { l.nested-- }()
	if l.nested > maxNested {
		if e != nil {
			l.fail(e, tooDeep)
		}
		return e
	}
	switch e := e.(type) {
	case *ast.StringExpr:
		return l.constant(e, "s"+e.Value, lua.LString(e.Value))
	case *ast.NumberExpr:
		return l.constant(e, "n"+e.Value, lua.LVAsNumber(lua.LString(e.Value)))
	case *ast.IdentExpr:
		l.named(e.Value, e)
	case *ast.AttrGetExpr:
		e.Object, e.Key = l.expression(e.Object), l.expression(e.Key)
	case *ast.TableExpr:
		l.constructor(e)
	case *ast.FuncCallExpr:
		e.Func, e.Receiver = l.expression(e.Func), l.expression(e.Receiver)
		l.named(e.Method, e)
		l.list(e.Args)
	case *ast.LogicalOpExpr:
		e.Lhs, e.Rhs = l.expression(e.Lhs), l.expression(e.Rhs)
	case *ast.RelationalOpExpr:
		e.Lhs, e.Rhs = l.expression(e.Lhs), l.expression(e.Rhs)
	case *ast.StringConcatOpExpr:
		return l.concatenation(e)
	case *ast.ArithmeticOpExpr:
		e.Lhs, e.Rhs = l.expression(e.Lhs), l.expression(e.Rhs)
	case *ast.UnaryMinusOpExpr:
		e.Expr = l.expression(e.Expr)
	case *ast.UnaryNotOpExpr:
		e.Expr = l.expression(e.Expr)
	case *ast.UnaryLenOpExpr:
		e.Expr = l.expression(e.Expr)
	case *ast.FunctionExpr:
		l.function(e)
	}
	return e
}

// constant returns a constant itself if it is one of the first of its function, else an access
// to the table of constants.
func (l *lowering) constant(e ast.Expr, text string, value lua.LValue) ast.Expr {
	if own := l.inside.constants; own[text] || len(own) < ownConstants {
		own[text] = true
		return e
	}
	at, known := l.places[text]
	if !known {
		at = len(l.pool)
		l.places[text] = at
		l.pool = append(l.pool, value)
	}
	var access ast.Expr = lined(&ast.IdentExpr{Value: poolName}, e)
	for _, key := range []int{at/poolRow + 1, at%poolRow + 1} {
		number := lined(&ast.NumberExpr{Value: strconv.Itoa(key)}, e)
		access = lined(&ast.AttrGetExpr{Object: access, Key: number}, e)
	}
	return access
}

// lined returns a new expression on the line of one that it stands for.
func lined[T ast.Expr](made T, at ast.Expr) T {
	made.SetLine(at.Line())
	made.SetLastLine(at.LastLine())
	return made
}

// named counts the names of variables and methods.
func (l *lowering) named(name string, at ast.PositionHolder) {
	l.inside.names[name] = true
	if len(l.inside.names) > maxNames {
		l.fail(at, fmt.Sprintf("a function names more than %d variables", maxNames))
	}
}

func (l *lowering) fail(at ast.PositionHolder, problem string) {
	if l.problem == "" {
		l.problem, l.line = problem, at.Line()
	}
}

// constructor puts fields before items, and gives the items of a long list their numbers, from
// which on none is without.
func (l *lowering) constructor(e *ast.TableExpr) {
	position := 0
	var fields, items []*ast.Field
	for i, f := range e.Fields {
		if f.Key == nil {
			position++
			if position > maxPositions && i == len(e.Fields)-1 && hasMany(f.Value) {
				l.fail(e, fmt.Sprintf("a list of more than %d items ends with a call", maxPositions))
			}
			if position > maxPositions {
				f.Key = lined(&ast.NumberExpr{Value: strconv.Itoa(position)}, f.Value)
			}
		}
		f.Key, f.Value = l.expression(f.Key), l.expression(f.Value)
		if f.Key != nil {
			fields = append(fields, f)
			continue
		}
		if i < len(e.Fields)-1 {
			f.Value = single(f.Value)
		}
		items = append(items, f)
	}
	e.Fields = append(fields, items...)
}

// hasMany reports whether an expression may have several values.
func hasMany(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.FuncCallExpr:
		return !e.AdjustRet
	case *ast.Comma3Expr:
		return !e.AdjustRet
	}
	return false
}

// concatenation returns a call with the operands.
func (l *lowering) concatenation(e *ast.StringConcatOpExpr) ast.Expr {
	call := lined(&ast.FuncCallExpr{Func: lined(&ast.IdentExpr{Value: concatName}, e), AdjustRet: true}, e)
	for {
		call.Args = append(call.Args, single(l.expression(e.Lhs)))
		rest, ok := e.Rhs.(*ast.StringConcatOpExpr)
		switch {
		case !ok:
			call.Args = append(call.Args, single(l.expression(e.Rhs)))
			return call
		case len(call.Args) == maxOperands:
			call.Args = append(call.Args, l.concatenation(rest))
			return call
		}
		e = rest
	}
}

// single makes an expression give one value, and returns it.
func single(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.FuncCallExpr:
		e.AdjustRet = true
	case *ast.Comma3Expr:
		e.AdjustRet = true
	}
	return e
}
