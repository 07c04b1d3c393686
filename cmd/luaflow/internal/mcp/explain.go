package mcp

import (
	"context"
	"errors"
	"strings"

	"luaflow/analysis/checker"
	"luaflow/analysis/checks"
	"luaflow/analysis/nav"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// explainInput is what explain is asked: about a place, or about a check.
type explainInput struct {
	position
	Code string `json:"code,omitempty" jsonschema:"the code of a check, in the place of all else: what it claims, when it is silent, how to mend what it finds"`
}

// reasonsAnswer is what explain answers.
type reasonsAnswer struct {
	Reasons []location `json:"reasons" jsonschema:"the reasons, each followed by its steps, of depth 1"`
	Page    string     `json:"page,omitempty" jsonschema:"the page of a check, in markdown"`
	remainder
}

// explain returns why something is so, or the page of a check.
func (s *server) explain(ctx context.Context, in *explainInput) (string, *reasonsAnswer, error) {
	if in.Code != "" {
		return page(in.Code, in.From)
	}
	doc, pos, note, err := s.ask(ctx, &in.position)
	if err != nil {
		return "", nil, err
	}
	defer s.documents.close(doc)
	of := s.documents.settings.Of(project.File{Path: doc.path})
	defined := of.Definitions()
	reasons, err := answered(ctx, doc, func(u *compile.Unit) ([]nav.Reason, error) {
		c := checker.New()
		c.Config, c.Definitions = of.Config, defined
		return c.Explain(u, pos)
	})
	if len(reasons) == 0 {
		return "", nil, nothing(doc.File, pos, err)
	}
	out := reasonsAnswer{Reasons: []location{}}
	pages := newPager(in.From, note)
	show := func(text []byte, p location) {
		if pages.take(text, p) {
			out.Reasons = append(out.Reasons, p)
		}
	}
	for i := range reasons {
		x := &reasons[i]
		x.Title = clip(x.Title, maxMessage)
		p := placeAt(doc.File, x.At, x.Title)
		if x.Code != "" {
			p.Code, p.Severity = x.Code, x.Severity.String()
		}
		show(report.AppendReason(between(i), false, doc.File, x), p)
		for k := range x.Steps {
			if !pages.wants() {
				pages.skip()
				continue
			}
			step := &x.Steps[k]
			step.Text = clip(step.Text, maxMessage)
			p := placeAt(doc.File, step.Span, step.Text)
			p.Depth = 1
			show(report.AppendStep(nil, false, doc.File, step), p)
		}
	}
	text, rest := pages.end("", "line of reasons")
	out.remainder = rest
	return text, &out, nil
}

// between returns what stands in front of a reason.
func between(i int) []byte {
	if i > 0 {
		return []byte("\n")
	}
	return nil
}

// page returns the pages of the checks that a code names, ours or luacheck's.
func page(code string, from int) (string, *reasonsAnswer, error) {
	codes, err := settings.CodesOf(code)
	if err != nil {
		return "", nil, err
	}
	pages := newPager(from, "")
	var shown strings.Builder
	for _, code := range codes {
		doc, _ := checks.Doc(code)
		for line := range strings.Lines(doc) {
			if pages.take([]byte(line), line) {
				shown.WriteString(line)
			}
		}
	}
	text, rest := pages.end("", "line")
	return text, &reasonsAnswer{Reasons: []location{}, Page: shown.String(), remainder: rest}, nil
}

// answered returns the answer to a question about the compiled text of a document, or why there is none.
func answered[T any](ctx context.Context, doc *document, question func(*compile.Unit) (T, error)) (answer T, err error) {
	type result struct {
		answer T
		err    error
	}
	r, err := session.AskUnit(ctx, doc.Snapshot, func(u *compile.Unit) (r result) {
		r.answer, r.err = question(u)
		return r
	})
	if err != nil {
		return answer, err
	}
	return r.answer, r.err
}

// nothing returns the error of a question to which there is no answer at a place.
func nothing(f *source.File, pos source.Pos, err error) error {
	at := f.Point(pos, source.UTF32)
	return errors.New(report.NothingAt(f, at.Line+1, at.Col+1, err))
}
