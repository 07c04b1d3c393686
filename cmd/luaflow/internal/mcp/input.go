package mcp

import (
	"context"
	"errors"
	"fmt"

	"luaflow/analysis/printable"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// input names what is asked about: a file, or a text.
type input struct {
	Path string  `json:"path,omitempty" jsonschema:"a Lua file: its path from the folder that the server was started in, or absolute"`
	Text *string `json:"text,omitempty" jsonschema:"Lua source to look at in the place of a file, or of what the file at path holds"`
	From int     `json:"from,omitempty" jsonschema:"the first item to show, from 1: what an answer that left items out says"`
}

// position names a place in a file or text.
type position struct {
	input
	Line int    `json:"line,omitempty" jsonschema:"the line, from 1"`
	Col  int    `json:"col,omitempty" jsonschema:"the column in the line, from 1, in characters"`
	Name string `json:"name,omitempty" jsonschema:"a name in the line, in the place of a column"`
}

var errNoInput = errors.New("a path or a text is wanted")

// named returns the document that an input names, which is to be closed.
func (d *documents) named(in *input) (*document, error) {
	d.settings.Refresh()
	switch {
	case in.Path == "" && in.Text == nil:
		return nil, errNoInput
	case in.Path == "":
		return d.open(textName, *in.Text), nil
	}
	if in.Text != nil {
		path, err := d.roots.inside(in.Path)
		if err != nil {
			return nil, err
		}
		return d.open(d.roots.name(path), *in.Text), nil
	}
	file, isFolder, err := d.roots.find(in.Path)
	switch {
	case err != nil:
		return nil, err
	case isFolder:
		return nil, fmt.Errorf("%s: a folder: a file is wanted", in.Path)
	}
	return d.read(file)
}

// place returns the place that is asked about, and what is to be said of the choice if a name stands in the line several
// times.
func (at *position) place(ctx context.Context, doc *document) (pos source.Pos, note string, err error) {
	f := doc.File
	switch {
	case at.Line <= 0:
		return 0, "", errors.New("a line is wanted, from 1")
	case at.Line > f.NumLines():
		return 0, "", fmt.Errorf("%s: there is no line %d: the last one is %d", f.Name(), at.Line, f.NumLines())
	case at.Col <= 0 && at.Name == "":
		return 0, "", errors.New("a column from 1 is wanted, or a name")
	case at.Col > 0:
		return f.Pos(source.Point{Line: at.Line - 1, Col: at.Col - 1}, source.UTF32), "", nil
	}
	spans, err := session.AskUnit(ctx, doc.Snapshot, func(u *compile.Unit) []source.Span { return named(u, at.Line-1, at.Name) })
	if err != nil {
		return 0, "", err
	}
	if len(spans) == 0 {
		return 0, "", fmt.Errorf("%s: there is no name %q in line %d: %s", f.Name(), at.Name, at.Line, clip(printable.Line(f.LineText(at.Line-1)), maxMessage))
	}
	if len(spans) > 1 {
		note = fmt.Sprintf("`%s` stands in line %d more than once, this is about the first: columns", at.Name, at.Line)
		for _, s := range spans[:min(len(spans), 20)] {
			note += fmt.Sprintf(" %d", f.Point(s.Start, source.UTF32).Col+1)
		}
	}
	return spans[0].Start, note, nil
}

// named returns where a name stands in a line, from 0.
func named(u *compile.Unit, line int, name string) (found []source.Span) {
	in := u.File.LineSpan(line)
	for n := range u.Tree.Names.From(u.Tree.Names.Search(in.Start)) {
		if n.Start >= in.End {
			break
		}
		if u.Tree.Str(n.Sym) == name {
			found = append(found, n.Span())
		}
	}
	return found
}
