package lsp

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"

	"luaflow/analysis/printable"
)

// maxLogged is how many entries of the log wait for the client. Beyond that it does not get them: a log must not take
// memory without bound, nor make anything wait.
const maxLogged = 100

// logPrefix begins each entry of the log, after the time.
const logPrefix = "luaflow: "

// maxUnwritten is how many bytes of a log wait to be written.
const maxUnwritten = 1 << 20

// LossyLog is a log that nobody waits for, however slowly its entries are taken: what is too much is left out, and the log
// says so.
type LossyLog struct {
	box *outbox

	mu   sync.Mutex
	lost int // entries, since the last one that was not
}

// NewLossyLog returns a log that is written to out.
func NewLossyLog(out io.Writer) *LossyLog {
	return &LossyLog{box: newOutbox(out, func(f func()) { go f() }, func(error) {})}
}

// Write queues an entry.
func (l *LossyLog) Write(entry []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.box.holds(maxUnwritten) {
		l.lost++
		return len(entry), nil
	}
	if l.lost > 0 {
		_, _ = fmt.Fprintf(l.box, "%s%d entries of the log were left out\n", logPrefix, l.lost)
		l.lost = 0
	}
	return l.box.Write(entry)
}

// Close waits until all is written, but not for ever. What is logged after it is lost.
func (l *LossyLog) Close(patience time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	l.box.awaitLess(ctx, 1)
	l.box.close(io.ErrClosedPipe)
}

// serverLog is where the log goes: to Options.Log, and to the client as soon as that can be told something. In
// it texts of programs do nothing but stand there.
type serverLog struct {
	out       io.Writer
	isShown   bool // by the client, so that nobody needs an entry twice
	entries   chan *protocol.LogMessageParams
	isTelling atomic.Bool
	once      sync.Once
}

func newServerLog(options *Options) *serverLog {
	return &serverLog{out: options.Log, isShown: options.LogIsShown, entries: make(chan *protocol.LogMessageParams, maxLogged)}
}

// Write writes the lines of an entry.
func (l *serverLog) Write(entry []byte) (n int, err error) {
	text := printable.Lines(string(entry))
	if l.tell(text) && l.isShown {
		return len(entry), nil
	}
	if _, err := io.WriteString(l.out, text); err != nil {
		return 0, err
	}
	return len(entry), nil
}

// tell hands an entry to the client, and reports whether it did.
func (l *serverLog) tell(text string) bool {
	if !l.isTelling.Load() {
		return false
	}
	if _, rest, ok := strings.Cut(text, logPrefix); ok {
		text = rest
	}
	kind := protocol.MessageTypeInfo
	if strings.Contains(text, "panic: ") {
		kind = protocol.MessageTypeError
	}
	select {
	case l.entries <- &protocol.LogMessageParams{Type: kind, Message: strings.TrimRight(text, "\n")}:
		return true
	default:
		return false
	}
}

// tellLog begins to tell the client what is logged.
func (s *server) tellLog() {
	s.entries.once.Do(func() {
		s.entries.isTelling.Store(true)
		s.spawn(s.sendLog)
	})
}

// sendLog sends what is logged, one entry after the other, until the end of the server; then what is left is written.
func (s *server) sendLog() {
	l := s.entries
	defer func() {
		l.isTelling.Store(false)
		for l.isShown {
			select {
			case entry := <-l.entries:
				_, _ = io.WriteString(l.out, logPrefix+entry.Message+"\n")
			default:
				return
			}
		}
	}()
	for {
		select {
		case entry := <-l.entries:
			if err := s.conn.Notify(s.publisher.ctx, protocol.MethodWindowLogMessage, entry); err != nil {
				return // the connection says why
			}
		case <-s.publisher.ctx.Done():
			return
		}
	}
}
