package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
)

// TestInOrder: whatever the workers do, the results come in the order of the files,
// and the files in work together are never larger than allowed.
func TestInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var files []input
	var names []string
	for i := range 500 {
		size := rng.Int64N(bytesInWork / 3)
		if i%50 == 0 {
			size = 3 * bytesInWork // must be alone
		}
		files = append(files, input{path: fmt.Sprint(i), size: size})
		names = append(names, fmt.Sprint(i))
	}
	var inWork, count atomic.Int64
	var got []string
	inOrder(&console{progress: newProgress(nil)}, files, func(_ *worker, in input) string {
		bytes, n := inWork.Add(in.size), count.Add(1)
		if bytes > bytesInWork && n > 1 {
			t.Errorf("%d files of %d bytes in work", n, bytes)
		}
		inWork.Add(-in.size)
		count.Add(-1)
		return in.path
	}, nil, func(name string) { got = append(got, name) })
	if !slices.Equal(got, names) {
		t.Errorf("order: %v", got)
	}
	inOrder(&console{progress: newProgress(nil)}, nil, func(*worker, input) int { return 0 }, nil, func(int) { t.Error("a result from nothing") })
}
