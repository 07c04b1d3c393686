package refactor_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/refactor"
	"luaflow/analysis/testkit/machine"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/external"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file finds out in another way whether what is said of a program is true, by what the reference
// compiler accepts, by what runs, and by other programs that would have to be refused too, or not. The plans
// and the proof are not asked.

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

// judge is asked about one change that is refused.
type judge struct {
	*testing.T
	*run
	at     source.Span // the selection
	change *refactor.Change
	luac   string // the program
	single bool   // no line has several statements

	reason string
	line   int    // that the reason names; 0 if none
	text   string // of that line
	name   string // the first that the reason quotes
}

// reasons are the classes of reasons, by a part of each, with what finds out whether one is true.
var reasons = []struct {
	part  string
	holds func(*judge) bool
}{
	{"it cannot be proved that line N", func(*judge) bool { return true }}, // how often: see tally
	{"the text would have an error", (*judge).isRejected},
	{"would mean something else", (*judge).isAboutNames},
	{"leaves a loop", func(j *judge) bool { return j.fails("loop") }},
	{"uses … of the function", func(j *judge) bool { return j.fails("...") }},
	{"leaves the selection", func(j *judge) bool { return j.fails("label") }},
	{"leads into the selection", func(j *judge) bool { return j.has(`\bgoto\b`) && strings.Contains(j.selected(), "::") }},
	{"returns from the function", func(j *judge) bool { return j.has(`\breturn\b`) && strings.Contains(j.selected(), "return") }},
	{"may look at the function that calls it", func(j *judge) bool { return strings.Contains(j.text, j.name) }},
	{"is assigned again", func(j *judge) bool { return j.stores(j.line, j.name) }},
	{"declared together", func(j *judge) bool { return j.declares(func(s *syntax.Local) bool { return len(s.Names) > 1 }) }},
	{"without a value", func(j *judge) bool { return j.declares(func(s *syntax.Local) bool { return len(s.Exprs()) == 0 }) }},
	{"more values than variables", func(j *judge) bool {
		return j.declares(func(s *syntax.Local) bool { return len(s.Exprs()) > len(s.Names) })
	}},
	{"is closed at the end", func(j *judge) bool { return strings.Contains(j.File.Text(), "<close>") }},
	{"is never read", (*judge).isUnread},
	{"would be computed at each", (*judge).isUsedOften},
	{"neither whole statements", func(j *judge) bool { return !j.isWhole() }},
	{"nothing is selected", (*judge).isBlank},
	{"is never executed", (*judge).isIdle},
	{"control never comes to", (*judge).isNeverRead},
	{"right after its declaration", (*judge).isNext},
	{"is an assignment in the same block", (*judge).isAssignedFirst},
	{"only … in line N uses", func(j *judge) bool { return j.has(`\buntil\b`) }},
	{"names a function by", func(j *judge) bool { return j.has(`function\s+` + regexp.QuoteMeta(j.name) + `\b`) }},
	{"stands where no value can", func(j *judge) bool { return strings.Contains(j.File.Text(), j.name) }},
	{"has other values in the function", func(j *judge) bool {
		return j.has(`\bfunction\b`) && j.declares(func(s *syntax.Local) bool { return strings.Contains(j.File.Slice(s.Span()), "...") })
	}},
	{"is assigned, a function captures it", func(j *judge) bool { return j.isShared(j.name) }},
	{"is assigned, and captured by", func(j *judge) bool { return j.has(`\bfunction\b`) && j.isShared(j.name) }},
	{"assigned though a function captures it", func(j *judge) bool { return j.isShared(j.name) && strings.Contains(j.selected(), j.name) }},
	{"the selection declares another", func(j *judge) bool { return j.countOf(j.name) > 1 && strings.Contains(j.selected(), j.name) }},
	{"are fields of the local", func(j *judge) bool { return j.has(`\b_ENV\b`) && j.selectsGlobal() }},
	{"would no longer be a new one", func(j *judge) bool { return j.captures(inTick.FindStringSubmatch(j.change.Title)[1]) }},
	{"would be a new one each time", func(j *judge) bool { return strings.Contains(j.selected(), "function") && j.has(`\b`+j.name+`\b`) }},
	{"no block holds the value", (*judge).isReadOutside},
	{"reads … and assigns it at once", func(j *judge) bool { return j.has(regexp.QuoteMeta(j.name) + `\s*(\+|-|\*|/|\.\.)=`) }},
}

// lie returns what speaks against a reason why the change is refused; "" if nothing does. A reason of a class
// that nobody can judge is one that nobody has thought about.
func (j *judge) lie(reason string) string {
	j.reason = reason
	if m := ofLine.FindStringSubmatch(reason); m != nil {
		fmt.Sscan(m[1], &j.line)
		lines, end := j.File.LuaLines(), source.Pos(j.File.Len())
		if j.line < len(lines) {
			end = lines[j.line]
		}
		j.text = j.File.Slice(source.Span{Start: lines[j.line-1], End: end})
	}
	if m := inTick.FindStringSubmatch(reason); m != nil {
		j.name = m[1]
	}
	class := classOf(reason)
	for _, r := range reasons {
		switch {
		case !strings.Contains(class, r.part):
		case r.holds(j):
			return ""
		default:
			return fmt.Sprintf("line %d is %q", j.line, j.text)
		}
	}
	return "nobody can judge that"
}

// selected returns the text of the selection.
func (j *judge) selected() string { return j.File.Slice(j.at) }

// has reports whether the line that the reason names has a pattern.
func (j *judge) has(pattern string) bool { return regexp.MustCompile(pattern).MatchString(j.text) }

// fails reports whether the selection is no body of a function, nor value of one, because of something.
func (j *judge) fails(because string) bool {
	for _, form := range []string{"local function f() %s\nend", "local function f() return %s\nend"} {
		s := compile.Compile(source.NewFile("selection", fmt.Sprintf(form, j.selected())))
		if slices.ContainsFunc(s.Errors, func(e *syntax.Error) bool { return strings.Contains(e.Msg, because) }) {
			return true
		}
	}
	return false
}

// isRejected reports whether the reference compiler does not accept the text with the first edits that are tried.
func (j *judge) isRejected() bool {
	drafts := j.change.Drafts()
	if len(drafts) == 0 {
		return false
	}
	after, err := j.File.Apply(drafts[0])
	if err != nil {
		return false
	}
	_, err = external.Feed(j.T, after.Text(), j.luac, "-p", "-")
	return err != nil
}

// isAboutNames reports whether the same change is not refused for what names mean if no two variables have one
// name, or whether it is about another `_ENV`, where no name helps.
func (j *judge) isAboutNames() bool {
	if strings.Contains(j.selected(), "_ENV") || strings.Contains(j.change.Title, "_ENV") {
		return true
	}
	var edits []source.Edit
	at := j.at
	for n := range j.Tree.Names.All() {
		id := j.Res.Refs[n.ID].Binding
		if id == 0 || j.Res.Bindings[id].Decl == nil || j.Tree.Str(n.Sym) == "_ENV" {
			continue
		}
		mark := fmt.Sprint("_", id)
		edits = append(edits, source.Edit{Span: source.Span{Start: n.End, End: n.End}, New: mark})
		if n.End <= j.at.Start {
			at.Start += source.Pos(len(mark))
		}
		if n.End < j.at.End || n.End == j.at.End && !j.at.Empty() || n.End <= j.at.Start {
			at.End += source.Pos(len(mark))
		}
	}
	apart, err := j.File.Apply(edits)
	if err != nil {
		return false
	}
	u := compile.Compile(apart)
	for _, c := range refactor.At(analysis.NewPass(u, 0, nil, nil), nil, at) {
		if kindOf(c) == kindOf(j.change) {
			_, err := c.Prove()
			return err == nil || !strings.Contains(err.Error(), "would mean something else")
		}
	}
	return false
}

// binding returns the variable whose name the selection touches or stands in front of; nil if there is none.
func (j *judge) binding() *resolve.Binding {
	for n := range j.Tree.Names.All() {
		if id := j.Res.Refs[n.ID].Binding; id != 0 && n.End >= j.at.Start {
			return &j.Res.Bindings[id]
		}
	}
	return nil
}

// declares reports whether what the reason says of the declaration of a variable of its name is so somewhere.
func (j *judge) declares(isSo func(*syntax.Local) bool) bool {
	return slices.ContainsFunc(j.Tree.Stats, func(s syntax.Stat) bool {
		d, ok := s.(*syntax.Local)
		return ok && regexp.MustCompile(`^local\b[^=]*\b`+j.variable()+`\b`).MatchString(j.File.Slice(d.Span())) && isSo(d)
	})
}

// variable returns the name that the title of the change is about, as a pattern.
func (j *judge) variable() string {
	return regexp.QuoteMeta(inTick.FindStringSubmatch(j.change.Title)[1])
}

// stores reports whether a statement that begins in a line, or the head of one, gives a variable a value.
func (j *judge) stores(line int, name string) bool {
	for n := range j.Tree.Names.All() {
		if j.Res.Refs[n.ID].Write && j.Tree.Str(n.Sym) == name && j.File.Line(n.Start) == line {
			return true
		}
	}
	return false
}

// isUnread reports whether the program runs as before if only the declaration of the variable at the selection
// has another name.
func (j *judge) isUnread() bool {
	v := j.binding()
	if v == nil {
		return false
	}
	after, err := j.File.Apply([]source.Edit{{Span: v.Decl.Span(), New: "unread_"}})
	return err == nil && j.differs(after) == ""
}

// isUsedOften reports whether the variable of the title is named as often as the reason says, and more than once,
// besides its declaration.
func (j *judge) isUsedOften() bool {
	uses := 0
	fmt.Sscan(j.reason[strings.LastIndex(j.reason, "each of ")+len("each of "):], &uses)
	return uses > 1 && strings.Count(j.File.Text(), inTick.FindStringSubmatch(j.change.Title)[1]) > uses
}

// isWhole reports whether the selection is an expression, which may stand in parentheses and change nothing, or
// statements, which may stand between semicolons. Either is one by itself too; what is none because of a `goto`, a `break` or
// a `...` in it is not judged, nor the parentheses of a call, nor operators of which it does not matter how they associate.
func (j *judge) isWhole() bool {
	if regexp.MustCompile(`^\(|\b(and|or)\b`).MatchString(j.selected()) || slices.ContainsFunc(j.Tree.Comments, func(c syntax.Comment) bool { return c.Span.Overlaps(j.at) }) {
		return false
	}
	for form, alone := range map[string]string{"(%s)": "return %s", ";%s;": "%s"} {
		if len(compile.Compile(source.NewFile("selection", fmt.Sprintf(alone, j.selected()))).Errors) > 0 {
			continue
		}
		after, err := j.File.Apply([]source.Edit{{Span: j.at, New: fmt.Sprintf(form, j.selected())}})
		if err != nil {
			continue
		}
		u := compile.Compile(after)
		if len(u.Errors) == 0 && bytes.Equal(bytecode.Dump(u.Main, true), bytecode.Dump(j.Main, true)) {
			return true
		}
	}
	return false
}

// isBlank reports whether the selection has nothing but blanks, semicolons, and parts of comments.
func (j *judge) isBlank() bool {
	for p := j.at.Start; p < j.at.End; p++ {
		isInside := slices.ContainsFunc(j.Tree.Comments, func(c syntax.Comment) bool { return c.Span.Contains(p) })
		if !isInside && !strings.ContainsRune(" \t\r\n;", rune(j.File.Text()[p])) {
			return false
		}
	}
	return true
}

// isIdle reports whether a statement that begins in the line of the reason has not run.
func (j *judge) isIdle() bool {
	for i, s := range j.Tree.Stats {
		if j.File.Line(s.Span().Start) != j.line {
			continue
		}
		f := j.functionAt(s.Span().Start)
		if pcs := j.Map.PCs(syntax.StatID(i)); !pcs.Empty() && !j.ran[machine.Site{Func: f, PC: int(pcs.Start)}] {
			return true
		}
	}
	return false
}

// isNeverRead reports whether the name of the reason stands in its line and was not read there.
func (j *judge) isNeverRead() bool {
	for n := range j.Tree.Names.All() {
		if j.Tree.Str(n.Sym) != j.name || j.File.Line(n.Start) != j.line {
			continue
		}
		f := j.functionAt(n.Start)
		if pc := j.Map.ReadPC(n.ID); pc < 0 || !j.ran[machine.Site{Func: f, PC: int(pc)}] {
			return true
		}
	}
	return false
}

// functionAt returns the number of the innermost function around a place.
func (j *judge) functionAt(p source.Pos) int {
	in := 0
	for i, f := range j.Tree.Funcs {
		if i > 0 && f.Span().Contains(p) && j.Tree.Funcs[in].Span().Covers(f.Span()) {
			in = i
		}
	}
	return in
}

// isNext reports whether the first statement after the declaration at the selection that is not empty begins in the
// line of the reason, and names the variable.
func (j *judge) isNext() bool {
	v := j.binding()
	if v == nil {
		return false
	}
	decl := j.Tree.Stats[v.Stat].Span()
	var next syntax.Stat
	for _, s := range j.Tree.Stats {
		if _, isEmpty := s.(*syntax.Empty); !isEmpty && s.Span().Start >= decl.End && (next == nil || s.Span().Start < next.Span().Start) {
			next = s
		}
	}
	return next != nil && j.File.Line(next.Span().Start) == j.line && j.isNamed(v, func(p source.Pos) bool { return next.Span().Contains(p) })
}

// isAssignedFirst reports whether the first name of the variable at the selection after its declaration is one to
// which a statement of the same block assigns.
func (j *judge) isAssignedFirst() bool {
	v := j.binding()
	if v == nil {
		return false
	}
	for n := range j.Tree.Names.All() {
		if id := j.Res.Refs[n.ID].Binding; id != 0 && &j.Res.Bindings[id] == v && n.Start > v.Decl.Start && j.Res.Refs[n.ID].Write {
			return j.File.Line(n.Start) == j.line && j.endOfBlock(n.Start) == j.endOfBlock(j.Tree.Stats[v.Stat].Span().Start-1)
		}
	}
	return false
}

// isNamed reports whether a variable is named at some of the places that a function accepts.
func (j *judge) isNamed(v *resolve.Binding, at func(source.Pos) bool) bool {
	for n := range j.Tree.Names.All() {
		if id := j.Res.Refs[n.ID].Binding; id != 0 && &j.Res.Bindings[id] == v && at(n.Start) {
			return true
		}
	}
	return false
}

// isShared reports whether a variable of a name is captured, and assigned besides its declaration.
func (j *judge) isShared(name string) bool {
	for i := range j.Res.Bindings {
		if v := &j.Res.Bindings[i]; v.Decl != nil && j.Tree.Str(v.Sym) == name && v.Captured && v.Writes > 0 {
			return true
		}
	}
	return false
}

// countOf returns how many variables have a name.
func (j *judge) countOf(name string) (n int) {
	for i := range j.Res.Bindings {
		if v := &j.Res.Bindings[i]; v.Decl != nil && j.Tree.Str(v.Sym) == name {
			n++
		}
	}
	return n
}

// selectsGlobal reports whether a global is named in the selection, of which another `_ENV` may be the table.
func (j *judge) selectsGlobal() bool {
	for n := range j.Tree.Names.All() {
		if j.at.Covers(n.Span()) && (j.Res.Refs[n.ID].Kind == resolve.ToGlobal || j.Tree.Str(n.Sym) == "_ENV") {
			return true
		}
	}
	return false
}

// captures reports whether a function that begins in the line of the reason names a variable.
func (j *judge) captures(name string) bool {
	return slices.ContainsFunc(j.Tree.Funcs[1:], func(f *syntax.Function) bool {
		return j.File.Line(f.Start) == j.line && regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`).MatchString(j.File.Slice(f.Span()))
	})
}

// isReadOutside reports whether the variable at the selection is named after the block in which the line of the
// reason gives it a value.
func (j *judge) isReadOutside() bool {
	v := j.binding()
	if v == nil {
		return false
	}
	return j.isNamed(v, func(store source.Pos) bool {
		return j.File.Line(store) == j.line && j.isNamed(v, func(p source.Pos) bool { return p >= j.endOfBlock(store) })
	})
}

// endOfBlock returns where the innermost statement ends around a place that others stand in.
func (j *judge) endOfBlock(p source.Pos) source.Pos {
	end := source.Pos(j.File.Len())
	for _, s := range j.Tree.Stats {
		switch s.(type) {
		case *syntax.Assign, *syntax.Compound:
			continue
		}
		if at := s.Span(); at.Contains(p) && at.End < end {
			end = at.End
		}
	}
	return end
}
