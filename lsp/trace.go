package lsp

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"luaflow/analysis/printable"
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

// maxVerbose is how many bytes of parameters, of a result or of an error a trace has: no text of a document as a
// whole.
const maxVerbose = 1000

// tracing is a message of the client that is being dealt with.
type tracing struct {
	*trace
	params string // "" unless the client wants to know
	began  time.Time
}

// begin begins to trace the handling of a message. It keeps a copy of its parameters.
func (t *trace) begin(req *jsonrpc2.Request) tracing {
	return tracing{t, t.verbosely("params", req.Params()), time.Now()}
}

// end notes that the message has been dealt with, and what was answered.
func (t *tracing) end(req *jsonrpc2.Request, result any, err error) {
	if !t.isOn() {
		return
	}
	more := t.params
	switch {
	case err != nil:
		more += t.verbosely("error", []byte(err.Error()))
	case result != nil && t.isVerbose():
		if text, err := (codec{}).Marshal(result); err == nil {
			more += t.verbosely("result", text)
		}
	}
	t.line(fmt.Sprintf("%s: %v", req.Method(), time.Since(t.began).Round(time.Microsecond)), more)
}

// isOn reports whether the client wants to know anything.
func (t *trace) isOn() bool { return t.level.Load() != nil }

// sent notes a message of the server. Answers are noted with what they answer.
func (t *trace) sent(frame []byte) {
	if !t.isOn() {
		return
	}
	msg, err := jsonrpc2.DecodeMessage(frame)
	if req, ok := msg.(jsonrpc2.RequestMessage); err == nil && ok && req.Method() != protocol.MethodLogTrace {
		t.line("sent "+req.Method(), t.verbosely("params", req.Params()))
	}
}

// isVerbose reports whether the client wants to know what is in messages.
func (t *trace) isVerbose() bool {
	level := t.level.Load()
	return level != nil && *level == protocol.TraceValueVerbose
}

// verbosely returns a line with a part of a message, cut to maxVerbose; "" without one, or if the client does
// not want to know.
func (t *trace) verbosely(name string, text []byte) string {
	if len(text) == 0 || !t.isVerbose() {
		return ""
	}
	left := max(0, len(text)-maxVerbose)
	out := name + ": " + printable.Text(strings.ToValidUTF8(string(text[:len(text)-left]), ""))
	if left > 0 {
		out += fmt.Sprintf(" … (%d bytes more)", left)
	}
	return out + "\n"
}

// line queues a line of the trace.
func (t *trace) line(message, more string) {
	line := &protocol.LogTraceParams{Message: message}
	if more = strings.TrimSuffix(more, "\n"); more != "" {
		line.Verbose = &more
	}
	select {
	case t.lines <- line:
	default:
	}
}
