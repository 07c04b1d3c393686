package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"luaflow/cmd/luaflow/internal/report"
)

// JSON-RPC 2.0, a message on each line, as the protocol has it on standard input and output.

const (
	// maxMessageBytes is how long a message may be: the largest source there may be, as JSON writes it.
	maxMessageBytes = 80 << 20
	// maxCalls is how many calls may be unanswered at a time.
	maxCalls = 256
)

// The codes of errors, of JSON-RPC.
const (
	codeParse    = -32700
	codeRequest  = -32600
	codeMethod   = -32601
	codeParams   = -32602
	codeInternal = -32603
)

// rpcError is an error of a call, as it is sent.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// Error returns the message.
func (e *rpcError) Error() string { return e.Message }

// request is a call, or a notification if it has no ID.
type request struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// response is the answer to a call: its result, or an error.
type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

// conversation is what goes over one pair of streams. Calls are answered beside one another.
type conversation struct {
	// answer returns the result of a call. Its error is sent; one that is a *rpcError with its code.
	answer func(ctx context.Context, method string, params json.RawMessage) (any, error)
	ctx    context.Context
	most   int // bytes of a message

	writing sync.Mutex
	out     io.Writer
	failed  error // of a write

	calls   sync.WaitGroup
	mu      sync.Mutex
	pending map[string]context.CancelFunc // the calls that are being answered, by their ID
}

// run answers what comes on in until that ends, and all is answered, or ctx ends. The error is that of a stream.
func (c *conversation) run(in io.Reader) error {
	ended := make(chan error, 1)
	go func() { ended <- c.read(in) }()
	select {
	case err := <-ended:
		c.calls.Wait()
		if err == nil {
			c.writing.Lock()
			defer c.writing.Unlock()
			err = c.failed
		}
		return err
	case <-c.ctx.Done():
		return nil
	}
}

// read takes messages until the input ends.
func (c *conversation) read(in io.Reader) error {
	lines := bufio.NewReaderSize(in, 64<<10)
	for {
		line, isWhole, err := nextLine(lines, c.most)
		if line = bytes.TrimSpace(line); !isWhole {
			c.send(failure(nil, &rpcError{codeRequest, "the message is too long"}))
		} else if len(line) > 0 {
			c.message(line)
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}

// nextLine returns a line; not whole if it has more than most bytes.
func nextLine(in *bufio.Reader, most int) (line []byte, isWhole bool, err error) {
	for isWhole = true; ; {
		part, err := in.ReadSlice('\n')
		if isWhole = isWhole && len(line)+len(part) <= most; isWhole {
			line = append(line, part...)
		} else {
			line = nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, isWhole, err
		}
	}
}

// message takes a message, or a list of them, whose answers are sent together.
func (c *conversation) message(line []byte) {
	if line[0] != '[' {
		if begun := c.begin(line); begun != nil {
			c.calls.Go(func() { c.send(begun()) })
		}
		return
	}
	var batch []json.RawMessage
	if err := json.Unmarshal(line, &batch); err != nil || len(batch) == 0 {
		c.send(failure(nil, &rpcError{codeRequest, "no messages in the list"}))
		return
	}
	var all []func() *response
	for _, one := range batch {
		if begun := c.begin(one); begun != nil {
			all = append(all, begun)
		}
	}
	c.calls.Go(func() {
		var answers []*response
		for _, begun := range all {
			if answer := begun(); answer != nil {
				answers = append(answers, answer)
			}
		}
		if len(answers) > 0 {
			c.write(answers)
		}
	})
}

// begin takes a message, and returns what gets its answer, which is nil if the call was cancelled; nil if none is
// wanted.
func (c *conversation) begin(line []byte) func() *response {
	refuse := func(id json.RawMessage, code int, text string) func() *response {
		return func() *response { return failure(id, &rpcError{code, text}) }
	}
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		if _, isSyntax := errors.AsType[*json.SyntaxError](err); isSyntax {
			return refuse(nil, codeParse, "the message is no JSON")
		}
		return refuse(nil, codeRequest, "the message is no request")
	}
	switch {
	case r.Version != "2.0":
		return refuse(nil, codeRequest, "the message is not of JSON-RPC 2.0")
	case r.Method == "": // an answer, to which no call was made
		return nil
	case r.ID == nil:
		c.notice(&r)
		return nil
	case r.ID[0] != '"' && r.ID[0] != '-' && (r.ID[0] < '0' || r.ID[0] > '9'):
		return refuse(nil, codeRequest, "the id is no text and no number")
	}
	ctx, cancel := context.WithCancel(c.ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	id := string(r.ID)
	switch {
	case c.pending[id] != nil:
		cancel()
		return refuse(r.ID, codeRequest, "a call with this id is being answered")
	case len(c.pending) >= maxCalls:
		cancel()
		return refuse(r.ID, codeInternal, "too many calls at a time")
	}
	c.pending[id] = cancel
	return func() *response { return c.call(ctx, &r) }
}

// notice takes a notification: of a call that is cancelled, or one that nothing follows from.
func (c *conversation) notice(r *request) {
	var cancelled struct {
		ID json.RawMessage `json:"requestId"`
	}
	if r.Method != "notifications/cancelled" || json.Unmarshal(r.Params, &cancelled) != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel := c.pending[string(cancelled.ID)]; cancel != nil {
		cancel()
	}
}

// call returns the answer to a call; nil if it was cancelled.
func (c *conversation) call(ctx context.Context, r *request) *response {
	result, err := c.answer(ctx, r.Method, r.Params)
	c.mu.Lock()
	defer c.mu.Unlock()
	isCancelled := ctx.Err() != nil
	c.pending[string(r.ID)]()
	delete(c.pending, string(r.ID))
	switch {
	case isCancelled:
		return nil
	case err == nil:
		return &response{Version: "2.0", ID: r.ID, Result: result}
	}
	sent, ok := errors.AsType[*rpcError](err)
	if !ok {
		sent = &rpcError{codeInternal, err.Error()}
	}
	return failure(r.ID, sent)
}

// failure returns an error as an answer; id is nil if nobody knows what it answers.
func failure(id json.RawMessage, err *rpcError) *response {
	if id == nil {
		id = json.RawMessage("null")
	}
	return &response{Version: "2.0", ID: id, Error: err}
}

// send writes an answer, if there is one.
func (c *conversation) send(r *response) {
	if r != nil {
		c.write(r)
	}
}

// write writes a message. What cannot be written is nobody's to hear.
func (c *conversation) write(message any) {
	line := report.AppendJSONLine(nil, message)
	c.writing.Lock()
	defer c.writing.Unlock()
	if c.failed == nil {
		_, c.failed = c.out.Write(line)
	}
}
