package recording

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Player is the client's end of a conversation. All that it is given and gives speaks of a disk whose root
// is the Player's folder: on the way to the server URIs of files are moved into that, and on the way back out of it.
type Player struct {
	folder string // absolute
	uri    string // the path of folder as URIs have it
	in     io.WriteCloser
	reply  func(method string, params any) any

	heads map[string]map[string]string // by folder of a repository: what PutRepository had its HEAD hold, git's names of texts by path

	sending sync.Mutex

	mu        sync.Mutex
	answers   map[string]any // by the id, in JSON: the response
	published map[string]any // by URI: the diagnostics published last
	changed   chan struct{}  // closed and replaced when there is one more
	gone      bool           // the server says no more
	hear      func(method string, params any)
}

// NewPlayer connects to a server: to the end of its input, and to that of its output. reply returns the
// results of what the server asks the client; it is called by one goroutine, which ends with the output.
func NewPlayer(folder string, in io.WriteCloser, out io.Reader, reply func(method string, params any) any) *Player {
	p := &Player{
		folder: folder, heads: map[string]map[string]string{}, uri: (&url.URL{Path: filepath.ToSlash(folder)}).EscapedPath(), in: in, reply: reply,
		answers: map[string]any{}, published: map[string]any{}, changed: make(chan struct{}),
	}
	go p.listen(bufio.NewReader(out))
	return p
}

// Send sends a message of the client, in JSON.
func (p *Player) Send(message any) error {
	text, err := json.Marshal(p.mapped(message, p.toServer))
	if err != nil {
		return err
	}
	return p.SendFrame(text)
}

// SendFrame sends content as it is.
func (p *Player) SendFrame(content []byte) error {
	p.sending.Lock()
	defer p.sending.Unlock()
	_, err := fmt.Fprintf(p.in, "Content-Length: %d\r\n\r\n%s", len(content), content)
	return err
}

// Hear sets what is called with all notifications from now on but published diagnostics, on the goroutine that listens.
func (p *Player) Hear(hear func(method string, params any)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hear = hear
}

// Close ends the input of the server.
func (p *Player) Close() error { return p.in.Close() }

// ErrGone is the error of who waits for a server that has ended.
var ErrGone = errors.New("the server is gone")

// Await waits for the response to a call and returns it, once: with "result" or "error". id is in JSON.
func (p *Player) Await(ctx context.Context, id string) (response any, err error) {
	err = p.until(ctx, func() (ok bool) {
		response, ok = p.answers[id]
		delete(p.answers, id)
		return ok
	})
	return response, err
}

// AwaitPublished waits until what was published last of a document is as wanted, and returns it; nil if
// nothing was.
func (p *Player) AwaitPublished(ctx context.Context, doc string, isWanted func(diagnostics any) bool) (last any, err error) {
	err = p.until(ctx, func() bool {
		last = p.published[doc]
		return isWanted(last)
	})
	return last, err
}

// until waits until something holds, which is looked at under the lock whenever the server has said something.
func (p *Player) until(ctx context.Context, holds func() bool) error {
	for {
		p.mu.Lock()
		ok, changed, gone := holds(), p.changed, p.gone
		p.mu.Unlock()
		switch {
		case ok:
			return nil
		case gone:
			return ErrGone
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// listen takes what the server says, to its end.
func (p *Player) listen(out *bufio.Reader) {
	for {
		frame, err := readFrame(out)
		if err != nil {
			break
		}
		message, err := Decode(frame)
		if err != nil {
			break
		}
		list, isBatch := message.([]any)
		if !isBatch {
			list = []any{message}
		}
		for _, m := range list {
			p.take(p.mapped(m, p.fromServer))
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gone = true
	close(p.changed)
	p.changed = make(chan struct{})
}

// readFrame returns the content of the next frame.
func readFrame(in *bufio.Reader) ([]byte, error) {
	header, err := textproto.NewReader(in).ReadMIMEHeader()
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return nil, err
	}
	frame := make([]byte, n)
	_, err = io.ReadFull(in, frame)
	return frame, err
}

// take takes a message of the server.
func (p *Player) take(message any) {
	m, _ := message.(map[string]any)
	method, isRequest := m["method"].(string)
	id, hasID := m["id"]
	if isRequest && hasID {
		result := p.reply(method, m["params"])
		// Beside the listener: if both ends wrote on theirs neither would read.
		go func() { _ = p.Send(map[string]any{"jsonrpc": "2.0", "id": id, "result": result}) }() // who listens hears of the end
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case !isRequest:
		p.answers[inJSON(id)] = message
	case method == "textDocument/publishDiagnostics":
		params, _ := m["params"].(map[string]any)
		doc, _ := params["uri"].(string)
		p.published[doc] = params["diagnostics"]
	case p.hear != nil:
		p.hear(method, m["params"])
	default:
		return
	}
	close(p.changed)
	p.changed = make(chan struct{})
}

// Decode decodes JSON and keeps numbers as they are written.
func Decode(text []byte) (value any, err error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	err = dec.Decode(&value)
	return value, err
}

// inJSON returns a decoded value in JSON, with the members of objects in order.
func inJSON(value any) string {
	var out strings.Builder
	_ = encoder(&out).Encode(value) // of what was decoded
	return strings.TrimSuffix(out.String(), "\n")
}

// mapped returns a message in which move has been applied to all strings but the texts of documents, in which nobody
// names files.
func (p *Player) mapped(value any, move func(string) string) any {
	switch v := value.(type) {
	case string:
		return move(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = p.mapped(v[i], move)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, member := range v {
			if name != "text" && name != "newText" {
				name, member = move(name), p.mapped(member, move)
			}
			out[name] = member
		}
		return out
	}
	return value
}

const fileScheme = "file://"

func (p *Player) toServer(s string) string {
	if strings.HasPrefix(s, fileScheme+"/") {
		return fileScheme + p.uri + s[len(fileScheme):]
	}
	return s
}

func (p *Player) fromServer(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, p.uri, ""), p.folder, "")
}

// drive is the letter in front of a path of Windows.
var drive = regexp.MustCompile(`^[A-Za-z]:`)

// onDisk returns where a file of the conversation is. None is outside of the folder.
func (p *Player) onDisk(path string) string {
	if d := drive.FindString(path); d != "" {
		path = "/" + strings.ToLower(d) + strings.ReplaceAll(path[len(d):], `\`, "/")
	}
	return filepath.Join(p.folder, filepath.FromSlash(filepath.Clean("/"+path)))
}

// WriteFile puts a file on the disk of the conversation, at once: the server may be looking.
func (p *Player) WriteFile(path string, content []byte) error {
	path = p.onDisk(path)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	written, err := os.CreateTemp(p.folder, "written-")
	if err != nil {
		return err
	}
	_, err = written.Write(content)
	if err := errors.Join(err, written.Close()); err != nil {
		return err
	}
	return os.Rename(written.Name(), path)
}

// Link puts a link to a folder at a path on the disk of the conversation. The folder is there from then on.
func (p *Player) Link(path, to string) error {
	path, to = p.onDisk(path), p.onDisk(to)
	if err := errors.Join(os.MkdirAll(to, 0o777), os.MkdirAll(filepath.Dir(path), 0o777)); err != nil {
		return err
	}
	return os.Symlink(to, path)
}

// RemoveFile removes a file from the disk of the conversation, if it is there.
func (p *Player) RemoveFile(path string) error {
	if err := os.Remove(p.onDisk(path)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
