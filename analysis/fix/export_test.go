package fix

import (
	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/source"
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
