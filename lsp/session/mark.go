package session

import "luaflow/compile/source"

// Mark is a place in a version of a document that can be found again in later versions, by whoever hands
// it out and gets it back. Its fields are for that alone.
type Mark struct {
	Opening int64       `json:"opening"` // number of the opening of the document, of its session
	Version int32       `json:"version"` // of the document
	At      source.Span `json:"at"`      // in that version
	Was     source.Span `json:"was"`     // in the text that was opened; NoSpan if it was not in it
}

// Mark returns a place in the text as one that can be found again.
func (s *Snapshot) Mark(at source.Span) Mark {
	was, ok := s.since.Was(at)
	if !ok {
		was = source.NoSpan
	}
	return Mark{s.opened.number, s.Version, at, was}
}

// Find returns where a place of a Mark stands in the text. ok is false if it was edited or text was inserted
// in it; if it was not in the text that was opened, and the Mark is older than the last maxRecent edits;
// and if the document was closed in between.
func (s *Snapshot) Find(m Mark) (at source.Span, ok bool) {
	if m.Opening != s.opened.number || m.At.Start > m.At.End {
		return source.NoSpan, false
	}
	if m.Version == s.Version {
		return m.At, int(m.At.End) <= s.File.Len()
	}
	if at, ok, isRecent := s.recent.follow(m.Version, m.At); isRecent {
		return at, ok && int(at.End) <= s.File.Len()
	}
	if !m.Was.Valid() || m.Was.Start > m.Was.End {
		return source.NoSpan, false
	}
	return s.since.Now(m.Was)
}
