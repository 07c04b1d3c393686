package waste

// MistypedFields returns such fields, in the order of functions and pcs: those that are written, if the other one is written and read,
// and those that are read, if the other one is written. There are none if some method has another key than a constant for self.
func (p *Parts) MistypedFields() []MistypedField {
	if p.Facts.Code == nil {
		return nil
	}
	return *p.functions.found.mistyped.Get(func() *[]MistypedField {
		found := p.findMistyped()
		return &found
	})
}
