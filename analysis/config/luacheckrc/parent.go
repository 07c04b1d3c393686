package luacheckrc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/config/tree"
)

// This file is the side of the one who wants to know: it starts the child, answers its
// questions, and ends it.

// Limits of an evaluation, beside its cost.
const (
	maxWait   = 2 * time.Minute // by the clock: more than what it may cost takes anywhere
	maxFiles  = 64              // that it may ask for
	maxResult = 64 << 20        // bytes, more than the child ever says
)

// Request says what is to be evaluated.
type Request struct {
	Command []string // the child: a program that calls EvalMain, and its arguments
	Root    string   // the project's folder, which nothing is read outside of
	Folder  string   // from where it sees its neighbours, in Root
	File    string   // the configuration, in Root
}

// Result is what a configuration says.
type Result struct {
	Options *tree.Node // a table
	// Read is the configuration, and then the files that it asked for, those that cannot be read
	// included: what it says may change with them.
	Read []rootfs.Reading
	// Missing: the configuration itself is not there.
	Missing bool
	// Cost is what the evaluation has taken.
	Cost Cost
}

// Evaluate runs a configuration. The Result is never nil: of one that fails it still
// tells which files it depends on.
func Evaluate(req Request) (*Result, *tree.Error) {
	result := &Result{}
	root, err := rootfs.Open(req.Root)
	if err != nil {
		result.Read = []rootfs.Reading{{Path: req.File}}
		return result, &tree.Error{File: req.File, Message: err.Error()}
	}
	defer root.Close()
	p := parent{root: root, req: req, result: result}
	source, err := p.read(req.File)
	if err != nil {
		result.Missing = errors.Is(err, rootfs.ErrNotExist)
		return result, p.failed(err.Error())
	}
	if len(req.Command) == 0 {
		return result, p.failed("is not read: it would have to be run, and no program can be started here")
	}
	return result, p.run(source)
}

var tooMuchMemory = fmt.Sprintf("needs more than %d MB of memory, and is left out", maxMemory>>20)

type parent struct {
	root   *rootfs.Root
	req    Request
	result *Result
}

// run starts the child and waits for its end.
func (p *parent) run(source []byte) *tree.Error {
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	child := exec.CommandContext(ctx, p.req.Command[0], p.req.Command[1:]...)
	child.Args[0] = os.Args[0] // a program may look at the name that it goes by
	child.Env = []string{}
	if isRace { // a process that looks for races would wait for a second before it ends
		child.Env = []string{"GORACE=atexit_sleep_ms=0"}
	}
	child.WaitDelay = time.Second
	var complaint bytes.Buffer
	child.Stderr = &limitedBuffer{&complaint}
	in, err1 := child.StdinPipe()
	out, err2 := child.StdoutPipe()
	if err := errors.Join(err1, err2); err != nil {
		return p.failed("cannot be evaluated: " + err.Error())
	}
	if err := child.Start(); err != nil {
		return p.failed("cannot be evaluated: " + err.Error())
	}
	p.result.Cost = Limit // of one that breaks off
	problem, err := p.talk(in, out, source)
	tooLong := ctx.Err() != nil
	cancel() // it has said all, or nothing that makes sense
	in.Close()
	child.Wait()
	switch {
	case err == nil:
		return problem
	case tooLong:
		return p.failed(fmt.Sprintf("does not end within %s", maxWait))
	case child.ProcessState.ExitCode() == exitMemory, starved().Match(complaint.Bytes()):
		return p.failed(tooMuchMemory)
	case bytes.Contains(complaint.Bytes(), []byte("stack overflow")):
		return p.failed(tooDeep)
	}
	return p.failed("its evaluation broke off: " + err.Error())
}

// starved matches what a Go program says before it dies for want of memory, and what its
// race detector says.
var starved = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("out of memory|cannot allocate|failed to allocate|address space collisions")
})

func (p *parent) failed(why string) *tree.Error {
	return &tree.Error{File: p.req.File, Message: why}
}

// limitedBuffer keeps the first bytes only.
type limitedBuffer struct{ *bytes.Buffer }

// Write implements io.Writer. What there is no room for is dropped.
func (b *limitedBuffer) Write(data []byte) (int, error) {
	if room := 4096 - b.Len(); room > 0 {
		b.Buffer.Write(data[:min(room, len(data))])
	}
	return len(data), nil
}

// talk sends the source and answers questions until there is a result. The error is of the
// conversation, not of the configuration.
func (p *parent) talk(in io.Writer, out io.Reader, source []byte) (*tree.Error, error) {
	say, hear := json.NewEncoder(in), json.NewDecoder(io.LimitReader(out, maxResult))
	if err := say.Encode(job{Name: p.req.File, Source: source}); err != nil {
		return nil, err
	}
	for {
		var m message
		switch err := hear.Decode(&m); {
		case err != nil:
			return nil, err
		case m.Error != nil || m.Result != nil:
			p.result.Options, p.result.Cost = m.Result, m.Cost
			return m.Error, nil
		}
		if err := say.Encode(p.answer(m.Read)); err != nil {
			return nil, err
		}
	}
}

// answer reads a file that the configuration asks for.
func (p *parent) answer(name string) answer {
	if len(p.result.Read) > maxFiles {
		return answer{Why: fmt.Sprintf("more than %d files are asked for", maxFiles)}
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(p.req.Folder, filepath.FromSlash(name))
	}
	source, err := p.read(name)
	if err != nil {
		return answer{Why: fmt.Sprintf("%s %s", name, err)}
	}
	return answer{Source: source, Found: true}
}

// read reads a file, and notes that.
func (p *parent) read(path string) ([]byte, error) {
	r, err := p.root.Look(path)
	p.result.Read = append(p.result.Read, r)
	return r.Text, err
}
