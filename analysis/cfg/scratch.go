package cfg

// maxScratch is how many elements of an array that one computation needs are kept for the
// next one: the arrays of a function that is larger would be a good part of all memory.
const maxScratch = 1 << 14

// resize returns a slice of n elements of any value, in the array of s if that is
// large enough.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+min(n/2, maxScratch))
	}
	return s[:n]
}

// Release forgets arrays that are too large to be kept.
func Release[T any](scratch ...*[]T) {
	for _, s := range scratch {
		if cap(*s) > maxScratch {
			*s = nil
		}
	}
}
