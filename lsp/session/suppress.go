package session

import (
	"context"

	"luaflow/compile"
	"luaflow/compile/source"
)

// Suppress returns the edits that hide the finding with that index in Findings by a comment, for its line or in
// all of the text. If that cannot be done refusal says why, for people.
func (s *Snapshot) Suppress(ctx context.Context, finding int, inFile bool) (edits []source.Edit, refusal string, err error) {
	r, err := s.checked(ctx)
	if err != nil {
		return nil, "", err
	}
	f := &r.hidden[2*finding]
	if inFile {
		f = &r.hidden[2*finding+1]
	}
	found, err := asked(ctx, s, f, func(u *compile.Unit) (x suppression) {
		hide := Suppression{Finding: r.findings[finding], InFile: inFile, IsWhole: r.isWhole, Base: s.finished.Load()}
		var err error
		if x.edits, err = s.engine.value().Suppress(u, &hide); err != nil {
			x.refusal = err.Error()
		}
		return x
	})
	return found.edits, found.refusal, err
}

// IsWhole reports whether Lua accepts the text and all Findings were found in it, so that fixes can be proved.
func (s *Snapshot) IsWhole(ctx context.Context) (bool, error) {
	r, err := s.checked(ctx)
	return err == nil && r.isWhole, err
}
