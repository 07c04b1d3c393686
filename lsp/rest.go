package lsp

import (
	"runtime/debug"
	"time"
)

// restDelay is how long no document has been open when memory is given back: who closes one to open
// another gets there before.
const restDelay = time.Second

// rest gives back what is kept of documents if none is open any more, and none is opened soon.
func (s *server) rest() {
	if s.session.Len() > 0 {
		return
	}
	s.spawn(func() {
		select {
		case <-time.After(restDelay):
		case <-s.publisher.ctx.Done():
			return
		}
		if s.session.Len() == 0 {
			s.bodies.Clear()
			giveBack() // for what follows to lie together
			s.files.gather()
			giveBack()
		}
	})
}

// giveBack returns to the system what is not used any more. What a collection finds in pools goes with the next
// one.
func giveBack() {
	debug.FreeOSMemory()
	debug.FreeOSMemory()
}
