package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis/facts"
	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/printable"
	"luaflow/analysis/symbols"
	"luaflow/compile"
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
	if err := s.links.catchUp(ctx); err != nil {
		return field, false, err
	}
	return s.moduleFieldAt(ctx, snap, pos)
}

// catchUp links the program as the documents are by now.
func (k *workspaceLinks) catchUp(ctx context.Context) error {
	for _, snap := range k.server.session.Snapshots() {
		if k.programOf(snap.File.Name()) == "" {
			continue
		}
		now, err := snap.Summary(ctx)
		if err != nil {
			return err
		}
		k.server.globals.summarized(snap, summarizedAs(now))
	}
	k.link()
	return nil
}

// refusal returns the error of a request to rename a field.
func refusal(format string, about ...any) error {
	return jsonrpc2.NewError(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), printable.Text(fmt.Sprintf(format, about...)))
}

// maxBlind is how many files a refusal names.
const maxBlind = 3

// renamable returns the places of a field, or an error that names the files through which nobody sees.
func (s *server) renamable(ctx context.Context, field moduleField) ([]foundPlace, error) {
	name := place.Quote(field.name)
	p := field.program
	if !p.HasExport(field.file, field.name) {
		return nil, refusal("%s does not set %s", p.Files[field.file].Path, name)
	}
	blind := p.Blind(field.file, field.name)
	files := append([]int{field.file}, p.Files[field.file].RequiredBy...)
	slices.Sort(files)
	for _, file := range slices.Compact(files) {
		isSeen, in, err := askFile(ctx, s, p.paths[file], func(f *facts.Facts) bool { return len(f.Unit.Errors) == 0 && !hasStray(f, field.name) })
		if err != nil {
			return nil, err
		}
		if (!isSeen || in.file == nil) && !slices.Contains(blind, file) {
			blind = append(blind, file)
		}
	}
	if len(blind) > 0 {
		var paths []string
		for _, file := range blind[:min(len(blind), maxBlind)] {
			paths = append(paths, p.Files[file].Path)
		}
		if more := len(blind) - len(paths); more > 0 {
			paths = append(paths, fmt.Sprintf("%d more", more))
		}
		return nil, refusal("%s may be used where it is not seen: in %s", name, strings.Join(paths, ", "))
	}
	return s.eachPlace(ctx, field)
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
		isWord := (at == 0 || !isNameByte(text[at-1])) && (end == len(text) || !isNameByte(text[end]))
		if isWord && !known[source.Pos(at)] && !isComment(f.Unit.Tree, source.Pos(at)) {
			return true
		}
		at = end
	}
}

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}

// isComment reports whether a place is in a comment.
func isComment(t *syntax.Tree, pos source.Pos) bool {
	return slices.ContainsFunc(t.Comments, func(c syntax.Comment) bool { return c.Span.Start <= pos && pos < c.Span.End })
}

// prepareFieldRename answers with the name of the field of a module that can be renamed; with null where there is none.
func (s *server) prepareFieldRename(ctx context.Context, snap *session.Snapshot, m mapper, pos source.Pos) (any, error) {
	field, ok, err := s.renamedField(ctx, snap, pos)
	if err != nil || !ok {
		return nil, err
	}
	if _, err := s.renamable(ctx, field); err != nil {
		return nil, err
	}
	return m.rangeOf(field.at), nil
}

// renameField answers with the edits that give the field of a module another name, in all files; with nil where there is none.
func (s *server) renameField(ctx context.Context, snap *session.Snapshot, pos source.Pos, name string) (any, error) {
	field, ok, err := s.renamedField(ctx, snap, pos)
	if err != nil || !ok {
		return nil, err
	}
	if field.name == name {
		return &protocol.WorkspaceEdit{}, nil
	}
	wrong, err := session.AskUnit(ctx, snap, func(u *compile.Unit) error { return nav.CheckName(u, name) })
	switch {
	case err != nil:
		return nil, err
	case wrong != nil:
		return nil, refusal("%v", wrong)
	}
	p := field.program
	other := moduleField{program: p, file: field.file, name: name}
	if taken, err := s.eachPlace(ctx, other); err != nil || len(taken) > 0 || p.HasExport(field.file, name) {
		if err == nil {
			err = refusal("%s has a field %s already", p.Files[field.file].Path, place.Quote(name))
		}
		return nil, err
	}
	found, err := s.renamable(ctx, field)
	if err != nil {
		return nil, err
	}
	return s.editsAt(found, name), nil
}

// editsAt returns the edits that put a text at places of several files, in the order of the files.
func (s *server) editsAt(found []foundPlace, text string) *protocol.WorkspaceEdit {
	all := &protocol.WorkspaceEdit{}
	if !s.client.documentChanges {
		all.Changes = map[uri.URI][]protocol.TextEdit{}
	}
	var last *protocol.TextDocumentEdit
	for _, x := range found {
		edit := protocol.TextEdit{Range: x.rangeOf(x.at), NewText: text}
		if !s.client.documentChanges {
			all.Changes[x.document] = append(all.Changes[x.document], edit)
			continue
		}
		if last == nil || last.TextDocument.URI != x.document {
			last = &protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{
				TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: x.document},
			}}
			if x.snap != nil {
				last.TextDocument.Version = &x.snap.Version
			}
			all.DocumentChanges = append(all.DocumentChanges, last)
		}
		last.Edits = append(last.Edits, &edit)
	}
	return all
}
