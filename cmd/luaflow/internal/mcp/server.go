package mcp

import (
	"context"

	"luaflow/analysis/project"
	"luaflow/compile/source"
)

// server answers the questions of agents.
type server struct {
	documents *documents
	elsewhere *elsewhere
	programs  *programs
}

// folder returns the folder that an input names, nil if it names something else.
func (s *server) folder(in *input) (*project.File, error) {
	if in.Path == "" || in.Text != nil {
		return nil, nil
	}
	found, isFolder, err := s.documents.roots.find(in.Path)
	if err != nil || !isFolder {
		return nil, err
	}
	return &found, nil
}

// ask returns the document and the place that are asked about, and a line about the choice of the place if
// there was one. The document is to be closed.
func (s *server) ask(ctx context.Context, at *position) (doc *document, pos source.Pos, note string, err error) {
	if doc, err = s.documents.named(&at.input); err != nil {
		return nil, 0, "", err
	}
	if pos, note, err = at.place(ctx, doc); err != nil {
		s.documents.close(doc)
		return nil, 0, "", err
	}
	if note != "" {
		note = "note: " + note + "\n"
	}
	return doc, pos, note, nil
}
