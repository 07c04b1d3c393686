package luacheckrc

// Cost is what evaluations take.
type Cost struct {
	// Steps is instructions of the interpreter, and what its functions do in their place.
	Steps int
	// Bytes is what is read as a text, and of strings what is made.
	Bytes int
}

// Add adds a cost.
func (c *Cost) Add(o Cost) {
	c.Steps += o.Steps
	c.Bytes += o.Bytes
}

// Exceeds reports whether a cost is more than another in any respect.
func (c Cost) Exceeds(limit Cost) bool { return c.Steps > limit.Steps || c.Bytes > limit.Bytes }

// Limit is the most that one configuration may take.
var Limit = Cost{Steps: 10_000_000, Bytes: 64 << 20}
