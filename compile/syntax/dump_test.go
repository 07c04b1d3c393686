package syntax

import (
	"fmt"
	"reflect"
	"strings"

	"luaflow/compile/source"
)

// dump writes a tree, one node a line: its type, its first and last place as
// line:column, and what it holds besides nodes.
func dump(t *Tree) string {
	d := dumper{tree: t}
	for _, e := range t.Errors {
		fmt.Fprintf(&d.out, "error %s line %d, detected at %s: %s\n", d.span(e.Span), e.Line, d.pos(e.Detect), e.Msg)
	}
	for _, c := range t.Comments {
		fmt.Fprintf(&d.out, "comment %s long=%t\n", d.span(c.Span), c.Long)
	}
	d.node(t.Main)
	return d.out.String()
}

type dumper struct {
	tree  *Tree
	out   strings.Builder
	depth int
}

func (d *dumper) pos(p source.Pos) string {
	pt := d.tree.File.Point(p, source.UTF8)
	return fmt.Sprintf("%d:%d", pt.Line+1, pt.Col+1)
}

func (d *dumper) span(s source.Span) string { return d.pos(s.Start) + "-" + d.pos(s.End) }

func (d *dumper) node(n Node) {
	kind := strings.TrimPrefix(reflect.TypeOf(n).String(), "*syntax.")
	if _, ok := n.(CallStat); ok {
		kind = "CallStat"
	}
	fmt.Fprintf(&d.out, "%s%s %s%s\n", strings.Repeat("  ", d.depth), kind, d.span(n.Span()), d.attributes(n))
	d.depth++
	Children(n, d.node)
	d.depth--
}

// attributes returns what a node holds besides nodes.
func (d *dumper) attributes(n Node) string {
	switch n := n.(type) {
	case *Name:
		return fmt.Sprintf(" #%d %s", n.ID, d.tree.Str(n.Sym))
	case *Literal:
		return " " + [...]string{"nil", "false", "true"}[n.Kind]
	case *Number:
		if n.IsFloat() {
			return fmt.Sprintf(" float %v", d.tree.Float(n))
		}
		return fmt.Sprintf(" int %d", d.tree.Int(n))
	case *String:
		if n.Bare {
			return fmt.Sprintf(" bare %q", d.tree.Str(n.Sym))
		}
		return fmt.Sprintf(" %q", d.tree.Str(n.Sym))
	case *Function:
		return d.function(n)
	case *Call:
		return d.place(" paren", d.tree.Paren(n.Fn.Span().End))
	case *MethodCall:
		return d.place(" paren", d.tree.Paren(n.Name.End))
	case *Unary:
		return " " + [...]string{"-", "~", "not", "#"}[n.Op]
	case *Binary:
		return " " + d.tree.File.Slice(d.tree.TokenAt(n.OpPos)) + d.place(" at", n.OpPos)
	case *If:
		s := ""
		for i := range n.Clauses() {
			s += d.place(" clause", n.ClausePos(i))
		}
		return s
	case *Goto:
		return " " + d.tree.Str(n.Label) + d.place(" name", n.NamePos)
	case *Label:
		return " " + d.tree.Str(n.Label) + d.place(" name", n.NamePos)
	}
	return ""
}

func (d *dumper) function(f *Function) string {
	s := fmt.Sprintf(" #%d", f.ID) + d.place(" line", f.LinePos) + d.place(" vararg", f.Vararg)
	if f.HasSelf {
		s += " self"
	}
	if f.Tainted {
		s += " tainted"
	}
	return s
}

func (d *dumper) place(what string, p source.Pos) string {
	if !p.Valid() {
		return ""
	}
	return what + "=" + d.pos(p)
}
