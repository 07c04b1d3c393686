package fix

import (
	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Refusals says why the plans for a finding that were not offered were refused.
func (x *Fixer) Refusals(u *compile.Unit, f analysis.Finding) []string {
	var out []string
	was := x.before(u)
	for _, c := range was.plans(&f) {
		for _, p := range c {
			if _, err := x.verify(was, p.edits, p.lossy, []analysis.Finding{f}); err != nil {
				out = append(out, p.title+": "+err.Error())
			}
		}
	}
	return out
}

// Verify is the verifier alone, for edits that mend the findings with a code.
func (x *Fixer) Verify(u *compile.Unit, edits []source.Edit, code string) error {
	was := x.before(u)
	var mended []analysis.Finding
	for _, f := range was.findings {
		if f.Code == code {
			mended = append(mended, f)
		}
	}
	_, err := x.verify(was, edits, false, mended)
	return err
}

// Prove is the proof alone, with what must be known of the names for it.
func (x *Fixer) Prove(u *compile.Unit, edits []source.Edit) error {
	now := compile.Compile(source.NewFile(u.File.Name(), Apply(u.File.Text(), edits)))
	if len(now.Errors) > 0 {
		return now.Errors[0]
	}
	p, err := pair(x.before(u), now, edits)
	if err != nil {
		return err
	}
	return p.prove(false)
}

// Sabotage is the fixes for dead stores, made for all stores that no finding is about.
func (x *Fixer) Sabotage(u *compile.Unit) [][]source.Edit {
	was := x.before(u)
	found := make(map[source.Pos]bool)
	for _, f := range was.findings {
		found[f.Span.Start] = true
	}
	var out [][]source.Edit
	for fn := range u.Funcs {
		for k, store := range u.Funcs[fn].Map.Stores {
			if store.Name == syntax.NoName || store.Stat == syntax.NoStat || store.Elided {
				continue
			}
			at := u.Tree.Names.At(store.Name).Span()
			if found[at.Start] {
				continue
			}
			f := analysis.Finding{Code: "dead-store", Span: at, Subject: analysis.Subject{
				Func: syntax.FuncID(fn), Store: k, Binding: store.Binding, Stat: store.Stat,
			}}
			for _, c := range was.plans(&f) {
				for _, p := range c {
					out = append(out, p.edits)
				}
			}
		}
	}
	return out
}
