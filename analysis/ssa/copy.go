package ssa

import (
	"unsafe"

	"luaflow/analysis/cfg"
	"luaflow/analysis/flow"
)

// Copy returns a copy of s as the form of f, which must be what s is of, and adds its size to
// *bytes. It shares nothing with s but what both share with f.
func (s *Form) Copy(f *flow.Body, bytes *int) *Form {
	c := *s
	*bytes += int(unsafe.Sizeof(c))
	c.F = f
	o := f.Operands()
	if &s.firstDef[0] != &o.FirstDef[0] {
		c.firstDef = cfg.Own(s.firstDef, bytes)
	}
	c.Values, c.uses = cfg.Own(s.Values, bytes), cfg.Own(s.uses, bytes)
	c.users = cfg.Own(s.users, bytes)
	if p := s.phis; p != nil {
		c.phis = &phis{
			cfg.Own(p.first, bytes), cfg.Own(p.firstArg, bytes), cfg.Own(p.args, bytes), cfg.Own(p.nearest, bytes),
		}
		*bytes += int(unsafe.Sizeof(*p))
	}
	if by := s.cells; by != nil {
		c.cells = &cellValues{flow.Row(cfg.Own(by.byClosure, bytes)), flow.Row(cfg.Own(by.observed, bytes))}
		*bytes += int(unsafe.Sizeof(*by))
	}
	return &c
}
