// Package unreadfield reports values that are put into fields of tables and that
// nothing reads: the field is written again before anything reads it or can see the
// table, in the same constructor maybe; or the table is one that never leaves the code
// of the file, and this field of it is not read; or it is a field of self of which the name
// seems to be that of another, mistyped, or stands nowhere else in the project.
package unreadfield

import (
	_ "embed"
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/tables"
	"luaflow/analysis/textmap"
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is unread-field. Tables of which nothing is read are the business of
// write-only-table.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:      "unread-field",
		Luacheck:  []string{"314"},
		Family:    "3",
		LuaLS:     []analysis.Diagnostic{{Name: "duplicate-index", Group: "duplicate"}},
		Title:     "the value of a field is never read",
		Doc:       doc,
		Mark:      analysis.Dead,
		Severity:  analysis.Warning,
		Uncovered: true,
		Run:       run,
	},
}

func run(p *analysis.Pass) {
	if p.Facts.Constants() == nil {
		return
	}
	r := reporter{make(map[source.Pos]bool)}
	p.EachFunc(r.overwritten)
	fields := slices.Concat(p.Waste.UnreadFields(), p.Waste.HandedFields())
	if len(fields) > 0 {
		r.leaveToTables(p)
	}
	for i := range fields {
		r.unread(p, &fields[i])
	}
	if p.Program != nil {
		r.ofSelf(p)
	}
	for _, m := range p.Waste.MistypedFields() {
		if m.Written {
			r.mistyped(p, m)
		}
	}
}

// leaveToTables takes the fields of tables that nothing can use for reported: one finding
// says it of the whole table.
func (r *reporter) leaveToTables(p *analysis.Pass) {
	for _, t := range p.Waste.UnusedTables() {
		for _, fill := range t.Fills {
			r.places[fill.Start] = true
		}
	}
}

// overwritten reports the values of fields that are overwritten too early.
func (r *reporter) overwritten(p *analysis.FuncPass) {
	for _, w := range p.Facts.Code.OverwrittenFields(p.Flow) {
		s, ok := p.Text.FieldStoreAt(p.ID, w.PC)
		if !ok || !p.Facts.Constants().Executable(p.Flow, w.PC) || w.Dropped && isSilent(p, &s, w.PC) {
			continue
		}
		r.report(p, &s, w)
	}
}

// isSilent reports whether nothing is to be said of a field that is dropped with its
// table: it is let go of, or the table has a finding that says more.
func isSilent(p *analysis.FuncPass, s *textmap.FieldStore, pc int) bool {
	touch := p.Facts.Objects().Touch(p.Flow, pc)
	l, isLiteral := s.Value.(*syntax.Literal)
	return isLiteral && l.Kind == syntax.Nil ||
		touch.Slot != tables.NoSlot && !p.Facts.Marking(value.None).LiveSlot(touch.Slot)
}

func (r *reporter) report(p *analysis.FuncPass, s *textmap.FieldStore, w tables.FieldOverwrite) {
	var places []source.Span
	again := s.Table != nil // all in the same constructor
	for _, pc := range w.By {
		by, ok := p.Text.FieldStoreAt(p.ID, pc)
		switch {
		case ok:
			places = append(places, by.At())
			again = again && by.Table == s.Table
		case s.Table != nil:
			places = append(places, s.Table.Span()) // an item of the list
		}
	}
	if s.Table != nil && !again && p.Text.IsPlaceholder(s.Value) {
		return
	}
	f := p.Finding(p.ID, s.At())
	f.Luacheck, f.NotInLuacheck = "314", len(places) == 0 || !again || w.Dropped
	name := keyText(p.Pass, s.Key)
	switch {
	case len(places) == 0:
		f.Message = fmt.Sprintf("value assigned to field %s is never read: the table is not used again", name)
	case again && !w.Dropped:
		f.Message = fmt.Sprintf("value of field %s is never read: the constructor sets it again %s", name, p.Text.AtLines(places))
	case w.Dropped:
		f.Message = fmt.Sprintf("value assigned to field %s is never read: overwritten %s, or the table is not used again", name, p.Text.AtLines(places))
	default:
		f.Message = fmt.Sprintf("value assigned to field %s is never read: overwritten %s", name, p.Text.AtLines(places))
	}
	if p.Waste.FieldSiblingUsed(p.ID, s) {
		f.Severity = analysis.Hint
		f.Message += secondary
	}
	f.Related = analysis.Point(places, "overwritten here")
	f.Fade = fade(p.Pass, s)
	if s.Stat != nil {
		f.Subject.Stat = s.Stat.ID()
	}
	r.places[f.Span.Start] = true
	p.Report(f)
}

// claim returns what is said of a field under a name.
func claim(u *waste.UnreadField, name string) string {
	why := "is never read"
	if u.Read {
		why = "is only used for values that nothing needs"
	}
	claim := fmt.Sprintf("field %s of this table %s, and the table never leaves this file", name, why)
	if u.HasMetatable {
		claim = fmt.Sprintf("field %s of these objects %s, and they never leave this file", name, why)
	}
	if u.Meant != "" {
		claim += fmt.Sprintf(": maybe `%s` is meant", u.Meant)
	}
	return claim
}

// unread reports a field that nothing reads, at the first store of which nothing has
// been said yet.
func (r *reporter) unread(p *analysis.Pass, u *waste.UnreadField) {
	first := slices.IndexFunc(u.Stores, func(s waste.UnreadStore) bool { return !r.places[s.At().Start] })
	if first < 0 {
		return
	}
	s := &u.Stores[first]
	f := p.Finding(s.Fn, s.At())
	f.Luacheck, f.NotInLuacheck = "314", true
	name := keyText(p, s.Key)
	f.Message = claim(u, name)
	isOwn := func(s waste.UnreadStore) bool { return !p.Waste.FieldSiblingUsed(s.Fn, &s.FieldStore) }
	if !slices.ContainsFunc(u.Stores, isOwn) {
		f.Severity = analysis.Hint
		f.Message += secondary
	}
	if !slices.ContainsFunc(u.Stores, func(s waste.UnreadStore) bool { return s.Table == nil }) {
		f.Severity = analysis.Hint // as in a list of constants, some of which are not used yet
	}
	f.Fade = fade(p, &s.FieldStore)
	r.places[f.Span.Start] = true
	for i := range u.Stores {
		if i != first {
			f.Related = append(f.Related, analysis.Related{Span: u.Stores[i].At(), Message: "assigned here too"})
		}
	}
	if s.Stat != nil {
		f.Subject.Stat = s.Stat.ID()
	}
	p.Report(f)
}

// mistyped reports a field of self that is assigned once and that the file does not name again, where it names and reads another one
// of nearly that name.
func (r *reporter) mistyped(p *analysis.Pass, m waste.MistypedField) {
	s, ok := p.Text.FieldStoreAt(m.Fn, m.PC)
	if !ok || r.places[s.At().Start] || !p.Facts.Constants().Executable(&p.Facts.Code.Funcs[m.Fn], m.PC) {
		return
	}
	f := p.Finding(m.Fn, s.At())
	f.Luacheck, f.NotInLuacheck = "314", true
	f.Severity = analysis.Hint
	f.Message = fmt.Sprintf("field `%s` is named nowhere else in this file: maybe `%s` is meant", m.Name, m.Meant)
	f.Fade = f.Span
	if s.Stat != nil {
		f.Subject.Stat = s.Stat.ID()
	}
	p.Report(f)
}
