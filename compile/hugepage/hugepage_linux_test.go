package hugepage

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"luaflow/compile/testkit/must"
)

// TestReserve finds the arrays that are made after Reserve in memory for which huge pages
// were asked, and the settings of the collector as they were.
func TestReserve(t *testing.T) {
	percent, limit := debug.SetGCPercent(77), debug.SetMemoryLimit(1<<40)
	reserve(most)
	if percent, limit := debug.SetGCPercent(percent), debug.SetMemoryLimit(limit); percent != 77 || limit != 1<<40 {
		t.Errorf("the collector is set to %d %% and a limit of %d afterwards", percent, limit)
	}
	advised := 0
	var arrays [][]byte
	for range 16 {
		array := make([]byte, 1<<20)
		if isAdvised(t, uint64(uintptr(unsafe.Pointer(unsafe.SliceData(array))))) {
			advised++
		}
		arrays = append(arrays, array)
	}
	runtime.KeepAlive(arrays)
	_, err := os.Stat("/sys/kernel/mm/transparent_hugepage")
	if hasHugePages := err == nil; hasHugePages && advised < 12 {
		t.Errorf("%d of %d arrays are in memory that huge pages are asked for", advised, len(arrays))
	}
}

// TestReserveTouchesNothing reserves after other use of the heap, whose pages would have to be
// made zero for an array.
func TestReserveTouchesNothing(t *testing.T) {
	for range 3 {
		used := make([]byte, 24<<20)
		for i := 0; i < len(used); i += 4096 {
			used[i] = 1
		}
		runtime.KeepAlive(used)
		runtime.GC()
		before := faults(t)
		reserve(most)
		if n := faults(t) - before; n > 300 { // some hundreds more if they are touched, in huge pages or not
			t.Errorf("reserving %d bytes took %d page faults", most, n)
		}
	}
}

// faults returns the number of pages that the process had to ask the system for.
func faults(t *testing.T) int64 {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return usage.Minflt
}

// isAdvised reports whether huge pages are asked for the mapping around an address.
func isAdvised(t *testing.T, address uint64) bool {
	maps := must.Read(t, "/proc/self/smaps")
	within := false
	for line := range strings.Lines(maps) {
		var start, end uint64
		if n, _ := fmt.Sscanf(line, "%x-%x ", &start, &end); n == 2 {
			within = start <= address && address < end
		}
		if flags, ok := strings.CutPrefix(line, "VmFlags:"); ok && within {
			return strings.Contains(flags, " hg")
		}
	}
	return false
}
