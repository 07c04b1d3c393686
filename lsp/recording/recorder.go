package recording

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"io"
	"sync"
	"time"
	"unicode/utf8"
)

// keptFiles is how many bytes of files are recorded.
const keptFiles = 64 << 20

// Recorder writes what happens, each entry at once: what comes before a crash is there. It is safe for
// concurrent use. A nil Recorder records nothing.
type Recorder struct {
	began time.Time
	seed  maphash.Seed

	mu    sync.Mutex
	out   *json.Encoder
	known map[string]uint64 // hashes of the files that are recorded, by path, of links, and of what is known of repositories, by its key
	room  int               // bytes of files that may still be recorded
	err   error
}

// NewRecorder begins a recording of a program of some version.
func NewRecorder(out io.Writer, program string) *Recorder {
	r := &Recorder{began: time.Now(), seed: maphash.MakeSeed(), out: encoder(out), known: map[string]uint64{}, room: keptFiles}
	r.put(&Entry{Head: &Head{format, program, About}})
	return r
}

// Err returns the first error of the output, after which nothing is recorded.
func (r *Recorder) Err() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// Client records what the client has sent: the content of a frame.
func (r *Recorder) Client(frame []byte) {
	switch {
	case r == nil:
	case utf8.Valid(frame) && json.Valid(frame):
		r.put(&Entry{Client: frame})
	default:
		r.put(&Entry{Frame: frame})
	}
}

// Server records a message of the server.
func (r *Recorder) Server(message []byte) {
	if r != nil {
		r.put(&Entry{Server: message})
	}
}

// Skipped records that something is not recorded, and what.
func (r *Recorder) Skipped(what string) {
	if r != nil {
		r.put(&Entry{Missing: what})
	}
}

// File records a file that was read, unless it is what it was when it was recorded before.
func (r *Recorder) File(path string, content []byte) {
	if r == nil {
		return
	}
	sum := maphash.Bytes(r.seed, content)
	r.mu.Lock()
	old, isKnown := r.known[path]
	isNew := !isKnown || old != sum
	fits := len(content) <= r.room
	if isNew {
		r.known[path] = sum
		if fits {
			r.room -= len(content)
		}
	}
	r.mu.Unlock()
	if !isNew {
		return
	}
	e := &Entry{Read: path}
	switch text := string(content); {
	case !fits:
		e.Missing = fmt.Sprintf("%d bytes, more than are recorded", len(content))
	case utf8.ValidString(text):
		e.Text = &text
	default:
		e.Bytes = content
	}
	r.put(e)
}

// Head records what the HEAD of a repository holds below one of its folders, unless that was recorded before.
func (r *Recorder) Head(top, below string, blobs map[string]string) {
	of := &Repository{Folder: top, Below: below, Blobs: blobs}
	r.once(of.key(), &Entry{Repository: of})
}

// Repository records what git ignores in a whole repository, unless that was recorded before.
func (r *Recorder) Repository(top, patterns string) {
	of := &Repository{Folder: top, Ignored: &patterns}
	r.once(of.key(), &Entry{Repository: of})
}

// Link records where a path leads that others begin with, if that is another one and was not recorded before.
func (r *Recorder) Link(path, to string) {
	if path != to {
		r.once(path+"\x00to", &Entry{Link: path, To: to})
	}
}

// once records what is known of something, unless it is what was known of it before.
func (r *Recorder) once(of string, e *Entry) {
	if r == nil {
		return
	}
	text, _ := json.Marshal(e) // of texts
	sum := maphash.Bytes(r.seed, text)
	r.mu.Lock()
	old, isKnown := r.known[of]
	r.known[of] = sum
	r.mu.Unlock()
	if !isKnown || old != sum {
		r.put(e)
	}
}

func (r *Recorder) put(e *Entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		e.At = time.Since(r.began).Milliseconds()
		r.err = r.out.Encode(e)
	}
}
