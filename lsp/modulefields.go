package lsp

import (
	"context"
	"errors"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis/across"
	"luaflow/analysis/checker"
	"luaflow/analysis/modules"
	"luaflow/analysis/place"
	"luaflow/analysis/project"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// Fields of modules across files: of the table that a file returns, under whatever name those hold it that require the file.

// linkedProgram is a program as it was linked last.
type linkedProgram struct {
	*modules.Program
	paths []string       // by index of the file
	index map[string]int // by path
}

// programAt returns the program that a file is of, and its index there; nil if it is not known.
func (k *workspaceLinks) programAt(path string) (p *linkedProgram, file int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	p = k.linked[k.programOf(path)]
	if p == nil {
		return nil, 0
	}
	file, ok := p.index[path]
	if !ok {
		return nil, 0
	}
	return p, file
}

// isInProgram reports whether a file is one of a program that is known.
func (k *workspaceLinks) isInProgram(path string) bool {
	p, _ := k.programAt(path)
	return p != nil
}

// moduleField is a field of what a file of a program returns.
type moduleField struct {
	program *linkedProgram
	file    int
	name    string
	at      source.Span // where somebody has asked about it
}

// around returns a file and those that require it, ascending.
func (p *linkedProgram) around(file int) []int {
	files := append([]int{file}, p.Files[file].RequiredBy...)
	slices.Sort(files)
	return slices.Compact(files)
}

// isAt reports whether it is the field that stands at a place in a file.
func (m *moduleField) isAt(file int, x across.Place) bool {
	to, ok := m.program.Module(file, x.Module)
	return ok && to == m.file && x.Name == m.name
}

// moduleFieldAt returns the field of a module that stands at a place of a document. ok is false if something else stands there, or nothing
// is known of the program.
func (s *server) moduleFieldAt(ctx context.Context, snap *session.Snapshot, pos source.Pos) (field moduleField, ok bool, err error) {
	p, file := s.links.programAt(snap.File.Name())
	if p == nil {
		return field, false, nil
	}
	x, ok, err := fieldPlaceAt(ctx, snap, pos)
	if err != nil || !ok {
		return field, false, err
	}
	to, ok := p.Module(file, x.Module)
	return moduleField{p, to, x.Name, x.At}, ok, nil
}

// fieldPlaceAt returns the occurrence of a field at a place of a document. ok is false if something else stands there.
func fieldPlaceAt(ctx context.Context, snap *session.Snapshot, pos source.Pos) (x across.Place, ok bool, err error) {
	type answer struct {
		across.Place
		ok bool
	}
	a, err := session.Ask(ctx, snap, func(parts *waste.Parts) (a answer) {
		a.Place, a.ok = across.PlaceAt(parts.Facts, pos)
		return a
	})
	return a.Place, a.ok, err
}

// foundPlace is a place in some file.
type foundPlace struct {
	across.Place
	path     string
	document uri.URI
	snap     *session.Snapshot // nil if the file is not open
	mapper                     // without a file if that cannot be read
}

// eachPlace returns all places of a field in the files of its program: in the one that returns it, and in those that require that.
func (s *server) eachPlace(ctx context.Context, field moduleField) (all []foundPlace, err error) {
	for _, file := range field.program.around(field.file) {
		places, in, err := s.placesIn(ctx, field.program.paths[file])
		if err != nil {
			return nil, err
		}
		for _, x := range places {
			if field.isAt(file, x) {
				in.Place = x
				all = append(all, in)
			}
		}
	}
	return all, nil
}

// placesIn returns the places of fields of modules in a file, and where that is.
func (s *server) placesIn(ctx context.Context, path string) (all []across.Place, in foundPlace, err error) {
	return askFile(ctx, s, path, func(p *waste.Parts) []across.Place { return across.Places(p.Facts) })
}

// askFile returns the answer to a question about a file, and where that is: about its text if it is open, as that is by then, else about
// what is on disk. If that cannot be read it is the zero T.
func askFile[T any](ctx context.Context, s *server, path string, question func(*waste.Parts) T) (answer T, in foundPlace, err error) {
	for {
		in, err = s.textIn(ctx, path)
		if err != nil || in.file == nil {
			return answer, in, err
		}
		answer, err = askText(ctx, s, in, question)
		if !errors.Is(err, session.ErrChanged) && !errors.Is(err, session.ErrNotOpen) {
			return answer, in, err
		}
	}
}

// textIn returns the text of a file as a place without a field: that of its document if it is open, else what is on disk. Its file is nil if
// that cannot be read.
func (s *server) textIn(ctx context.Context, path string) (in foundPlace, err error) {
	in.path, in.document = path, uri.File(path)
	if snap, ok := s.session.Snapshot(key(in.document)); ok {
		in.document, in.snap, in.mapper = uri.URI(snap.URI), snap, mapper{snap.File, s.client.encoding}
		return in, ctx.Err()
	}
	f := project.Named(path)
	opener := s.opener()
	defer opener.Close()
	text, err := opener.Read(&f, project.MaxSource)
	if err == nil && !project.IsChunk(string(text)) {
		in.mapper = mapper{source.NewFile(path, string(text)), s.client.encoding}
	}
	return in, ctx.Err()
}

// askText returns the answer to a question about a text that textIn has returned. The error is that of session.Ask, or the context's.
func askText[T any](ctx context.Context, s *server, in foundPlace, question func(*waste.Parts) T) (answer T, err error) {
	if in.snap != nil {
		return session.Ask(ctx, in.snap, question)
	}
	rules, _, _ := s.configuration.rulesOf(in.path)
	units := compile.Memory{Meter: new(meter.Meter)}
	defer context.AfterFunc(ctx, units.Meter.Stop)()
	if s.options.observe != nil {
		defer s.options.observe(units.Meter)()
	}
	isDone := units.Meter.Run(func() {
		u := units.CompileNext(in.file, rules.Language(rules.Decide(in.path, in.file.Text())))
		answer = question(place.PartsOf(u, checker.Hosts(rules, u)))
	})
	if !isDone {
		return answer, ctx.Err()
	}
	return answer, nil
}

// fieldDefinition answers with where the field of a module at a place gets its first value, whatever file that is in; with nil where
// something else stands.
func (s *server) fieldDefinition(ctx context.Context, snap *session.Snapshot, pos source.Pos) (any, error) {
	field, ok, err := s.moduleFieldAt(ctx, snap, pos)
	if err != nil || !ok {
		return nil, err
	}
	w := s.walkIn(ctx, field.program, foundPlace{})
	found, err := w.Definitions(field.file, field.name)
	if err != nil {
		return nil, err
	}
	in := w.found[field.file]
	if len(found) == 0 {
		return nil, nil
	}
	if !s.client.links {
		return locations(in.mapper, string(in.document), false, field.at, found), nil
	}
	from := mapper{snap.File, s.client.encoding}.rangeOf(field.at)
	links := make([]protocol.LocationLink, len(found))
	for i, at := range found {
		r := in.rangeOf(at)
		links[i] = protocol.LocationLink{OriginSelectionRange: &from, TargetURI: in.document, TargetRange: r, TargetSelectionRange: r}
	}
	return links, nil
}

// fieldReferences answers with all places of the field of a module at a place. ok is false where something else stands.
func (s *server) fieldReferences(ctx context.Context, snap *session.Snapshot, params *protocol.ReferenceParams) (out []protocol.Location, ok bool, err error) {
	field, ok, err := s.moduleFieldAt(ctx, snap, mapper{snap.File, s.client.encoding}.pos(params.Position))
	if err != nil || !ok {
		return nil, false, err
	}
	all, err := s.eachPlace(ctx, field)
	for _, x := range all {
		if params.Context.IncludeDeclaration || !x.IsDefinition {
			out = append(out, protocol.Location{URI: x.document, Range: x.rangeOf(x.At)})
		}
	}
	return out, true, err
}
