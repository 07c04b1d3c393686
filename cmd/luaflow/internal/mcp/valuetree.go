package mcp

import (
	"context"
	"fmt"
	"strings"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/printable"
	"luaflow/analysis/waste"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// How much of a tree is made.
const (
	defaultDepth = 4
	maxDepth     = 12
	maxSites     = 2000
)

// treeInput is what value_tree is asked.
type treeInput struct {
	position
	Forth bool `json:"forth,omitempty" jsonschema:"where the value goes, in the place of where it comes from"`
	Depth int  `json:"depth,omitempty" jsonschema:"how many steps the value is followed, 4 if absent, at most 12"`
}

// treeAnswer is what value_tree answers.
type treeAnswer struct {
	Sites []location `json:"sites" jsonschema:"the places of the tree from its root on, each followed by those below it, of one depth more"`
	Cut   int        `json:"cut,omitempty" jsonschema:"how many sites were reached and not followed: ask at their places"`
	remainder
}

// siteKinds say what a site is, in front of its name.
var siteKinds = [...]string{
	nav.VariableSite:  "",
	nav.FieldSite:     "field ",
	nav.CallSite:      "call ",
	nav.ArgumentSite:  "argument ",
	nav.ReturnSite:    "returned ",
	nav.ConditionSite: "tested ",
	nav.ConstantSite:  "constant ",
}

// site is a node of a tree.
type site struct {
	nav.Site
	depth int
	// isKnown: it stands above in the tree too, and what is below it is shown there. isCut: it was not followed.
	isKnown, isCut bool
}

// valueTree returns where a value comes from, or where it goes, through assignments, calls and fields.
func (s *server) valueTree(ctx context.Context, in *treeInput) (string, *treeAnswer, error) {
	doc, pos, note, err := s.ask(ctx, &in.position)
	if err != nil {
		return "", nil, err
	}
	defer s.documents.close(doc)
	most := defaultDepth
	if in.Depth > 0 {
		most = min(in.Depth, maxDepth)
	}
	g := growth{flows: (*nav.ValueTree).Sources, most: most, followed: map[source.Span]bool{}}
	if in.Forth {
		g.flows = (*nav.ValueTree).Targets
	}
	nearest, err := session.Ask(ctx, doc.Snapshot, func(p *waste.Parts) source.Span {
		root, ok := nav.ValueAt(p, pos)
		if !ok {
			return place.At(p, pos).Nearest(pos)
		}
		g.grow(nav.ValuesOf(p), root, 0)
		return source.NoSpan
	})
	switch {
	case err != nil:
		return "", nil, err
	case g.sites == nil:
		return "", nil, nothing(doc.File, pos, &place.NothingError{Reason: "there is no name of a variable here, or the text has syntax errors", Nearest: nearest})
	}
	return answerTree(doc.File, newPager(in.From, note), &g)
}

// growth makes a tree, in which each site is followed once.
type growth struct {
	flows    func(*nav.ValueTree, source.Span) ([]nav.Flow, []nav.Exit)
	most     int // steps
	sites    []site
	followed map[source.Span]bool
}

// grow adds a site at some depth, and what is below it.
func (g *growth) grow(t *nav.ValueTree, s nav.Site, depth int) {
	n := len(g.sites)
	g.sites = append(g.sites, site{Site: s, depth: depth, isKnown: g.followed[s.At]})
	switch {
	case g.sites[n].isKnown:
		return
	case depth == g.most || n >= maxSites:
		g.sites[n].isCut = true
		return
	}
	g.followed[s.At] = true
	found, _ := g.flows(t, s.At)
	for _, f := range found {
		if len(g.sites) >= maxSites {
			g.sites[n].isCut = true
			return
		}
		g.grow(t, f.Site, depth+1)
	}
}

// answerTree returns a tree as an answer, a line for each site.
func answerTree(f *source.File, pages *pager, g *growth) (string, *treeAnswer, error) {
	out := treeAnswer{Sites: []location{}}
	width := len(fmt.Sprint(f.NumLines()))
	for i := range g.sites {
		s := &g.sites[i]
		words := siteKinds[s.Kind] + s.Name
		if s.isKnown {
			words += " (as above)"
		}
		if s.isCut {
			words += " (not followed)"
			out.Cut++
		}
		if !pages.wants() {
			pages.skip()
			continue
		}
		p := placeAt(f, s.At, words)
		p.Depth = s.depth
		words = strings.Repeat("  ", s.depth) + printable.Text(words)
		line := fmt.Appendf(nil, "%*d:%-3d %-30s | %s\n", width, p.Line, p.Col, words, strings.TrimSpace(p.Text))
		if pages.take(line, p) {
			out.Sites = append(out.Sites, p)
		}
	}
	var last string
	if out.Cut > 0 {
		last = report.Plural(out.Cut, "site") + " not followed: ask with a larger depth, or at their line and column\n"
	}
	text, rest := pages.end(last, "site")
	out.remainder = rest
	return text, &out, nil
}
