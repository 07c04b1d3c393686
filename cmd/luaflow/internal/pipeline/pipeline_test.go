package pipeline

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/memory"
)

// TestInOrder: whatever the workers do, the results come in the order of the files,
// and the files in work together are never larger than allowed.
func TestInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var files []project.File
	var names []string
	for i := range 500 {
		size := rng.Int64N(memory.BytesInWork / 3)
		if i%50 == 0 {
			size = 3 * memory.BytesInWork // must be alone
		}
		files = append(files, project.File{Path: fmt.Sprint(i), Stamp: rootfs.Stamp{Size: size}})
		names = append(names, fmt.Sprint(i))
	}
	var inWork, count atomic.Int64
	var got []string
	InOrder(&console.Console{Progress: console.NewProgress(nil)}, files, func(_ *Worker, in project.File) string {
		bytes, n := inWork.Add(in.Size()), count.Add(1)
		if bytes > memory.BytesInWork && n > 1 {
			t.Errorf("%d files of %d bytes in work", n, bytes)
		}
		inWork.Add(-in.Size())
		count.Add(-1)
		return in.Path
	}, nil, func(name string) { got = append(got, name) })
	if !slices.Equal(got, names) {
		t.Errorf("order: %v", got)
	}
	InOrder(&console.Console{Progress: console.NewProgress(nil)}, nil, func(*Worker, project.File) int { return 0 }, nil, func(int) { t.Error("a result from nothing") })
}

// TestSpare: a large file is done in the memory of the large one before it, a small one and
// a very large one are not, nor what comes after them.
func TestSpare(t *testing.T) {
	const large, alone = memory.KeptSize + 1, memory.SpareSize + 1
	sizes := []int64{1, large, large, 1, large, alone, large, memory.SpareSize}
	again := []bool{false, false, true, false, false, false, false, true}
	var files []project.File
	for i, size := range sizes {
		files = append(files, project.File{Path: fmt.Sprint(i), Stamp: rootfs.Stamp{Size: size}})
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var before *Worker
	var got []bool
	InOrder(&console.Console{Progress: console.NewProgress(nil)}, files, func(w *Worker, _ project.File) bool {
		same := w == before
		before = w
		return same
	}, nil, func(same bool) { got = append(got, same) })
	if !slices.Equal(got, again) {
		t.Errorf("in the memory of the file before: %v, expected %v", got, again)
	}
}
