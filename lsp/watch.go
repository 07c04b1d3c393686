package lsp

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// watchInterval is how long the server may outlive a client that was killed.
const watchInterval = 2 * time.Second

// watch ends the server when the process is gone: an editor that dies without a
// word may leave the pipe open in another child of its own.
func (s *server) watch(pid int) {
	s.spawn(func() {
		tick := time.NewTicker(watchInterval)
		defer tick.Stop()
		for s.options.alive(pid) {
			select {
			case <-tick.C:
			case <-s.conn.Done():
				return
			}
		}
		s.log.Printf("process %d is gone", pid)
		s.end(nil)
	})
}

// alive reports whether there is a process of that id. Where signal 0 cannot be
// sent, as on Windows, finding it has to do.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer func() { _ = p.Release() }()
	return !errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
