//go:build !js

package luacheckrc

import "github.com/yuin/gopher-lua/ast"

// This file finds out on which line an option is set, by the text: `x = …`,
// `files["y"].z = …`, `return { … }` and what is in tables that stand there, or in
// local variables that are used there. What a loop or a function sets has no line.

// place is the line where a value stands, and the places of what is in it.
type place struct {
	line   int
	items  map[int]*place
	fields map[string]*place
}

// item returns the place of an item, nil if it is not known.
func (p *place) item(n int) *place {
	if p == nil {
		return nil
	}
	return p.items[n]
}

// field returns the place of a field, nil if it is not known.
func (p *place) field(name string) *place {
	if p == nil {
		return nil
	}
	return p.fields[name]
}

func (p *place) setItem(n int, value *place) {
	if p.items == nil {
		p.items = map[int]*place{}
	}
	p.items[n] = value
}

func (p *place) setField(name string, value *place) {
	if p.fields == nil {
		p.fields = map[string]*place{}
	}
	p.fields[name] = value
}

type placer struct {
	root   *place
	locals map[string]*place
}

// placesOf reads the statements of a chunk. Of several that set the same the last
// counts.
func placesOf(chunk []ast.Stmt) *place {
	p := placer{root: &place{}, locals: map[string]*place{}}
	p.statements(chunk)
	return p.root
}

func (p *placer) statements(block []ast.Stmt) {
	for _, stat := range block {
		switch stat := stat.(type) {
		case *ast.LocalAssignStmt:
			for i, name := range stat.Names {
				delete(p.locals, name)
				if i < len(stat.Exprs) {
					p.locals[name] = p.value(stat.Exprs[i])
				}
			}
		case *ast.AssignStmt:
			for i, target := range stat.Lhs {
				value := &place{}
				if i < len(stat.Rhs) {
					value = p.value(stat.Rhs[i])
				}
				p.assign(target, stat.Line(), value)
			}
		case *ast.DoBlockStmt:
			p.statements(stat.Stmts)
		case *ast.IfStmt:
			p.statements(stat.Then)
			p.statements(stat.Else)
		case *ast.ReturnStmt:
			if len(stat.Exprs) > 0 {
				for name, field := range p.value(stat.Exprs[0]).fields {
					p.root.setField(name, field)
				}
			}
		}
	}
}

// assign notes that a value is set on a line.
func (p *placer) assign(target ast.Expr, line int, value *place) {
	set := *value
	set.line = line
	if name, ok := target.(*ast.IdentExpr); ok {
		if _, isLocal := p.locals[name.Value]; isLocal {
			p.locals[name.Value] = &set
			return
		}
		p.root.setField(name.Value, &set)
		return
	}
	get, ok := target.(*ast.AttrGetExpr)
	if !ok {
		return
	}
	if in, key := p.holder(get.Object, line), constantKey(get.Key); in != nil && key != "" {
		in.setField(key, &set)
	}
}

// holder returns the place of the table that something is set in, made if there is none; nil
// if it is not known which.
func (p *placer) holder(e ast.Expr, line int) *place {
	switch e := e.(type) {
	case *ast.IdentExpr:
		if local, ok := p.locals[e.Value]; ok {
			return local
		}
		return p.root.made(e.Value, line)
	case *ast.AttrGetExpr:
		in, key := p.holder(e.Object, line), constantKey(e.Key)
		if in == nil || key == "" {
			return nil
		}
		return in.made(key, line)
	}
	return nil
}

func (p *place) made(name string, line int) *place {
	if p.fields[name] == nil {
		p.setField(name, &place{line: line})
	}
	return p.fields[name]
}

func constantKey(e ast.Expr) string {
	if s, ok := e.(*ast.StringExpr); ok {
		return s.Value
	}
	return ""
}

// value returns the place of an expression, and of what is in it.
func (p *placer) value(e ast.Expr) *place {
	here := &place{line: e.Line()}
	switch e := e.(type) {
	case *ast.IdentExpr:
		if local := p.locals[e.Value]; local != nil {
			return local
		}
	case *ast.TableExpr:
		n := 0
		for _, field := range e.Fields {
			value := p.value(field.Value)
			if field.Key == nil {
				n++
				here.setItem(n, value)
				continue
			}
			if key := constantKey(field.Key); key != "" {
				set := *value
				set.line = field.Key.Line()
				here.setField(key, &set)
			}
		}
	}
	return here
}
