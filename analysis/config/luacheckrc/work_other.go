//go:build !unix

package luacheckrc

import "time"

// workClock starts a clock of the time that passes, for want of a better one.
func workClock() func() time.Duration {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}
