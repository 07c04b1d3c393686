package source

// Edit replaces the bytes of Span by New. Edits of one set do not overlap; two
// insertions at the same place apply in their order.
type Edit struct {
	Span Span
	New  string
}
