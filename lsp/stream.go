package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"luaflow/lsp/recording"
)

// frames is the stream of messages below the connection. It adds these things to
// the library's:
//
//   - a frame whose content is no message, or that is empty or too large, is answered and skipped,
//     where the connection would end;
//   - the end of the input is held back until what came before it has been
//     answered, and an exit inside a batch until the batch has been;
//   - a message can be given up at the last moment (see onlyIf).
//
// A frame whose header is broken still ends the connection: nobody can tell where
// the next one begins.
type frames struct {
	jsonrpc2.Stream
	in         *bufio.Reader
	body       []byte // of the last frame, used again
	exit       []byte // what was cut out of the last frame, and is the next one; nil if that is nothing
	raw        frameStream
	most       int // bytes of a frame
	log        *log.Logger
	endOfInput func() // called before the connection learns of it
	record     *recording.Recorder
	judge      listener        // nil if nobody judges
	outbox     *outbox         // to which all is written
	unheard    context.Context // done when the client reads nothing any more, and leaves
	skipped    func(*head)     // called with what is known of a frame that is skipped
	trace      *trace          // nil if nobody can want to know

	writing sync.Mutex
}

// frameStream is what the library's streams offer beside jsonrpc2.Stream, and what
// its connection looks for.
type frameStream interface {
	// ReadFrame returns the next message and the bytes that it took on the wire.
	ReadFrame(context.Context) ([]byte, int64, error)
	// WriteFrame writes a message and returns the bytes that it took on the wire.
	WriteFrame(context.Context, []byte) (int64, error)
}

func newFrames(in *input, out *outbox, log *log.Logger, most int, endOfInput func()) *frames {
	rwc := pipe{in, out}
	s := jsonrpc2.NewStream(rwc)
	return &frames{Stream: s, in: bufio.NewReader(rwc), raw: s.(frameStream), outbox: out, unheard: context.Background(), most: most, log: log, endOfInput: endOfInput}
}

// ReadFrame returns the next frame that holds a message, or a batch of them.
func (f *frames) ReadFrame(ctx context.Context) ([]byte, int64, error) {
	if exit := f.exit; exit != nil {
		f.exit = nil
		return exit, 0, nil
	}
	for {
		frame, n, err := f.next()
		if errors.Is(err, io.EOF) {
			f.endOfInput()
		}
		isTooLarge := errors.Is(err, errTooLarge)
		if err != nil && !isTooLarge {
			return nil, 0, err
		}
		var bad error
		if isTooLarge {
			f.record.Skipped(fmt.Sprintf("a message of the client of %d bytes", n))
			if f.judge != nil {
				f.judge.Client(frame) // as far as it is known
			}
			bad = jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "a message of %d bytes is too large", n)
		} else {
			f.hears(frame)
			bad = malformed(frame)
		}
		if bad == nil {
			frame, f.exit = cutAtExit(frame)
			return frame, n, nil
		}
		if err := f.skip(ctx, frame, bad, isTooLarge); err != nil {
			return nil, 0, err
		}
	}
}

// skip answers a frame that is not read any further. Of one that is too large there is only the beginning.
func (f *frames) skip(ctx context.Context, frame []byte, bad error, isTooLarge bool) error {
	f.log.Printf("skipped a message: %v", bad)
	h := headOf(frame)
	if isTooLarge || isEdit(h.method) || isBatch(frame) {
		f.skipped(&h)
	}
	var id jsonrpc2.ID
	if isTooLarge && h.method != "" { // without one it may be an answer
		id = h.id
	}
	f.outbox.awaitLess(f.unheard, calm)
	_, err := f.Write(ctx, jsonrpc2.NewResponse(id, nil, bad))
	return err
}

var errTooLarge = errors.New("too large a message")

// headSize is how much is read of a frame that is too large, in bytes.
const headSize = 16 << 10

// keptFrame is how large a buffer for frames is kept, in bytes.
const keptFrame = 1 << 20

// next returns the content of the next frame, which lasts until the one after it is read, and its
// length. Of what is too large there is only the beginning.
func (f *frames) next() (frame []byte, n int64, err error) {
	if n, err = f.header(); err != nil {
		return nil, 0, err
	}
	if n > int64(f.most) {
		frame = make([]byte, min(n, headSize))
		if _, err := io.ReadFull(f.in, frame); err != nil {
			return nil, 0, cutOff(err)
		}
		if _, err := io.CopyN(io.Discard, f.in, n-int64(len(frame))); err != nil {
			return nil, 0, cutOff(err)
		}
		return frame, n, errTooLarge
	}
	if int64(cap(f.body)) < min(n, keptFrame) {
		f.body = make([]byte, min(n, keptFrame))
	}
	frame = f.body[:min(n, keptFrame)]
	_, err = io.ReadFull(f.in, frame)
	if n > keptFrame && err == nil { // who has sent so much means it
		large := make([]byte, n)
		copy(large, frame)
		_, err = io.ReadFull(f.in, large[len(frame):])
		frame = large
	}
	return frame, n, cutOff(err)
}

// cutOff returns the error for an input that ends inside a frame.
func cutOff(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// maxHeader is how long a line of a header may be, in bytes.
const maxHeader = 4096

// header reads the header of a frame, and returns the length of the content.
func (f *frames) header() (length int64, err error) {
	length = -1
	for isFirst := true; ; isFirst = false {
		line, err := f.in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull) || len(line) > maxHeader:
			return 0, jsonrpc2.ErrInvalidHeader
		case err != nil && isFirst && len(line) == 0:
			return 0, err
		case err != nil:
			return 0, cutOff(err)
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			break
		}
		if length, err = lengthIn(text, length); err != nil {
			return 0, err
		}
	}
	if length < 0 {
		return 0, jsonrpc2.ErrInvalidHeader
	}
	return length, nil
}

// lengthIn returns the length of the content that a line of a header gives, or what it was if the line gives none. The error is
// jsonrpc2.ErrInvalidHeader if the line has no name or its length is no number.
func lengthIn(line string, was int64) (length int64, err error) {
	name, value, ok := strings.Cut(line, ":")
	switch {
	case !ok:
		return 0, jsonrpc2.ErrInvalidHeader
	case !strings.EqualFold(name, "Content-Length"):
		return was, nil
	}
	if length, err = strconv.ParseInt(strings.TrimSpace(value), 10, 64); err != nil || length < 0 {
		return 0, jsonrpc2.ErrInvalidHeader
	}
	return length, nil
}

// onlyIf returns a context with which a message is written only if the condition
// holds when it is its turn, after all messages that were written before. So a
// client that has seen an answer about a newer version of a document gets nothing
// about an older one any more.
func onlyIf(ctx context.Context, condition func() bool) context.Context {
	return context.WithValue(ctx, conditionKey{}, condition)
}

type conditionKey struct{}

// calm is how many bytes may wait for the client when something is said to it that it has not asked for.
const calm = 1 << 20

// ofCalls returns a context for all calls of the client. What is written with it, or with one that comes from it,
// does not wait for the client: see server.track.
func ofCalls(ctx context.Context) context.Context {
	return context.WithValue(ctx, callsKey{}, true)
}

// ofWork returns a context for the work on a call: what is said with it beside the answer waits.
func ofWork(ctx context.Context) context.Context {
	return context.WithValue(ctx, callsKey{}, false)
}

type callsKey struct{}

// Write writes a message, unless the context carries a condition that is false. What is no answer waits until the client
// has read most of what was written before.
func (f *frames) Write(ctx context.Context, msg jsonrpc2.Message) (int64, error) {
	if isAnswer, _ := ctx.Value(callsKey{}).(bool); !isAnswer {
		f.outbox.awaitLess(ctx, calm)
	}
	f.writing.Lock()
	defer f.writing.Unlock()
	if holds, ok := ctx.Value(conditionKey{}).(func() bool); ok && !holds() {
		return 0, nil
	}
	if f.record != nil || f.judge != nil || f.trace != nil && f.trace.isOn() {
		// Before it is sent: what the client does then comes after it.
		if text, err := jsonrpc2.EncodeMessage(msg); err == nil {
			f.says(text)
		}
	}
	return f.Stream.Write(ctx, msg)
}

// WriteFrame writes the answers to a batch.
func (f *frames) WriteFrame(ctx context.Context, data []byte) (int64, error) {
	f.writing.Lock()
	defer f.writing.Unlock()
	f.says(data)
	return f.raw.WriteFrame(ctx, data)
}

// listener hears a conversation, frame by frame: those of the client when they are read, and those of the server
// before they are sent.
type listener interface {
	// Client is told of a message of the client.
	Client(frame []byte)
	// Server is told of a message of the server.
	Server(frame []byte)
}

// newJudge returns a listener for one more conversation; nil but in tests, which judge all that the server says.
var newJudge func() listener

// hears tells those who listen what the client says.
func (f *frames) hears(frame []byte) {
	f.record.Client(frame)
	if f.judge != nil {
		f.judge.Client(frame)
	}
}

// says tells those who listen what the server says.
func (f *frames) says(frame []byte) {
	f.record.Server(frame)
	if f.judge != nil {
		f.judge.Server(frame)
	}
	if f.trace != nil {
		f.trace.sent(frame)
	}
}

// maxBatch is how many messages a batch may hold.
const maxBatch = 100

// malformed returns why the connection would refuse the frame, or would spend too much on it; nil if neither.
func malformed(frame []byte) error {
	var err error
	if !isBatch(frame) {
		_, err = jsonrpc2.DecodeMessage(frame)
	} else if holdsMore(frame, 1, maxBatch) {
		err = jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "a batch of more than %d messages", maxBatch)
	} else {
		_, err = jsonrpc2.ParseRequests(frame)
	}
	return err
}

// cutAtExit returns what stands in front of an exit in a batch, and the exit, which is to be handled when that is answered: the
// connection writes the answers after it has handled all. What comes after an exit nobody reads. Other frames it returns as they
// are, with nil.
func cutAtExit(frame []byte) (before, exit []byte) {
	if !isBatch(frame) {
		return frame, nil
	}
	messages, _ := jsonrpc2.ParseRequests(frame) // see malformed
	at := slices.IndexFunc(messages, func(m *jsonrpc2.ParsedMessage) bool {
		said, ok := m.Msg.(*jsonrpc2.Notification)
		return ok && said.Method() == protocol.MethodExit
	})
	var texts []json.RawMessage
	if at < 0 || json.Unmarshal(frame, &texts) != nil {
		return frame, nil
	}
	if at == 0 {
		return texts[0], nil
	}
	before, _ = json.Marshal(texts[:at]) // of texts in JSON
	return before, texts[at]
}

// isBatch reports whether a frame holds a batch.
func isBatch(frame []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(frame, " \t\r\n"), []byte("["))
}

// holdsMore reports whether a text in JSON has more than so many elements in its lists and objects that so many others, or
// themselves, are around: 1 for a list alone.
func holdsMore(text []byte, level, most int) bool {
	depth, isText := 0, false
	for i := 0; i < len(text) && most > 0; i++ {
		switch c := text[i]; {
		case isText && c == '\\':
			i++
		case c == '"':
			isText = !isText
		case isText:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == ',' && depth == level:
			most--
		}
	}
	return most == 0
}

// pipe is an input and an output as one.
type pipe struct {
	*input
	out *outbox
}

// Write writes to the output.
func (p pipe) Write(b []byte) (int, error) { return p.out.Write(b) }
