package source

// Difference returns the edit that makes text of was: the shortest that is one.
func Difference(was, text string) Edit {
	start := commonPrefix(was, text)
	same := commonSuffix(was[start:], text[start:])
	return Edit{Span{Pos(start), Pos(len(was) - same)}, text[start : len(text)-same]}
}

// block is how many bytes are compared at once, which is much faster than one after the other.
const block = 1 << 10

// commonPrefix returns how many bytes two texts have in common at their beginnings.
func commonPrefix(a, b string) (n int) {
	for n+block <= min(len(a), len(b)) && a[n:n+block] == b[n:n+block] {
		n += block
	}
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// commonSuffix returns how many bytes two texts have in common at their ends.
func commonSuffix(a, b string) (n int) {
	for n+block <= min(len(a), len(b)) && a[len(a)-n-block:len(a)-n] == b[len(b)-n-block:len(b)-n] {
		n += block
	}
	for n < min(len(a), len(b)) && a[len(a)-n-1] == b[len(b)-n-1] {
		n++
	}
	return n
}
