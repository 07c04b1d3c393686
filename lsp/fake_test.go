package lsp

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/fix"
	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/unfinished"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// fakeEngine stands for the compiler and the analysis in tests of the transport.
// Its language is made of words:
//
//	dead…    is a warning, with a preferred fix that is possible without it too, a
//	         doubtful one, and a page
//	unused…  is a faded warning; with brackets after it, they fade too
//	hint…    is a hint
//	error…   is an error
//	join…    has a change that mends nothing
//	use…     is a use of every def… of the document
//	over…    overwrites every def… of a document without a use…
//	…most    has fixes or changes that are not all, if it is a dead… or a join…
//	…not     has a fix or a change that cannot be verified, if it is such a word
//	…cell    is captured, if it is a def…
//	omit…    is something that was not looked at; vast… stands for all of a document
//	panic…   panics when it is checked, or when it is described
func fakeEngine() *session.Engine {
	return &session.Engine{
		Compile: func(f *source.File, _ *session.Memory, _ *meter.Meter) *compile.Unit { return &compile.Unit{File: f} },
		Keep: func(_ *unfinished.Base, _ *compile.Unit, found []analysis.Finding, _ source.Pos) (*unfinished.Base, unfinished.Said) {
			return nil, unfinished.Said{Findings: found}
		},
		Check:   fakeCheck,
		Propose: fakePropose,
		Suppress: func(_ *compile.Unit, hide *session.Suppression) ([]source.Edit, error) {
			if hide.InFile {
				return nil, errors.New("there is no room")
			}
			end := hide.Finding.Span.End
			return []source.Edit{{Span: source.Span{Start: end, End: end}, New: " --"}}, nil
		},
		Fixes:        fakeFixes,
		Refactorings: fakeRefactorings,
		FixAll:       fakeFixAll,
		Describe:     fakeDescribe,
		About:        func(u *compile.Unit, question func(*waste.Parts)) { question(place.PartsOf(u, 0)) },
		Doc: func(code string) (string, bool) {
			return "# " + code + "\n", code == "dead-store"
		},
	}
}

var (
	fakeWord = regexp.MustCompile(`[\p{L}_]+`)
	fakeBody = regexp.MustCompile(`^\[[^]]*\]`)
	fakeDead = regexp.MustCompile(`dead\p{L}*`)
)

func spanOf(loc []int) source.Span {
	return source.Span{Start: source.Pos(loc[0]), End: source.Pos(loc[1])}
}

func fakeCheck(u *compile.Unit, _ *session.Memory) (out []analysis.Finding, omitted []analysis.Omission) {
	for _, loc := range fakeWord.FindAllStringIndex(u.File.Text(), -1) {
		f := analysis.Finding{Span: spanOf(loc), Fade: source.NoSpan}
		word := u.File.Slice(f.Span)
		f.Message = "saw `" + word + "`"
		switch {
		case strings.HasPrefix(word, "dead"):
			f.Code, f.Luacheck, f.Severity = "dead-store", "311", analysis.Warning
			f.Related = []analysis.Related{{Span: f.Span, Message: "here"}}
		case strings.HasPrefix(word, "unused"):
			f.Code, f.Severity, f.Fade = "unused-local", analysis.Warning, f.Span
			if body := fakeBody.FindString(u.File.Text()[f.Span.End:]); body != "" {
				f.Fade.End += source.Pos(len(body))
			}
		case strings.HasPrefix(word, "cycle"):
			f.Code, f.Severity, f.Fade = "dead-cycle", analysis.Warning, f.Span
			f.Fades = []source.Span{{Start: f.Span.End + 1, End: f.Span.End + 2}, {Start: 0, End: 1}}
		case strings.HasPrefix(word, "hint"):
			f.Code, f.Severity = "unused-parameter", analysis.Hint
		case strings.HasPrefix(word, "error"):
			f.Code, f.Severity = "syntax-error", analysis.Error
		case strings.HasPrefix(word, "panic"):
			panic(word)
		case strings.HasPrefix(word, "omit"):
			omitted = append(omitted, analysis.Omission{What: word + " was not looked at", Span: f.Span})
			continue
		case strings.HasPrefix(word, "vast"):
			omitted = append(omitted, analysis.Omission{What: "too much", Span: source.NoSpan})
			continue
		default:
			continue
		}
		out = append(out, f)
	}
	return out, omitted
}

// fakePropose proposes the fixes that there are, and for a dead…not another one.
func fakePropose(u *compile.Unit, findings []analysis.Finding) (proposals [][]analysis.Fix) {
	for _, f := range findings {
		o := fakeFixes(u, f)
		for _, r := range o.Refused {
			o.Fixes = append(o.Fixes, analysis.Fix{Title: r.Title, Level: analysis.Safe, Edits: []source.Edit{{Span: f.Span}}})
		}
		proposals = append(proposals, o.Fixes)
	}
	return proposals
}

func fakeFixes(u *compile.Unit, f analysis.Finding) (o fix.Outcome) {
	if f.Code != "dead-store" {
		return o
	}
	cut := []source.Edit{{Span: f.Span}}
	keep := []source.Edit{{Span: source.Span{Start: f.Span.Start, End: f.Span.Start + 4}, New: "kept"}}
	word := u.File.Slice(f.Span)
	o.Fixes = []analysis.Fix{
		{Title: "cut " + word, Edits: cut, Level: analysis.Safe, Preferred: true},
		{Title: "keep " + word, Edits: keep, Preferred: true},
	}
	if strings.HasSuffix(word, "not") {
		o.Refused = []fix.Refusal{{Title: "bend " + word, Why: "it would break"}}
	}
	o.IsPartial = strings.HasSuffix(word, "most")
	return o
}

// fakeFixAll gives up on a text with vast….
func fakeFixAll(f *source.File, among []analysis.Finding, _ []source.Span, _ *meter.Meter) (edits []source.Edit, omitted []analysis.Omission) {
	if strings.Contains(f.Text(), "vast") {
		omitted = []analysis.Omission{{What: "not all fixes were tried", Span: source.NoSpan}}
	}
	for _, loc := range fakeDead.FindAllStringIndex(f.Text(), -1) {
		if among == nil || slices.ContainsFunc(among, func(x analysis.Finding) bool { return x.Span == spanOf(loc) }) {
			edits = append(edits, source.Edit{Span: spanOf(loc)})
		}
	}
	return edits, omitted
}

func fakeRefactorings(u *compile.Unit, at source.Span, isWanted func(string) bool, proves func(*session.Refactoring) bool) (changes []session.Refactoring) {
	defer func() {
		for i := range changes {
			c := &changes[i]
			if c.IsProved = proves(c) && c.Refusal == ""; !c.IsProved {
				c.Edits = nil
			}
		}
	}()
	for _, loc := range fakeWord.FindAllStringIndex(u.File.Text(), -1) {
		span := spanOf(loc)
		word := u.File.Slice(span)
		switch {
		case !span.Touches(at.Start) || !isWanted("refactor.rewrite"):
		case strings.HasPrefix(word, "join") && strings.HasSuffix(word, "not"):
			c := session.Refactoring{Kind: "refactor.rewrite", Title: "join"}
			if proves(&c) {
				c.Refusal = "they do not fit"
			}
			return []session.Refactoring{c}
		case strings.HasPrefix(word, "join"):
			return []session.Refactoring{{Kind: "refactor.rewrite", Title: "join", Edits: []source.Edit{{Span: span, New: "joined"}}}}
		case strings.HasPrefix(word, "dead"):
			first := fakeFixes(u, analysis.Finding{Code: "dead-store", Span: span}).Fixes[0]
			return []session.Refactoring{{Kind: "refactor.rewrite", Title: first.Title, Edits: first.Edits}}
		}
	}
	return nil
}

func fakeDescribe(u *compile.Unit, pos source.Pos) (nav.Info, bool) {
	text := u.File.Text()
	for _, loc := range fakeWord.FindAllStringIndex(text, -1) {
		info := nav.Info{Info: place.Info{Span: spanOf(loc)}}
		if !info.Span.Touches(pos) {
			continue
		}
		info.Name = u.File.Slice(info.Span)
		switch {
		case strings.HasPrefix(info.Name, "panic"):
			panic(info.Name)
		case strings.HasPrefix(info.Name, "use"):
			info.IsUse = true
			info.Defs = fakePlaces(u.File, "def")
		case strings.HasPrefix(info.Name, "def"):
			info.Uses = fakePlaces(u.File, "use")
			info.Dead = len(info.Uses) == 0
			info.Why = "the variable ends"
			info.Overwritten = fakePlaces(u.File, "over")
			info.Cell = strings.HasSuffix(info.Name, "cell")
		}
		return info, true
	}
	return nav.Info{}, false
}

// fakePlaces returns the words of a document that begin like that; the second and every other one
// may not happen, and one that ends in "nil" is nowhere.
func fakePlaces(f *source.File, prefix string) []place.Place {
	var out []place.Place
	for _, loc := range fakeWord.FindAllStringIndex(f.Text(), -1) {
		span := spanOf(loc)
		word := f.Slice(span)
		if !strings.HasPrefix(word, prefix) {
			continue
		}
		p := place.Place{Span: span, Line: f.Line(span.Start), Text: fakeText(f, span), IsSource: true, May: len(out)%2 == 1}
		if strings.HasSuffix(word, "nil") {
			p = place.Place{Span: source.NoSpan, Text: "the implicit nil of `" + word + "`"}
		}
		out = append(out, p)
	}
	return out
}

// fakeText returns a word with what stands around it up to a blank.
func fakeText(f *source.File, span source.Span) string {
	text := f.Text()
	start := strings.LastIndexAny(text[:span.Start], " \n") + 1
	end := strings.IndexAny(text[span.End:]+" ", " \n")
	return text[start : int(span.End)+end]
}
