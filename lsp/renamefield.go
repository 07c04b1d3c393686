package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"luaflow/analysis/across"
	"luaflow/analysis/facts"
	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/symbols"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/lsp/session"
)

// To rename a field of a module, in all files. It is refused unless each place is seen where somebody may come to the field: what the
// module returns stays in the variables of those who require it, by names that are known; in each of these files the name stands for
// nothing but what is known; and no file that is no Lua has it.

// renamedField returns the field of a module at a place of a document, in the program as it is by now. ok is false if
// something else stands there.
func (s *server) renamedField(ctx context.Context, snap *session.Snapshot, pos source.Pos) (field moduleField, ok bool, err error) {
	if _, ok, err := fieldPlaceAt(ctx, snap, pos); err != nil || !ok {
		return field, false, err
	}
	if err := s.links.catchUp(ctx); err != nil {
		return field, false, err
	}
	return s.moduleFieldAt(ctx, snap, pos)
}

// maxBlind is how many files a refusal names.
const maxBlind = 3

// renamable returns the places of a field of a module, by file and place, if it can be renamed, to a name if that is not "". Else it
// returns an error that says why not, or names the files through which nobody sees.
func (s *server) renamable(ctx context.Context, field moduleField, name string) (all []foundPlace, err error) {
	p, quoted := field.program, place.Quote(field.name)
	if isSet, isAll := p.HasExport(field.file, field.name); !isAll {
		return nil, refusal("not all fields of %s are known", p.Files[field.file].Path)
	} else if !isSet {
		return nil, refusal("%s does not set %s", p.Files[field.file].Path, quoted)
	}
	other := moduleField{program: p, file: field.file, name: name}
	isTaken, _ := p.HasExport(field.file, name)
	blind := p.Blind(field.file, field.name)
	for _, file := range p.around(field.file) {
		answer, in, err := askFile(ctx, s, p.paths[file], func(parts *waste.Parts) nameIn { return nameInFile(parts.Facts, field.name, name) })
		if err != nil {
			return nil, err
		}
		if answer.wrong != nil {
			return nil, refusal("%v", answer.wrong)
		}
		if !answer.isSeen && !slices.Contains(blind, file) {
			blind = append(blind, file)
		}
		for _, x := range answer.places {
			isTaken = isTaken || other.isAt(file, x)
			if in.Place = x; field.isAt(file, x) {
				all = append(all, in)
			}
		}
	}
	if name != "" && isTaken {
		return nil, refusal("%s has a field %s already", p.Files[field.file].Path, place.Quote(name))
	}
	if len(blind) > 0 {
		return nil, refusal("%s may be used where it is not seen: in %s", quoted, p.list(blind))
	}
	return all, nil
}

// list returns the paths of some files of a program, for a message.
func (p *linkedProgram) list(files []int) string {
	var paths []string
	for _, file := range files[:min(len(files), maxBlind)] {
		paths = append(paths, p.Files[file].Path)
	}
	if more := len(files) - len(paths); more > 0 {
		paths = append(paths, fmt.Sprintf("%d more", more))
	}
	return strings.Join(paths, ", ")
}

// nameIn is what one file has to do with the name of a field that is to be renamed.
type nameIn struct {
	places []across.Place
	isSeen bool  // the file is read and understood, and the name stands for nothing there but what is known
	wrong  error // why the new name cannot stand there; nil if it can
}

// nameInFile returns what a file has to do with a name that is to become another one; "" if that is not known yet.
func nameInFile(f *facts.Facts, name, other string) nameIn {
	in := nameIn{places: across.Places(f), isSeen: len(f.Unit.Errors) == 0 && !hasStray(f, name)}
	if other != "" {
		in.wrong = nav.CheckName(f.Unit, other)
	}
	return in
}

// hasStray reports whether a name stands somewhere in a file, outside of comments, where it is not known what it stands for.
func hasStray(f *facts.Facts, name string) bool {
	known := map[source.Pos]bool{}
	file := symbols.Of(f)
	for _, o := range file.Occurrences {
		known[o.Span.Start] = true
	}
	text := f.Unit.File.Text()
	for at := 0; ; {
		next := strings.Index(text[at:], name)
		if next < 0 {
			return false
		}
		at += next
		end := at + len(name)
		isWord := (at == 0 || !syntax.IsNameByte(text[at-1])) && (end == len(text) || !syntax.IsNameByte(text[end]))
		if isWord && !known[source.Pos(at)] && !isComment(f.Unit.Tree, source.Pos(at)) {
			return true
		}
		at = end
	}
}

// isComment reports whether a place is in a comment.
func isComment(t *syntax.Tree, pos source.Pos) bool {
	return slices.ContainsFunc(t.Comments, func(c syntax.Comment) bool { return c.Span.Start <= pos && pos < c.Span.End })
}

// prepareFieldRename answers with the place of the name of a field of a module that can be renamed; with nil where something else stands.
func (s *server) prepareFieldRename(ctx context.Context, snap *session.Snapshot, m mapper, pos source.Pos) (any, error) {
	field, ok, err := s.renamedField(ctx, snap, pos)
	if err != nil || !ok {
		return nil, err
	}
	if _, err := s.renamable(ctx, field, ""); err != nil {
		return nil, err
	}
	return m.rangeOf(field.at), nil
}

// renameField answers with the edits that give the field of a module at a place another name, in all files; with nil where something
// else stands.
func (s *server) renameField(ctx context.Context, snap *session.Snapshot, pos source.Pos, name string) (any, error) {
	field, ok, err := s.renamedField(ctx, snap, pos)
	if err != nil || !ok {
		return nil, err
	}
	switch name {
	case "":
		return nil, refusal("a name is not empty")
	case field.name:
		return &protocol.WorkspaceEdit{}, nil
	}
	found, err := s.renamable(ctx, field, name)
	if err != nil {
		return nil, err
	}
	var all []documentEdits
	for _, x := range found {
		if n := len(all); n == 0 || all[n-1].document != x.document {
			d := documentEdits{document: x.document}
			if x.snap != nil {
				d.version = &x.snap.Version
			}
			all = append(all, d)
		}
		d := &all[len(all)-1]
		d.edits = append(d.edits, protocol.TextEdit{Range: x.rangeOf(x.At), NewText: name})
	}
	return s.workspaceEdits(all), nil
}
