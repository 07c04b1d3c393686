package lsp

import (
	"context"

	"luaflow/analysis/across"
	"luaflow/analysis/waste"
)

// Walks across files: package across follows what leaves a file, in the texts that the server has.

// walk is a walk through the files of a program.
type walk struct {
	across.Files
	found map[int]foundPlace // by file, those that were asked: their texts
}

// walkIn returns a walk through the files of a program, for which the file of one place has the text that it has there, if that place is
// not the zero foundPlace.
func (s *server) walkIn(ctx context.Context, p *linkedProgram, own foundPlace) *walk {
	w := &walk{found: map[int]foundPlace{}}
	w.Program = p.Program
	w.Ask = func(file int, question func(*waste.Parts)) (err error) {
		asked := func(p *waste.Parts) (none struct{}) {
			question(p)
			return none
		}
		if p.paths[file] == own.path {
			w.found[file] = own
			_, err = askText(ctx, s, own, asked)
		} else {
			_, w.found[file], err = askFile(ctx, s, p.paths[file], asked)
		}
		return err
	}
	return w
}
