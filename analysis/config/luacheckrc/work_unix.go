//go:build unix

package luacheckrc

import (
	"syscall"
	"time"
)

// workClock starts a clock of the time that processors work for this process. The clock
// on the wall goes on while other programs have them, which is no fault of this one.
func workClock() func() time.Duration {
	work := func() time.Duration {
		var used syscall.Rusage
		if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
			return 0
		}
		return time.Duration(used.Utime.Nano() + used.Stime.Nano())
	}
	start := work()
	return func() time.Duration { return work() - start }
}
