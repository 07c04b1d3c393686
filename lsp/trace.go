package lsp

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// maxTraced is how many lines of a trace wait for the client. Beyond that they are lost: a trace must
// not take memory without bound, nor make anything wait.
const maxTraced = 100

// trace tells the client what the server does, if it wants to know.
type trace struct {
	level atomic.Pointer[protocol.TraceValue] // nil for off
	lines chan *protocol.LogTraceParams
	once  sync.Once
}

// setTrace sets how much the client wants to know.
func (s *server) setTrace(params *protocol.SetTraceParams) error {
	s.traceAt(params.Value)
	return nil
}

func (s *server) traceAt(level protocol.TraceValue) {
	if level == "" || level == protocol.TraceValueOff {
		s.trace.level.Store(nil)
		return
	}
	s.trace.level.Store(&level)
	s.trace.once.Do(func() { s.spawn(s.sendTrace) })
}

// sendTrace sends what is traced, one line after the other.
func (s *server) sendTrace() {
	for {
		select {
		case line := <-s.trace.lines:
			if err := s.conn.Notify(s.publisher.ctx, protocol.MethodLogTrace, line); err != nil {
				return // the connection says why
			}
		case <-s.publisher.ctx.Done():
			return
		}
	}
}

// traced notes that a message has been dealt with, in so much time; err is what was answered.
func (s *server) traced(req *jsonrpc2.Request, took time.Duration, err error) {
	level := s.trace.level.Load()
	if level == nil {
		return
	}
	line := &protocol.LogTraceParams{Message: fmt.Sprintf("%s: %v", req.Method(), took.Round(time.Microsecond))}
	if err != nil && *level == protocol.TraceValueVerbose {
		line.Verbose = new(err.Error())
	}
	select {
	case s.trace.lines <- line:
	default:
	}
}
