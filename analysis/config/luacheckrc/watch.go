//go:build !js

package luacheckrc

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// This file keeps the child within its memory from inside, on every system.

const (
	// maxTotal is what it may have: more than that only by an instruction that allocates
	// much at once.
	maxTotal = 2 * maxMemory
	// maxStack bounds the recursion of the parser, in bytes.
	maxStack = 64 << 20
	// watchEvery is how often the memory is looked at.
	watchEvery = 2 * time.Millisecond
)

// confine takes from this process all that a configuration needs not.
func confine() {
	debug.SetMemoryLimit(maxMemory * 3 / 4) // from here on garbage is looked for in earnest
	debug.SetMaxStack(maxStack)
	limit()
	go watch()
}

// watch ends the process when it has too much memory, and long after its parent should
// have ended it.
func watch() {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	for end := time.Now().Add(2 * maxWait); time.Now().Before(end); time.Sleep(watchEvery) {
		if metrics.Read(sample); sample[0].Value.Uint64() > maxTotal {
			os.Exit(exitMemory)
		}
	}
	os.Exit(1)
}
