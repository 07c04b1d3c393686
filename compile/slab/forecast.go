package slab

// leastMore is how many elements more a table gets room for, at least.
const leastMore = 64

// sample is how many elements a forecast can rest on. With fewer, what comes next may
// be quite another thing.
const sample = 1 << 15

// More returns how many elements more a full table of n should have room for, if it took
// done bytes of a text to fill it and rest bytes are to come: as many as there will be
// if the rest of the text is like what was read. Append alone would leave four times
// the size of a large table behind.
func More(n, done, rest int) int {
	more := int(int64(n) * int64(max(rest, 0)) / int64(max(done, 1)))
	more += more / 64
	if n < sample {
		more = min(more, 7*n)
	}
	return max(leastMore, n/8, more)
}
