package mcp

import (
	"context"
	"fmt"
	"strings"

	"luaflow/analysis/across"
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
	file  int // in the program
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
	type answer struct {
		root    nav.Site
		ok      bool
		nearest source.Span
	}
	a, err := session.Ask(ctx, doc.Snapshot, func(p *waste.Parts) (a answer) {
		if a.root, a.ok = nav.ValueAt(p, pos); !a.ok {
			a.nearest = place.At(p, pos).Nearest(pos)
		}
		return a
	})
	switch {
	case err != nil:
		return "", nil, err
	case !a.ok:
		return "", nil, nothing(doc.File, pos, &place.NothingError{Reason: "there is no name of a variable here, or the text has syntax errors", Nearest: a.nearest})
	}
	p, err := s.programs.of(ctx, doc)
	if err != nil {
		return "", nil, err
	}
	defer p.close(s.documents)
	g := growth{program: p, flows: (*nav.ValueTree).Sources, most: defaultDepth, trees: map[*waste.Parts]*nav.ValueTree{}, followed: map[siteKey]bool{}}
	if in.Depth > 0 {
		g.most = min(in.Depth, maxDepth)
	}
	if in.Forth {
		g.flows = (*nav.ValueTree).Targets
	}
	if err := g.grow(p.own, a.root, 0); err != nil {
		return "", nil, err
	}
	return g.answer(newPager(in.From, note))
}

// growth makes a tree, in which each site is followed once.
type growth struct {
	*program
	flows    func(*nav.ValueTree, source.Span) ([]nav.Flow, []nav.Exit)
	most     int // steps
	sites    []site
	trees    map[*waste.Parts]*nav.ValueTree
	followed map[siteKey]bool
}

// siteKey is where a site stands.
type siteKey struct {
	file int
	at   source.Span
}

// grow adds a site at some depth, and what is below it.
func (g *growth) grow(file int, s nav.Site, depth int) error {
	n, key := len(g.sites), siteKey{file, s.At}
	g.sites = append(g.sites, site{Site: s, file: file, depth: depth, isKnown: g.followed[key]})
	switch {
	case g.sites[n].isKnown:
		return nil
	case depth == g.most || n >= maxSites:
		g.sites[n].isCut = true
		return nil
	}
	g.followed[key] = true
	found, err := g.next(file, s.At)
	for _, in := range found {
		for _, f := range in.Flows {
			if len(g.sites) >= maxSites {
				g.sites[n].isCut = true
				return nil
			}
			if err := g.grow(in.File, f.Site, depth+1); err != nil {
				return err
			}
		}
	}
	return err
}

// next returns the sites below one.
func (g *growth) next(file int, at source.Span) ([]across.Flows, error) {
	var flows []nav.Flow
	var exits []nav.Exit
	err := g.Ask(file, func(p *waste.Parts) {
		if g.trees[p] == nil {
			g.trees[p] = nav.ValuesIn(p, g.exports(file))
		}
		flows, exits = g.flows(g.trees[p], at)
	})
	if err != nil {
		return nil, err
	}
	return g.Follow(file, flows, exits)
}

// answer returns the tree as an answer, a line for each site, which names its file if the root stands in another one.
func (g *growth) answer(pages *pager) (string, *treeAnswer, error) {
	out := treeAnswer{Sites: []location{}}
	lines := 0
	for i := range g.sites {
		lines = max(lines, g.docs[g.sites[i].file].File.NumLines())
	}
	width := len(fmt.Sprint(lines))
	for i := range g.sites {
		s := &g.sites[i]
		f := g.docs[s.file].File
		words := siteKinds[s.Kind] + s.Name
		if s.file != g.own {
			words += " in " + f.Name()
		}
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
