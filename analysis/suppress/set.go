package suppress

import (
	"cmp"
	"slices"

	"luaflow/analysis"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines what the comments of a file say together.

// Set is the comments of a file that change which findings are shown. It never changes.
// A nil Set is that of a file without such comments.
type Set struct {
	lang     *Language
	comments []*directive // those that could be understood, in the order of the text
	items    int          // the number of items in them
	problems []problem
	tracks   [ofServer]track
	server   serverSet
}

// Parse reads the comments of a file. It is nil, at the cost of a look at each comment,
// if none of them is of that kind.
func Parse(t *syntax.Tree, lang *Language) *Set {
	var s *Set
	for i := range t.Comments {
		of, body, ok := recognize(t, &t.Comments[i])
		if !ok {
			continue
		}
		if s == nil {
			s = &Set{lang: lang}
		}
		s.read(t, i, of, body)
	}
	if s != nil {
		s.connect(t)
	}
	return s
}

// read adds a comment.
func (s *Set) read(t *syntax.Tree, comment int, of family, body source.Pos) {
	d, err := parseComment(s.lang, t, comment, of, body)
	if err != nil {
		s.problems = append(s.problems, problem{"021", d.span, err.Error()})
		return
	}
	for i := range d.options {
		s.number(d.options[i].rule)
	}
	s.comments = append(s.comments, d)
}

// parseComment reads one comment.
func parseComment(lang *Language, t *syntax.Tree, comment int, of family, body source.Pos) (*directive, error) {
	span := t.Comments[comment].Span
	d := &directive{of: of, span: span, line: t.File.Line(span.Start), head: body}
	d.hasCode = of != ofServer && hasCodeBefore(t, comment)
	r := reader{Language: lang, directive: d}
	text := t.File.Slice(source.Span{Start: body, End: span.End})
	switch of {
	case ofLuacheck:
		return d, r.luacheck(text, body)
	case ofLuaflow:
		return d, r.luaflow(text, body)
	}
	return d, r.server(text, body)
}

// number gives the items of a rule their numbers.
func (s *Set) number(r *rule) {
	if r == nil {
		return
	}
	for i := range r.items {
		r.items[i].id = s.items
		s.items++
	}
}

// connect finds how far each comment reaches.
func (s *Set) connect(t *syntax.Tree) {
	for of := range s.tracks {
		var mine []*directive
		for _, d := range s.comments {
			if d.of == family(of) {
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

// Invalid is the comments that cannot be understood, or not be paired with another, as
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

// Options is what luacheck's comments set on a line, the outermost first: each
// overrides those before it as an inner options table of luacheck's would.
func (s *Set) Options(line int) []*Options {
	if s == nil {
		return nil
	}
	var all []*Options
	for f := s.tracks[ofLuacheck].at(line); f != nil; f = f.outer {
		if f.settings != nil {
			all = append(all, f.settings)
		}
	}
	slices.Reverse(all)
	return all
}
