package checker_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/checks"
	"luaflow/analysis/facts"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// Planted code: a statement of which it is known what must be found in it is put into
// programs, in a line of its own. It must be found, or be passed over in silence, and
// all that was found before must be found again, in its new place.

// plantings is how many statements are planted into each file of LUAFLOW_CORPUS.
var plantings = scale.Of(2)

// plant is a statement, and the code of the check that reports it; none if nobody may.
type plant struct {
	code     string
	start    bool // it may only stand at the start of the program
	standard bool // it counts on a standard name
	text     string
}

func readPlants(t *testing.T) []plant {
	t.Helper()
	data := must.Read(t, "testdata/plant/plants.txt")
	var plants []plant
	for part := range strings.SplitSeq("\n"+data, "\n== ") {
		head, text, _ := strings.Cut(part, "\n")
		words := strings.Fields(head)
		if strings.HasPrefix(part, "\n#") {
			continue
		}
		p := plant{
			code: words[0], text: strings.TrimSpace(text),
			start: slices.Contains(words, "start"), standard: slices.Contains(words, "standard"),
		}
		if p.code == "silent" {
			p.code = ""
		} else if !checks.IsCode(p.code) {
			t.Errorf("there is no check %s", p.code)
		}
		plants = append(plants, p)
	}
	return plants
}

// host is a program that statements are planted into.
type host struct {
	name  string
	unit  *compile.Unit
	found []analysis.Finding
	// start is where its first statement stands, -1 if not at the start of a line;
	// places where any stands there that is executed and does something: what is
	// planted among dead statements belongs to them.
	start  int
	places []int
}

// newHost returns nil if nothing can be planted.
func newHost(name, text string) *host {
	u := compile.Compile(source.NewFile(name, text))
	if len(u.Errors) > 0 || !u.Analyzable() || len(u.Tree.Stats) == 0 || strings.Contains(text, "planted") {
		return nil
	}
	h := &host{name: name, unit: u, found: findAll(u), start: -1}
	flow := facts.NewCode(u.Main, value.Library{}, nil)
	constants, marking := flow.Constants(), flow.Marking(value.None)
	p := analysis.NewPass(u, 0, nil, func(analysis.Finding) {})
	p.Text.EachStat(func(fn syntax.FuncID, s syntax.Stat) {
		at := lineStart(u.File, s.Span().Start)
		pcs, f := u.Map.PCs(s.ID()), &flow.Funcs[fn]
		if at < 0 || pcs.Empty() || !marking.LiveFunc(f) || !constants.Executable(f, int(pcs.Start)) {
			return
		}
		if s == u.Tree.Stats[0] {
			h.start = at
		}
		live := false
		for pc := pcs.Start; pc < pcs.End; pc++ {
			live = live || marking.Live(f, int(pc))
		}
		if live && !slices.Contains(h.places, at) {
			h.places = append(h.places, at)
		}
	})
	return h
}

// findAll runs the checks that are off by default too.
func findAll(u *compile.Unit) []analysis.Finding {
	c := checker.New()
	c.All = true
	return c.Check(u)
}

// lineStart returns where the line of pos begins, -1 if something else stands in front.
func lineStart(f *source.File, pos source.Pos) int {
	text := f.Text()[:pos]
	at := strings.LastIndexByte(text, '\n') + 1
	if strings.Trim(text[at:], " \t") != "" {
		return -1
	}
	return at
}

// put plants p at a place and says what is wrong with what is found then.
func (h *host) put(p plant, at int) error {
	text := h.unit.File.Text()
	planted := p.text + "\n"
	after := text[:at] + planted + text[at:]
	u := compile.Compile(source.NewFile(h.name, after))
	if len(u.Errors) > 0 {
		return fmt.Errorf("%s", u.Errors[0])
	}
	inside := source.Span{Start: source.Pos(at), End: source.Pos(at + len(planted))}
	var others, own []analysis.Finding
	for _, f := range findAll(u) {
		if inside.Start <= f.Span.Start && f.Span.Start < inside.End {
			own = append(own, f)
		} else {
			others = append(others, f)
		}
	}
	if err := p.judge(own); err != nil {
		return err
	}
	return h.same(others, inside, strings.Contains(p.text, "__gc"))
}

// judge returns what is wrong with the findings in a plant.
func (p plant) judge(own []analysis.Finding) error {
	for _, f := range own {
		switch {
		case f.Code == p.code:
			return nil
		case p.code == "" && f.Severity < analysis.Hint && !isOff(f.Code):
			return fmt.Errorf("%s: %s", f.Code, f.Message)
		}
	}
	if p.code == "" {
		return nil
	}
	return fmt.Errorf("no %s, but %v", p.code, own)
}

func isOff(code string) bool {
	c := checks.Lookup(code)
	return c.Off
}

// same compares what is found outside of what was planted with what was found before. If a finalizer was, it may be what a table
// is there for that nothing reads, so that the finding says less.
func (h *host) same(after []analysis.Finding, planted source.Span, finalizer bool) error {
	line := h.unit.File.Line(planted.Start)
	before := map[string]int{}
	describe := func(f analysis.Finding, at source.Pos, n, line int) string {
		if finalizer && f.Code == "write-only-table" {
			f.Severity, f.Message = analysis.Hint, ""
		}
		return describe(f, at, n, line)
	}
	for _, f := range h.found {
		before[describe(f, planted.Start, planted.Len(), line)]++
	}
	for _, f := range after {
		d := describe(f, 0, 0, 0)
		if before[d]--; before[d] < 0 {
			return fmt.Errorf("new: %s", d)
		}
	}
	for d, n := range before {
		if n > 0 {
			return fmt.Errorf("gone: %s", d)
		}
	}
	return nil
}

var lineNumber = regexp.MustCompile(`\blines? \d+`)

// describe returns a finding as text, as it would be if n bytes and a line had been put in at a
// place in a line.
func describe(f analysis.Finding, at source.Pos, n, line int) string {
	move := func(s source.Span) source.Span {
		if s.Valid() && s.Start >= at {
			s.Start += source.Pos(n)
		}
		if s.Valid() && s.End > at {
			s.End += source.Pos(n)
		}
		return s
	}
	var b bytes.Buffer
	if isOff(f.Code) { // such a check may name what was planted as a way that control takes
		return fmt.Sprint(f.Code, move(f.Span))
	}
	message := lineNumber.ReplaceAllStringFunc(f.Message, func(s string) string {
		word, digits, _ := strings.Cut(s, " ")
		if k, _ := strconv.Atoi(digits); line > 0 && k >= line {
			return fmt.Sprintf("%s %d", word, k+1)
		}
		return s
	})
	fmt.Fprint(&b, f.Code, f.Severity, move(f.Span), message)
	for _, r := range f.Related {
		fmt.Fprint(&b, move(r.Span), r.Message)
	}
	return b.String()
}

// eachHost visits the programs in testdata, random ones, and those of the files of the folder in
// LUAFLOW_CORPUS whose turn it is.
func eachHost(t *testing.T, visit func(h *host, foreign bool)) {
	t.Helper()
	add := func(name, text string, foreign bool) {
		if h := newHost(name, text); h != nil {
			visit(h, foreign)
		}
	}
	for seed := range uint64(scale.Of(20)) {
		add(fmt.Sprintf("seed %d", seed), luagen.Program(seed, luagen.Options{Plain: true}), false)
	}
	own := must.Glob(t, "testdata/plant/*.lua")
	for _, path := range own {
		add(path, must.Read(t, path), false)
	}
	for i, path := range must.Corpus(t) {
		if scale.Turn(i) {
			add(path, must.Read(t, path), true)
		}
	}
}

// environment matches what a program uses that may change standard names or the methods of
// strings unseen: the metatable of a value may be that of strings, and what `require` gives for
// a name that is not in the code, or to another function, may be the table of globals.
var environment = regexp.MustCompile(`\b(_G|_ENV|setfenv)\b|\bdebug\.setmetatable\b|\bgetmetatable\b|\brequire\s*(\(\s*)?[^\s("'[]|\brequire\b[^()\n]*\([^()\n]*\.\.`)

func TestPlants(t *testing.T) {
	plants := readPlants(t)
	rng := rand.New(rand.NewPCG(1, 1))
	files, tried, mute := 0, 0, 0
	eachHost(t, func(h *host, foreign bool) {
		files++
		chosen := plants
		if foreign {
			chosen = nil
			for range plantings {
				chosen = append(chosen, plants[rng.IntN(len(plants))])
			}
		}
		for _, p := range chosen {
			at := h.start
			if !p.start && len(h.places) > 0 {
				at = h.places[rng.IntN(len(h.places))]
			}
			text := h.unit.File.Text()
			if at < 0 || p.standard && environment.MatchString(text) || p.code != "" && strings.Contains(text, "luacheck: ") {
				continue
			}
			tried++
			if p.code == "" {
				mute++
			}
			if err := h.put(p, at); err != nil {
				t.Errorf("%s:%d: %s\n%v", h.name, h.unit.File.Line(source.Pos(at)), p.text, err)
			}
		}
	})
	if tried < scale.Of(20)*len(plants) {
		t.Errorf("only %d statements were planted", tried)
	}
	t.Logf("%d statements planted into %d programs, %d of them to be passed over", tried, files, mute)
}
