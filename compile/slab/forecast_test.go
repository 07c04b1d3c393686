package slab

import "testing"

// TestMore fills tables from texts that are alike throughout, and counts what it costs:
// the room is what the table needs, and what was left behind on the way does not grow
// with a large one.
func TestMore(t *testing.T) {
	const text = 40_000_000
	for _, each := range []int{2, 3, 6, 50, 1000, 10_000_000} { // bytes for an element
		n, room, left := 0, 0, 0
		for at := each; at <= text; at += each {
			if n == room {
				left += room
				room += More(n, at, text-at)
			}
			n++
		}
		if room > n+n/32+leastMore {
			t.Errorf("room for %d of %d elements", room, n)
		}
		if left > min(n, 10*sample) {
			t.Errorf("%d elements were moved until there was room for %d", left, n)
		}
	}
}
