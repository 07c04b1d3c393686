package suppress

import (
	"cmp"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/config"
	"luaflow/analysis/suppress/pragma"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines what the comments of a file say together.

// Set is the comments of a file that change which findings are shown. It never changes.
// A nil Set is that of a file without such comments.
type Set struct {
	config   *config.Config
	comments []*directive // those that could be understood, in the order of the text
	items    int          // the number of items in them
	problems []problem
	subjects subjects
	tracks   [pragma.OfServer]track
	server   serverSet
}

// Parse reads the comments of a file, whose configuration is c. The Set is nil, at the
// cost of a look at each comment, if none of them is of that kind.
func Parse(t *syntax.Tree, c *config.Config) *Set {
	var s *Set
	for i := range t.Comments {
		of, body, ok := pragma.Recognize(t, &t.Comments[i])
		if !ok {
			continue
		}
		if s == nil {
			s = &Set{config: c}
		}
		s.read(t, i, of, body)
	}
	if s != nil {
		s.connect(t)
	}
	return s
}

// read adds a comment.
func (s *Set) read(t *syntax.Tree, comment int, of pragma.Family, body source.Pos) {
	d, err := parseComment(s.config, t, comment, of, body)
	if err != nil {
		s.problems = append(s.problems, problem{"021", d.span, err.Error()})
		return
	}
	for i := range d.options {
		for k := range d.options[i].items {
			d.options[i].items[k].id = s.items
			s.items++
		}
	}
	if d.layer != nil {
		d.rules = d.layer.Rules()
	}
	s.subjects.add(d)
	d.names = d.literalNames()
	s.comments = append(s.comments, d)
}

// parseComment reads one comment.
func parseComment(c *config.Config, t *syntax.Tree, comment int, of pragma.Family, body source.Pos) (*directive, error) {
	span := t.Comments[comment].Span
	d := &directive{of: of, span: span, line: t.File.Line(span.Start), head: body}
	d.hasCode = of != pragma.OfServer && hasCodeBefore(t, comment)
	r := reader{config: c, directive: d}
	text := t.File.Slice(source.Span{Start: body, End: span.End})
	switch of {
	case pragma.OfLuacheck:
		return d, r.luacheck(text, body)
	case pragma.OfLuaflow:
		return d, r.luaflow(text, body)
	}
	return d, r.server(text, body)
}

// connect finds how far each comment reaches.
func (s *Set) connect(t *syntax.Tree) {
	for of := range s.tracks {
		var mine []*directive
		for _, d := range s.comments {
			if d.of == pragma.Family(of) {
				mine = append(mine, d)
			}
		}
		var problems []problem
		s.tracks[of], problems = newTrack(t, mine)
		s.problems = append(s.problems, problems...)
	}
	slices.SortStableFunc(s.problems, func(a, b problem) int { return cmp.Compare(a.span.Start, b.span.Start) })
	s.server = newServerSet(s.comments)
}

// Invalid returns the comments that cannot be understood, or not be paired with another, as
// findings in the order of the text.
func (s *Set) Invalid() []analysis.Finding {
	if s == nil {
		return nil
	}
	found := make([]analysis.Finding, len(s.problems))
	for i := range s.problems {
		found[i] = s.problems[i].finding()
	}
	return found
}

// Switches returns what luacheck's comments set on a line, flags and limits: for Config.With, the
// outermost first.
func (s *Set) Switches(line int) []*config.Layer {
	if s == nil {
		return nil
	}
	return s.tracks[pragma.OfLuacheck].at(line).switches()
}
