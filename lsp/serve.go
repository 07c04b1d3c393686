package lsp

import (
	"context"
	"errors"
	"hash/maphash"
	"io"
	"log"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"luaflow/analysis/checks"
	"luaflow/analysis/facts"
	"luaflow/analysis/project"
	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/lsp/recording"
	"luaflow/lsp/session"
)

const (
	// defaultDelay is how long the editor must be quiet before a changed text is
	// checked: longer than the gap between two keys of a fast typist's word.
	defaultDelay = 75 * time.Millisecond
	// defaultRest is how long nobody must have typed in a statement that Lua accepts before it is taken
	// for finished: longer than people look for the next word.
	defaultRest = time.Second
	// defaultDrain is how long the end waits for what is still being said.
	defaultDrain = 2 * time.Second
	// defaultFixWork bounds what one request for fixes costs, in bytes compiled: a
	// text of 100 kB gets the fixes of 336 findings, one of 5 MB those of 7.
	defaultFixWork = 32 << 20
	// maxFrame is how large a message may be: the largest source there may be, as JSON writes it.
	maxFrame = project.MaxSource * 5 / 4
	// maxCalls is how many calls may be unanswered at a time. A client that reads no answers gets no
	// further.
	maxCalls = 1000
	// maxUnread is how many bytes of answers may wait for the client, but for the last one. It gets errors after that.
	maxUnread = 64 << 20
	// maxAhead is how many bytes of what the client says may wait for the server.
	maxAhead = 16 << 20
)

// ErrNoShutdown is returned by Serve if the client said exit without shutdown. The
// process should end with status 1 then.
var ErrNoShutdown = errors.New("exit without shutdown")

// Options are the settings of a server. The zero value is usable.
type Options struct {
	// Version of the program, for the client and for the folder of the pages.
	Version string
	// Log receives the log, a line or more for each entry. Nil for none. It must
	// not be the output of the server: there only messages may go.
	Log io.Writer
	// LogIsShown: clients show what is written to Log, as that is the error stream, so that what they are told is
	// not written there too.
	LogIsShown bool
	// ClientProcessID is a process whose end ends the server, beside the one that the
	// client names in initialize; 0 for none.
	ClientProcessID int
	// ConfigChild is the command that evaluates a .luacheckrc, config.SelfCommand in
	// luaflow. Without it none can be read.
	ConfigChild []string
	// WriteFile puts a text at a path in a folder, all or nothing and in the place of a link
	// that is there, for the pages about the checks. Nil for a plain file.
	WriteFile func(root *os.Root, inside string, text []byte) error
	// Kept opens what is kept of files from one server to the next; not ok if nothing is. Nil for nothing.
	Kept func() (kept Kept, ok bool)
	// Record gets all that is said, and the files that are read; nil for none.
	Record *recording.Recorder

	delay   time.Duration   // between a change and its check
	rest    time.Duration   // between a check and that of the text as one in which nobody types
	drain   time.Duration   // how long the end may take
	frame   int             // bytes of a message
	calls   int             // that may be unanswered at a time
	unread  int             // bytes of answers that may wait for the client
	ahead   int             // bytes that may wait for the server
	fixWork int             // bytes compiled for the fixes of one request
	most    project.Extent  // see project.MostRead
	kept    int             // bytes of what is kept of functions
	engine  *session.Engine // nil for the real one
	alive   func(pid int) bool
	handOn  func(*session.Memory) *session.Memory // see session.Session.HandOn; nil for the usual
	hastens bool                                  // no text is checked at each key, however short: see session.Session.HasteFrom
	observe session.Observer                      // of the work on requests, and on files that have changed; nil for nobody
}

// Serve speaks the protocol on in and out until the client says exit, the input
// ends, ctx ends, or the client's process is gone. The error is nil if that was in
// order, ErrNoShutdown, or the error of the transport.
//
// in is not closed; a read from it that does not return is left behind.
func Serve(ctx context.Context, in io.Reader, out io.Writer, options Options) error {
	s := newServer(options)
	connCtx, cancel := context.WithCancel(ofCalls(context.Background()))
	defer cancel()
	s.outbox = newOutbox(out, s.spawn, s.outputFailed)
	input := newInput(in, s.options.ahead, s.spawn)
	stream := newFrames(input, s.outbox, s.log, s.options.frame, s.endOfInput)
	stream.record, stream.trace, stream.skipped = s.options.Record, &s.trace, s.skipped
	var giveUp context.CancelFunc
	s.unheard, giveUp = context.WithCancel(context.Background())
	defer giveUp()
	stream.unheard = s.unheard
	if newJudge != nil {
		stream.judge = newJudge()
	}
	s.conn = jsonrpc2.NewConn(stream, jsonrpc2.WithCodec(codec{}))
	if s.options.ClientProcessID > 0 {
		s.watch(s.options.ClientProcessID)
	}
	s.conn.Go(connCtx, s.handler())

	// The reader says why it ends before the connection does: what comes first counts.
	s.spawn(func() {
		<-s.conn.Done()
		s.end(s.conn.Err())
	})
	s.spawn(func() { s.giveUpUnread(input.leaves, giveUp) })
	stop := context.AfterFunc(ctx, func() { s.end(nil) })
	defer stop()
	err := <-s.ended
	s.publisher.stop()
	cancel() // of all calls that are still being answered
	_ = stream.Close()
	// An output that nobody reads cannot be interrupted, hence the bound.
	s.awaitFor(s.options.drain, func() {
		<-s.conn.Done()
		s.publisher.couriering.Wait()
		s.outbox.flush()
	})
	s.outbox.close(io.ErrClosedPipe)
	return err
}

// outputFailed ends the server, whose client hears nothing any more. That it went is no fault.
func (s *server) outputFailed(err error) {
	if errors.Is(err, io.ErrClosedPipe) || errors.Is(err, os.ErrClosed) || errors.Is(err, syscall.EPIPE) {
		err = nil
	}
	s.end(err)
}

// giveUpUnread gives up on a client that leaves, as its input says before the server has read so far, and has read nothing
// for some time although there is something to read.
func (s *server) giveUpUnread(leaves <-chan struct{}, giveUp func()) {
	select {
	case <-leaves:
	case <-s.conn.Done():
		return
	}
	for s.outbox.isRead(s.options.drain) {
		select {
		case <-time.After(s.options.drain):
		case <-s.conn.Done():
			return
		}
	}
	giveUp()
}

// server is one conversation with one client.
type server struct {
	options   Options
	log       *log.Logger
	entries   *serverLog // of log
	conn      jsonrpc2.Conn
	outbox    *outbox
	session   *session.Session
	bodies    *facts.Bodies // of all documents
	publisher *publisher
	reports   *reports
	refresher *refresher
	published publishedFiles

	foreground foreground

	savedTexts savedTexts
	lost       lostDocuments
	trace      trace
	pages      *pages

	configuration *configuration
	files         *workspaceFiles
	definitions   *projectDefinitions
	globals       *workspaceGlobals
	links         *workspaceLinks
	symbols       *workspaceSymbols
	colours       tokenResults

	// client and own are set by initialize, before anything else can look at them.
	client capabilities
	own    serverOptions
	phase  atomic.Int32 // a phase; written on the reader

	calling chan struct{} // holds one for each call whose response the client has not read yet
	packing chan struct{} // holds one while a response is encoded
	tokens  atomic.Int64  // of progress, so far
	stops   sync.Map      // by token: the func() that stops what is shown

	unheard   context.Context // done when nobody will read what is said
	answering sync.WaitGroup  // calls whose response the client has not read yet
	ending    chan struct{}   // closed when the client wants no more
	endsOnce  sync.Once
	ended     chan error // why the server must end
	endOnce   sync.Once
}

// keptBytes bounds what is kept of functions' facts: those of all functions of some hundred
// files.
const keptBytes = 64 << 20

func newServer(options Options) *server {
	if options.Log == nil {
		options.Log = io.Discard
	}
	if options.delay == 0 {
		options.delay = defaultDelay
	}
	if options.rest == 0 {
		options.rest = defaultRest
	}
	if options.drain == 0 {
		options.drain = defaultDrain
	}
	if options.fixWork == 0 {
		options.fixWork = defaultFixWork
	}
	if options.kept == 0 {
		options.kept = keptBytes
	}
	if options.frame == 0 {
		options.frame = maxFrame
	}
	if options.calls == 0 {
		options.calls = maxCalls
	}
	if options.ahead == 0 {
		options.ahead = maxAhead
	}
	if options.unread == 0 {
		options.unread = maxUnread
	}
	if options.most == (project.Extent{}) {
		options.most = project.MostRead
	}
	if options.WriteFile == nil {
		options.WriteFile = func(root *os.Root, inside string, text []byte) error {
			_ = root.Remove(inside)
			return root.WriteFile(inside, text, 0o644)
		}
	}
	if options.alive == nil {
		options.alive = alive
	}
	s := &server{
		options: options,
		entries: newServerLog(&options),
		ended:   make(chan error, 1),
		ending:  make(chan struct{}),
		calling: make(chan struct{}, options.calls),
		packing: make(chan struct{}, 1),
		unheard: context.Background(),
		bodies:  facts.NewBodies(options.kept),
	}
	s.log = log.New(s.entries, logPrefix, log.LstdFlags|log.Lmsgprefix)
	s.configuration = newConfiguration(s)
	s.globals = newGlobals(s)
	s.links = newLinks(s)
	s.symbols = newSymbols(s)
	doc := checks.Doc
	if options.engine != nil {
		doc = options.engine.Doc
	}
	s.session = session.New(s.engine)
	if options.handOn != nil {
		s.session.HandOn(options.handOn)
	}
	if options.hastens {
		s.session.HasteFrom(0)
	}
	s.session.Observe(options.observe)
	s.pages = newPages(&s.options, doc, s.log)
	s.publisher = newPublisher(s)
	s.reports = newReports(s)
	s.refresher = &refresher{server: s}
	s.files = newFiles(s)
	s.definitions = newDefinitions(s)
	s.published.ids = map[string]publishedFile{}
	s.trace.lines = make(chan *protocol.LogTraceParams, maxTraced)
	s.savedTexts = savedTexts{seed: maphash.MakeSeed(), texts: make(map[string]uint64)}
	return s
}

// engine returns what works on a document.
func (s *server) engine(file *source.File) *session.Engine {
	if s.options.engine != nil {
		return s.options.engine
	}
	return s.configuration.engine(file)
}

// opener returns what opens files of the workspace.
func (s *server) opener() project.Opener {
	if s.options.Record == nil {
		return project.Opener{}
	}
	return project.Opener{OnRead: s.options.Record.File}
}

// end makes Serve return err. Only the first call counts.
func (s *server) end(err error) {
	s.endOnce.Do(func() { s.ended <- err })
}

// spawn runs f on a goroutine whose panic is logged.
func (s *server) spawn(f func()) {
	session.Go(f, func(e *session.PanicError) {
		s.log.Printf("panic: %v\n%s", e.Value, e.Stack)
	})
}

// beside runs f in a goroutine of its own, as work that is observed from now on.
func (s *server) beside(f func()) {
	ended := func() {}
	if s.options.observe != nil {
		ended = s.options.observe(new(meter.Meter))
	}
	s.spawn(func() {
		defer ended()
		f()
	})
}

// awaitFor waits for f, which waits for the client to read, to return, but not for ever. It reports whether f did.
func (s *server) awaitFor(d time.Duration, f func()) bool {
	done := make(chan struct{})
	s.spawn(func() {
		defer close(done)
		f()
	})
	select {
	case <-done:
		return true
	case <-time.After(d):
	case <-s.unheard.Done():
	}
	return false
}
