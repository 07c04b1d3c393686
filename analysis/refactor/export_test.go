package refactor

import "luaflow/compile/source"

// Drafts returns the edits that Prove tries, in its order; none of a change that is refused without a proof.
func (c *Change) Drafts() (all [][]source.Edit) {
	if c.Refusal != "" {
		return nil
	}
	for _, draft := range c.drafts {
		all = append(all, draft().edits)
	}
	return all
}
