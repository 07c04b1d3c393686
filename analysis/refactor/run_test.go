package refactor_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/refactor"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/testkit/machine"
	"luaflow/compile"
	"luaflow/compile/external"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

var firstSeed = flag.Uint64("seed", 0, "seed of the first random program")

var show = flag.String("show", "", "show refusals with this in them")

// selections is how many random selections are refactored, perProgram of them in each program.
var selections = scale.Of(10_000)

const perProgram = 20

// TestProgramsRunAsBefore refactors random selections of programs that run, and runs them before and after:
// they print the same. What is refused has a reason, which is true.
func TestProgramsRunAsBefore(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	done, refused := make(map[string]int), make(map[string]int)
	for n := range uint64(selections+perProgram-1) / perProgram {
		seed := *firstSeed + n
		text := luagen.Program(seed, luagen.Options{Statements: 40, Messy: seed%2 == 1})
		u := compile.Compile(source.NewFile("program.lua", text))
		pass := analysis.NewPass(u, 0, nil, nil)
		r := rand.New(rand.NewPCG(seed, 1))
		for i := range perProgram {
			at := randomSelection(r, u)
			for k, c := range refactor.At(pass, nil, at) {
				kind := string(c.Kind) + " " + strings.SplitN(c.Title, "`", 2)[0]
				edits, err := c.Prove()
				if err != nil {
					if *show != "" && strings.Contains(kind+": "+classOf(err.Error()), *show) {
						t.Logf("seed %d: %q after %q in front of %q: %v", seed, u.File.Slice(at), text[max(0, at.Start-30):at.Start], text[at.End:min(len(text), int(at.End)+30)], err)
					}
					refused[kind+": "+classOf(err.Error())]++
					if why := (&judge{u, at, lua, seed%2 == 0}).lie(c, err.Error()); why != "" {
						t.Errorf("seed %d: %s of %q is refused: %v; but %s", seed, c.Title, u.File.Slice(at), err, why)
					}
					continue
				}
				done[kind]++
				after, err := u.File.Apply(edits)
				must.Do(t, err)
				if err := runAlike(u, after); err != nil {
					t.Errorf("seed %d: %s of %q: %v\n%s", seed, c.Title, u.File.Slice(at), err, difference(text, after.Text()))
				}
				if a, b := comments(u.Tree), comments(compile.Compile(after).Tree); a != b {
					t.Errorf("seed %d: %s of %q: the comments are others", seed, c.Title, u.File.Slice(at))
				}
				if (i+k)%7 == 0 {
					if a, b := output(lua, text), output(lua, after.Text()); a != b {
						t.Errorf("seed %d: %s of %q: Lua prints %q, and then %q", seed, c.Title, u.File.Slice(at), a, b)
					}
				}
			}
		}
	}
	for _, counts := range []map[string]int{done, refused} {
		for _, what := range slices.Sorted(maps.Keys(counts)) {
			t.Logf("%6d %s", counts[what], what)
		}
	}
	for _, kind := range []string{"refactor.inline inline ", "refactor.extract extract a function", "refactor.rewrite move the declaration of ", "refactor.rewrite split ", "refactor.rewrite join the declaration of "} {
		if scale.Full() && done[kind] < 10 {
			t.Errorf("only %d of %s", done[kind], kind)
		}
	}
}

// randomSelection returns the place of a name, of some statements of a block, of an expression, or just
// a piece of a text.
func randomSelection(r *rand.Rand, u *compile.Unit) source.Span {
	tree := u.Tree
	switch r.IntN(10) {
	case 0, 1, 2:
		var locals []*syntax.Name
		for n := range tree.Names.All() {
			if u.Res.Refs[n.ID].Kind != resolve.ToGlobal {
				locals = append(locals, n)
			}
		}
		if n := r.IntN(len(locals)); r.IntN(2) == 0 { // a declaration in front of it
			for n > 0 && u.Res.Refs[locals[n].ID].Kind != resolve.Declaration {
				n--
			}
			return source.Span{Start: locals[n].Start, End: locals[n].Start}
		}
		at := locals[r.IntN(len(locals))].Start
		return source.Span{Start: at, End: at}
	case 3, 4, 5, 6:
		var blocks []*syntax.Block
		var all func(n syntax.Node)
		all = func(n syntax.Node) {
			if b, ok := n.(*syntax.Block); ok && len(b.Stats) > 0 {
				blocks = append(blocks, b)
			}
			syntax.Children(n, all)
		}
		all(tree.Main)
		b := blocks[r.IntN(len(blocks))]
		first := r.IntN(len(b.Stats))
		last := min(len(b.Stats)-1, first+r.IntN(5))
		return source.Span{Start: b.Stats[first].Span().Start, End: b.Stats[last].Span().End}
	case 7, 8:
		var exprs []syntax.Expr
		var all func(n syntax.Node)
		all = func(n syntax.Node) {
			if e, ok := n.(syntax.Expr); ok {
				exprs = append(exprs, e)
			}
			syntax.Children(n, all)
		}
		all(tree.Main.Body)
		return exprs[r.IntN(len(exprs))].Span()
	}
	start := r.IntN(u.File.Len())
	return source.Span{Start: source.Pos(start), End: source.Pos(min(u.File.Len(), start+r.IntN(100)))}
}

var (
	number = regexp.MustCompile(`\d+`)
	quoted = regexp.MustCompile("`[^`]*`")
	ofLine = regexp.MustCompile(`line (\d+)`)
	inTick = regexp.MustCompile("`([^`]*)`")
)

// classOf returns a reason without what is of the program.
func classOf(reason string) string {
	return number.ReplaceAllString(quoted.ReplaceAllString(reason, "…"), "N")
}

// judge finds out in another way whether what is said of a program is true.
type judge struct {
	*compile.Unit
	at     source.Span // the selection
	lua    string      // the program
	single bool        // no line has several statements
}

// lie returns what speaks against a reason why a change is refused; "" if nothing does.
func (j *judge) lie(c *refactor.Change, reason string) string {
	class := classOf(reason)
	line, number := j.line(reason)
	name := ""
	if m := inTick.FindStringSubmatch(reason); m != nil {
		name = regexp.QuoteMeta(m[1])
	}
	has := func(text, pattern string) bool { return regexp.MustCompile(pattern).MatchString(text) }
	holds := reason != ""
	switch {
	case strings.Contains(class, "leaves a loop"):
		holds = j.fails("loop")
	case strings.Contains(class, "uses … of the function"):
		holds = j.fails("...")
	case strings.Contains(class, "leaves the selection"):
		holds = j.fails("label")
	case strings.Contains(class, "leads into the selection"):
		holds = has(line, `\bgoto\b`) && strings.Contains(j.File.Slice(j.at), "::")
	case strings.Contains(class, "returns from the function"):
		holds = has(line, `\breturn\b`) && has(j.File.Slice(j.at), `\breturn\b`)
	case strings.Contains(class, "is assigned again"):
		holds = has(line, `\b`+name+`\b.*=|function\s+`+name+`\b`)
	case strings.Contains(class, "declared together"):
		holds = has(j.File.Text(), `local\s[\w\s,]*\b`+name+`\b`) && has(j.File.Text(), `(,\s*`+name+`\b|\b`+name+`\s*,)`)
	case strings.Contains(class, "without a value"):
		holds = has(j.File.Text(), `local\s+`+name+`\b\s*[^=]`)
	case strings.Contains(class, "is never read"):
		holds = j.isUnread()
	case strings.Contains(class, "would be computed"):
		uses := 0
		fmt.Sscan(reason[strings.LastIndex(reason, "each of ")+len("each of "):], &uses)
		variable := inTick.FindStringSubmatch(c.Title)[1]
		holds = uses > 1 && strings.Count(j.File.Text(), variable) > uses
	case strings.Contains(class, "neither whole statements"):
		holds = !slices.ContainsFunc(j.Tree.Stats, func(s syntax.Stat) bool { return s.Span() == j.at })
	case strings.Contains(class, "never executed"):
		holds = !j.single || !j.executes(number)
	case strings.Contains(class, "right after its declaration"), strings.Contains(class, "names a function by"):
		holds = has(line, `\b`+name+`\b`)
	case strings.Contains(class, "captures it"), strings.Contains(class, "declares another"), strings.Contains(class, "captured by"):
		holds = has(j.File.Text(), `\b`+name+`\b`) && has(j.File.Text(), `\bfunction\b`)
	}
	if !holds {
		return fmt.Sprintf("line %d is %q", number, line)
	}
	return ""
}

// line returns the line that a reason names, and its number; nothing if it names none.
func (j *judge) line(reason string) (text string, n int) {
	m := ofLine.FindStringSubmatch(reason)
	if m == nil {
		return "", 0
	}
	fmt.Sscan(m[1], &n)
	lines, end := j.File.LuaLines(), source.Pos(j.File.Len())
	if n < len(lines) {
		end = lines[n]
	}
	return j.File.Slice(source.Span{Start: lines[n-1], End: end}), n
}

// fails reports whether the selection is no body of a function, nor value of one, because of something.
func (j *judge) fails(because string) bool {
	for _, form := range []string{"local function f() %s\nend", "local function f() return %s\nend"} {
		s := compile.Compile(source.NewFile("selection", fmt.Sprintf(form, j.File.Slice(j.at))))
		if slices.ContainsFunc(s.Errors, func(e *syntax.Error) bool { return strings.Contains(e.Msg, because) }) {
			return true
		}
	}
	return false
}

// isUnread reports whether the program runs as before if only the declaration of the variable at the selection
// has another name.
func (j *judge) isUnread() bool {
	for n := range j.Tree.Names.All() {
		if n.Span().Touches(j.at.Start) {
			decl := j.Res.Bindings[j.Res.Refs[n.ID].Binding].Decl
			after, err := j.File.Apply([]source.Edit{{Span: decl.Span(), New: "unread_"}})
			return err == nil && runAlike(j.Unit, after) == nil
		}
	}
	return false
}

// executes reports whether Lua comes to a line, outside of coroutines.
func (j *judge) executes(line int) bool {
	hook := "debug.sethook(function(_, l) if l == " + fmt.Sprint(line) + " then io.stderr:write('come') end end, 'l') "
	cmd := exec.Command(j.lua, "-")
	cmd.Stdin = strings.NewReader(hook + j.File.Text())
	var said strings.Builder
	cmd.Stderr = &said
	_ = cmd.Run() // it may fail, as it may without the hook
	return strings.Contains(said.String(), "come")
}

// runAlike runs two programs in the machine, and says what differs.
func runAlike(before *compile.Unit, after *source.File) error {
	now := compile.Compile(after)
	if len(now.Errors) > 0 {
		return now.Errors[0]
	}
	a, b := machine.Run(before.Main, machine.Config{}), machine.Run(now.Main, machine.Config{})
	switch {
	case a.Exhausted != "" || b.Exhausted != "":
	case a.Failed != b.Failed:
		return fmt.Errorf("one fails: %q, %q", a.Error, b.Error)
	case a.Output != b.Output:
		return fmt.Errorf("one prints %q, one %q", a.Output, b.Output)
	}
	return nil
}

// output returns what Lua prints of a program, and whether it fails.
func output(lua, text string) string {
	cmd := exec.Command(lua, "-")
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.Output()
	return fmt.Sprintf("%v\n%s", err, out)
}

// difference returns the lines in which two texts differ.
func difference(a, b string) string {
	before, after := strings.Split(a, "\n"), strings.Split(b, "\n")
	i, k := 0, 0
	for i < min(len(before), len(after)) && before[i] == after[i] {
		i++
	}
	for k < min(len(before), len(after))-i && before[len(before)-1-k] == after[len(after)-1-k] {
		k++
	}
	return "- " + strings.Join(before[i:len(before)-k], "\n- ") + "\n+ " + strings.Join(after[i:len(after)-k], "\n+ ")
}
