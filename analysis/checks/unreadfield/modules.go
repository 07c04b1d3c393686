package unreadfield

import (
	"fmt"

	"luaflow/analysis"
	"luaflow/compile/syntax"
)

// Fields of self that no file of the program reads.

// ofSelf reports the fields that the file sets in self and whose names stand nowhere else in the program, at the first place each.
func (r *reporter) ofSelf(p *analysis.Pass) {
	for _, x := range p.Program.Unread {
		var f *analysis.Finding
		isOwn := false // the value of some store is there for the field alone
		for _, site := range p.Program.Summary().SetAt[x.Field] {
			s, ok := p.Text.FieldStoreAt(syntax.FuncID(site.Func), int(site.PC))
			isOwn = isOwn || ok && !p.Waste.FieldSiblingUsed(syntax.FuncID(site.Func), &s)
			switch {
			case !ok || r.places[s.At().Start]:
			case f == nil:
				first := p.Finding(syntax.FuncID(site.Func), s.At())
				f = &first
				f.Luacheck, f.NotInLuacheck = "314", true
				f.Message = fmt.Sprintf("nothing in the project reads a field `%s`", x.Field)
				if x.Similar != "" {
					f.Message += fmt.Sprintf(": maybe `%s` is meant", x.Similar)
				}
				f.Fade = fade(p, &s)
				if s.Stat != nil {
					f.Subject.Stat = s.Stat.ID()
				}
			default:
				f.Related = append(f.Related, analysis.Related{Span: s.At(), Message: "assigned here too"})
			}
		}
		if f != nil {
			if !isOwn {
				f.Severity = analysis.Hint
				f.Message += secondary
			}
			r.places[f.Span.Start] = true
			p.Report(*f)
		}
	}
}
