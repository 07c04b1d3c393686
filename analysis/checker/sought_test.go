package checker

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/globals"
	"luaflow/analysis/luacheck"
	"luaflow/analysis/suppress"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// soughtTexts returns Lua files: some of those that the checks are tested with, and of the folder in LUAFLOW_CORPUS
// those with comments of luacheck's and some of the others.
func soughtTexts(t *testing.T) (texts []string) {
	t.Helper()
	for i, path := range slices.Concat(must.Glob(t, "../checks/*/testdata/*.lua"), must.Glob(t, "testdata/*/*.lua")) {
		if i%scale.Every(1) == 0 {
			texts = append(texts, must.Read(t, path))
		}
	}
	for i, path := range must.Corpus(t) {
		if text := must.Read(t, path); strings.Contains(text, "luacheck:") || i%scale.Every(10) == 0 {
			texts = append(texts, text)
		}
	}
	return texts
}

// options is what comments say that TestSought puts into files; %s is the name of a variable.
var options = []string{
	"ignore 211", "ignore 211/%s", "ignore 212", "ignore 212/%s", "ignore 213", "ignore 221", "ignore 231/%s", "ignore 23.",
	"ignore 311", "ignore 311/%s", "ignore 31[12]", "ignore 314", "ignore 321 331", "ignore 4", "ignore 431/%s", "ignore 42. 43./%s",
	"ignore 511", "ignore 512", "ignore 53.", "ignore 541 542", "ignore 551", "ignore 58.", "ignore 113", "ignore 14./%s", "ignore 131",
	"ignore dead-store", "ignore unused-local/%s shadowing/%s", "ignore unused-parameter unused-function", "ignore empty-block",
	"no unused args", "no unused secondaries", "no redefined", "no global", "no unused args, no redefined, ignore 311",
	"enable 211", "only 2 3", "push ignore 212", "push", "pop", "push no redefined", "unused secondaries", "ignore 532 -- 212 4",
}

// withComments returns a text with comments of luacheck's in random places.
func withComments(r *rand.Rand, text string, n int) string {
	tree := compile.Compile(source.NewFile("a.lua", text)).Tree
	lines := strings.Split(text, "\n")
	for range n {
		comment := options[r.IntN(len(options))]
		for strings.Contains(comment, "%s") && tree.Names.Len() > 0 {
			name := tree.Names.At(syntax.NameID(r.IntN(tree.Names.Len())))
			comment = strings.Replace(comment, "%s", tree.File.Slice(name.Span()), 1)
		}
		line := r.IntN(len(lines))
		if comment = "-- luacheck: " + comment; r.IntN(2) == 0 {
			lines[line] += " " + comment
		} else {
			lines[line] = comment + "\n" + lines[line]
		}
	}
	return strings.Join(lines, "\n")
}

// TestSought: which comments suppress nothing is found from the findings that are sought as from all of them,
// in files with the comments that they have and with others in random places.
func TestSought(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	sought, mattered, useless := 0, 0, 0
	for _, text := range soughtTexts(t) {
		for round := range 4 {
			text := text
			if round > 0 {
				text = withComments(r, text, 1+r.IntN(10))
			}
			c := Checker{All: round != 1}
			rules := c.rules()
			u := compile.Compile(source.NewFile("a.lua", text))
			comments := suppress.Parse(u.Tree, rules)
			if comments == nil || len(u.Errors) > 0 {
				continue
			}
			var found collected
			p := analysis.NewPass(u, hosts(rules, comments, u), nil, found.add)
			p.Globals = globals.Of(p.Facts, c.outside(rules, comments))
			all := c.find(p, &found, comments)
			runs := func(code string) bool { return c.runs(p, code) }
			filter := func(pedantic func(*suppress.Sought) []analysis.Finding) []analysis.Finding {
				return suppress.Filter(rules, comments, u, slices.Clone(all), suppress.Checks{Runs: runs, Pedantic: pedantic}).Useless
			}
			like := func(s *suppress.Sought) []analysis.Finding {
				_, found := likeLuacheck(p, p.Globals.Outside, rules, comments, s)
				return found
			}
			got := filter(func(s *suppress.Sought) []analysis.Finding { sought++; return like(s) })
			want := filter(func(*suppress.Sought) []analysis.Finding { return like(nil) })
			if !areEqual(got, want) {
				t.Fatalf("useless are\n%s\nand not\n%s\nin\n%s", listed(u, got), listed(u, want), text)
			}
			useless += len(want)
			mattered += len(filter(func(*suppress.Sought) []analysis.Finding { return nil })) - len(want)
		}
	}
	t.Logf("sought in %d files: %d items are of use, %d not", sought, mattered, useless)
	if sought == 0 || useless == 0 || scale.Full() && mattered == 0 {
		t.Errorf("sought in %d files, where %d items turned out to be of use, and %d not", sought, mattered, useless)
	}
}

func areEqual(got, want []analysis.Finding) bool {
	return len(got)+len(want) == 0 || reflect.DeepEqual(got, want)
}

func listed(u *compile.Unit, found []analysis.Finding) string {
	var b strings.Builder
	for i := range found {
		fmt.Fprintf(&b, "%d: %s %s %s\n", u.File.Line(found[i].Span.Start), found[i].Code, found[i].Luacheck, found[i].Message)
	}
	return b.String()
}

// TestPart: what begins in a part of a file is found in the part as in the whole, by each check and by what
// luacheck alone looks for.
func TestPart(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	inside, outside := 0, 0
	for _, text := range soughtTexts(t) {
		u := compile.Compile(source.NewFile("a.lua", text))
		whole := analysis.NewPass(u, 0, nil, nil)
		for range 3 {
			part := randomPart(r, u.File)
			for _, pedantic := range []bool{true, false} {
				all, some := findIn(whole, nil, pedantic, anyCode), findIn(whole, part, pedantic, anyCode)
				want, got := inPart(all, part), inPart(some, part)
				if !areEqual(got, want) {
					t.Fatalf("pedantic: %v, in %v of\n%s\nfound\n%s\nwant\n%s", pedantic, part, text, listed(u, got), listed(u, want))
				}
				inside += len(want)
				outside += len(all) - len(some)
			}
		}
		for _, code := range []string{"211", "614", "561"} {
			isIt := func(of string) bool { return of == code }
			isOther := func(f analysis.Finding) bool { return f.Luacheck != code || f.Code != "" }
			want := slices.DeleteFunc(findIn(whole, nil, true, anyCode), isOther)
			if got := slices.DeleteFunc(findIn(whole, nil, true, isIt), isOther); !areEqual(got, want) {
				t.Fatalf("of %s found\n%s\nwant\n%s\nin\n%s", code, listed(u, got), listed(u, want), text)
			}
		}
	}
	if scale.Full() && (inside < 100 || outside < 100) {
		t.Errorf("%d findings are in parts, and %d are not looked for", inside, outside)
	}
}

func anyCode(string) bool { return true }

// findIn returns what is found in a part of a file, after what a pass knows of it.
func findIn(of *analysis.Pass, part analysis.Part, pedantic bool, isSought func(string) bool) []analysis.Finding {
	var found collected
	p := of.In(of.Unit, found.add)
	p.Part = part
	if pedantic {
		p = of.Pedantic(part, found.add)
	}
	var none *suppress.Set
	p.Globals = globals.Of(p.Facts, globals.Outside{Strict: pedantic, At: none.GlobalRules(byDefault)})
	p.Run(slices.DeleteFunc(slices.Clone(checks.All), func(c *analysis.Check) bool { return c.Comments != analysis.NoComments })...)
	return append(found.all(), luacheck.Own(p, luacheckRules(byDefault, none), isSought)...)
}

func inPart(found []analysis.Finding, part analysis.Part) []analysis.Finding {
	return slices.DeleteFunc(found, func(f analysis.Finding) bool {
		return !slices.ContainsFunc(part, func(at source.Span) bool { return at.Contains(f.Span.Start) })
	})
}

// randomPart returns some lines of a file.
func randomPart(r *rand.Rand, f *source.File) analysis.Part {
	part := analysis.Part{}
	starts := f.LuaLines()
	for line := r.IntN(len(starts)); line < len(starts)-1; line += 2 + r.IntN(len(starts)) {
		end := min(line+1+r.IntN(5), len(starts)-1)
		part = append(part, source.Span{Start: starts[line], End: starts[end]})
		line = end
	}
	return part
}
