package lsp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"go.lsp.dev/uri"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/config"
	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/globals"
	"luaflow/analysis/printable"
	"luaflow/analysis/project"
	"luaflow/analysis/project/since"
	"luaflow/analysis/summary"
	"luaflow/compile"
	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// The values of the option workspace: which files are reported on that are not open.
const (
	workspaceOff     = "off"     // none
	workspaceChanged = "changed" // those that differ from what the HEAD of their repository holds, or were opened
	workspaceAll     = "all"     // all files of the workspace's folders
)

// workspaceMode returns which files are reported on that are not open.
func (o *serverOptions) workspaceMode() string {
	if o.Workspace == "" {
		return workspaceChanged
	}
	return string(o.Workspace)
}

// workspaceFiles knows the files of the workspace as they are on disk: what they do with globals, which
// workspaceGlobals counts, and what is to be said of those that are reported on although they are not
// open. All files are looked at when somebody first wants to know something of them, after that those
// that have changed; one after the other, and while nobody waits for an answer about a document. A
// workspace that is larger than project.MostRead, or whose reading the user stops, is known in part. What
// he has stopped stays so, until he asks again: see resume.
type workspaceFiles struct {
	server *server

	past  sync.Mutex // guards heads
	heads *since.Heads

	mu        sync.Mutex
	files     map[string]*diskFile // by path
	wasOpen   map[string]string    // by path: the URI of the document that was there
	hasBegun  bool                 // somebody wants to know something
	isKnown   bool                 // all files have been looked at, once
	isStopped bool                 // the user has stopped that, and nobody has asked again
	isBusy    bool                 // they are just being looked at,
	again     bool                 // and then again
	first     chan struct{}        // closed when the files have been looked at once
	firstOnce sync.Once
	rested    chan struct{} // closed when nobody looks at all files any more; nil if nobody waits for that
}

// diskFile is what is known of one file. It does not change.
type diskFile struct {
	project.File
	rules      string     // the key of what holds for it
	past       since.Past // that it was compared with; zero if it was not
	wasOpen    bool
	hasNames   bool        // it was found out what it does with globals
	hasProgram bool        // and its summary
	said       *linkedFile // what the rest of its program says of it, as far as it is known, for the report
	report     *fileReport // nil if it is not reported on
}

func newFiles(s *server) *workspaceFiles {
	heads := since.NewHeads(s.publisher.ctx)
	if record := s.options.Record; record != nil {
		heads.OnHead = record.Head
	}
	return &workspaceFiles{
		server: s, heads: heads,
		files: map[string]*diskFile{}, wasOpen: map[string]string{}, first: make(chan struct{}),
	}
}

// start looks at the files if they are reported on and nobody has looked.
func (w *workspaceFiles) start() {
	if w.server.own.workspaceMode() == workspaceOff || len(w.server.configuration.workspaces()) == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.hasBegun {
		w.begin()
	}
}

// resume looks at all files if the user has stopped that: he asks again.
func (w *workspaceFiles) resume() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.isStopped {
		w.isStopped = false
		w.begin()
	}
}

// lookAgain looks at the files, again if somebody just does.
func (w *workspaceFiles) lookAgain() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begin()
}

// changed starts another look at the files, if anybody wants to know.
func (w *workspaceFiles) changed() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.hasBegun {
		w.begin()
	}
}

// begin looks at the files, beside what comes next. Who calls it holds the lock.
func (w *workspaceFiles) begin() {
	w.hasBegun = true
	if w.isBusy {
		w.again = true
		return
	}
	w.isBusy = true
	w.server.beside(w.collect)
}

// isComplete reports whether all files are known that will be, as they were when somebody last looked.
func (w *workspaceFiles) isComplete() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.isKnown || !w.isBusy
}

// looked waits until nobody looks at all files. The error is ctx's.
func (w *workspaceFiles) looked(ctx context.Context) error {
	for {
		w.mu.Lock()
		rested := w.rested
		if rested == nil && w.isBusy {
			rested = make(chan struct{})
			w.rested = rested
		}
		w.mu.Unlock()
		if rested == nil {
			return ctx.Err()
		}
		select {
		case <-rested:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// collect looks at all files of the workspace, or, if the user has stopped that, at those that are known. It reads those that have
// changed, and has the client told what is new.
func (w *workspaceFiles) collect() {
	s := w.server
	for {
		if !s.configuration.watching {
			s.configuration.look() // no document may be open for which somebody does
		}
		w.past.Lock()
		w.heads.Refresh()
		w.past.Unlock()
		w.mu.Lock()
		isStopped := w.isStopped
		w.mu.Unlock()
		asked := s.globals.asked() && !isStopped
		l := w.newLook(asked)
		l.asksProgram = asked && s.globals.askedSummaries()
		l.openKept()
		ok := !isStopped && l.everywhere()
		if isStopped {
			l.again()
		}
		w.mu.Lock()
		w.isKnown = w.isKnown || ok
		w.mu.Unlock()
		l.end(ok && asked && l.asksProgram == s.globals.askedSummaries())
		s.links.linkAndTell()
		w.mu.Lock()
		w.firstOnce.Do(func() { close(w.first) })
		w.isBusy = w.again
		w.again = false
		goesOn := w.isBusy
		if !goesOn && w.rested != nil {
			close(w.rested)
			w.rested = nil
		}
		w.mu.Unlock()
		if !goesOn {
			if l.read >= manyRead {
				l = nil
				giveBack()
			}
			return
		}
	}
}

// look is one look at the files, or at one of them.
type look struct {
	*workspaceFiles
	asksNames   bool     // what files do with globals is wanted
	asksProgram bool     // and their summaries
	folders     []string // of the workspace, whose files are reported on; not the libraries

	reader  project.Reader
	kept    Kept // nil if nothing is
	units   compile.Memory
	checker *checker.Checker
	packed  packed // scratch of reportOf

	names, reports bool // something has changed
	read           int  // files so far, or recalled
}

// manyRead is after how many files that were read, or recalled, it is worth while to give their memory back.
const manyRead = 1000

func (w *workspaceFiles) newLook(asksNames bool) *look {
	return &look{workspaceFiles: w, asksNames: asksNames, folders: w.server.configuration.workspaces(), checker: checker.New(), reader: project.NewReader(nil)}
}

// end reports what the look has changed to whoever speaks of it, and has the programs linked. all: it is known what all files do
// with globals.
func (l *look) end(all bool) {
	l.reader.Close()
	l.closeKept()
	if l.asksProgram {
		defer l.server.links.changed()
	}
	l.names = l.server.globals.looked(all) || l.names
	if l.names {
		l.server.publishAgain("")
	}
	if l.reports || l.names {
		l.server.reports.changedFiles()
	} else {
		l.server.reports.wake()
	}
}

// renew checks again the files that are reported on and of which their program says something else than when they were checked.
func (w *workspaceFiles) renew() {
	ctx := w.server.publisher.ctx
	l := w.newLook(w.server.globals.asked())
	l.asksProgram = w.server.globals.askedSummaries()
	l.openKept()
	isNew := false
	for path, f := range w.snapshot() {
		if ctx.Err() == nil && f.report != nil && f.said.keyOf() != w.server.links.of(path).keyOf() {
			w.server.foreground.standBack(ctx)
			now := f.Again()
			l.visit(ctx, &now, true)
			isNew = true
		}
	}
	if isNew {
		l.end(false)
	} else {
		l.reader.Close()
		l.closeKept()
	}
}

// lookedAt is after how many files the user is told how many they are, and what is new is said for the first time; then
// after each lookedMore-th part of what has been looked at, as each time all of it is compared with what is known.
const (
	lookedAt   = 100
	lookedMore = 4
)

// everywhere looks at the files of the workspace and drops those that are gone. It is not ok if all does not get
// to the end.
func (l *look) everywhere() (ok bool) {
	found, ok := l.all()
	for path := range l.snapshot() {
		if ok && !found[path] {
			l.drop(path)
		}
	}
	return ok
}

// drop forgets a file that is gone, whatever another look makes of it meanwhile.
func (l *look) drop(path string) {
	for f := l.known(path); f != nil && !l.put(f, nil, fileSaid{}); f = l.known(path) {
	}
}

// known returns what is known of a file; nil if that is nothing.
func (w *workspaceFiles) known(path string) *diskFile {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.files[path]
}

// again looks at the files that are known, and for no others.
func (l *look) again() {
	ctx := l.server.publisher.ctx
	for path, f := range l.snapshot() {
		l.server.foreground.standBack(ctx)
		if ctx.Err() != nil {
			return
		}
		if now := f.Again(); errors.Is(now.Err, fs.ErrNotExist) {
			l.drop(path)
		} else {
			l.visit(ctx, &now, true)
		}
	}
}

// snapshot returns what is known of the files, by path.
func (w *workspaceFiles) snapshot() map[string]*diskFile {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.files)
}

// all looks at the files of the workspace, and returns the paths of all, which are those that a
// terminal would find. It is not ok if there are too many, or the server ends.
func (l *look) all() (found map[string]bool, ok bool) {
	s := l.server
	found = map[string]bool{}
	var isStopped atomic.Bool
	shown := &progress{}
	isFirst := !l.areKnown()
	if isFirst { // else little is read
		shown = s.showProgress("reading the workspace", func() { isStopped.Store(true) })
		defer shown.end()
	}
	ctx := s.publisher.ctx
	lacking := map[string]bool{}
	around := l.around(found, func() bool { return isStopped.Load() || ctx.Err() != nil })
	around.Walked = func(walked *project.Found) {
		if s.links.lacksOf(walked, lacking); isFirst {
			l.passedOver(walked)
		}
	}
	next := lookedAt
	ok = around.Each(func(f *project.File) {
		s.foreground.standBack(ctx)
		l.visit(ctx, f, false)
		if len(found)%lookedAt == 0 {
			shown.report(fmt.Sprintf("%d files", len(found)))
		}
		if l.reports && len(found) >= next {
			next = len(found) + len(found)/lookedMore
			s.reports.soFar()
		}
	})
	switch {
	case ok:
		if around.Lacks {
			for _, folder := range l.folders {
				lacking[s.links.programOf(folder)] = true
			}
			l.gaveUpBeside()
		}
		s.links.lack(lacking)
	case isStopped.Load():
		l.stopped()
	default:
		l.gaveUp()
	}
	return found, ok
}

// around returns the files of the workspace, and has recorded where they are and which are ignored. found gets the paths of
// those that are visited.
func (l *look) around(found map[string]bool, stop func() bool) project.Workspace {
	options := &l.server.options
	around := project.Workspace{
		Folders: slices.Concat(l.folders, l.libraries()), LoaderOf: l.server.configuration.loaderOf, Known: found, Most: options.most, Stop: stop,
		All: l.asksProgram, Foreign: l.asksProgram,
	}
	if options.Record != nil {
		around.Told = options.Record
		for _, folder := range around.Folders {
			place, _ := project.PlaceOf(folder) // of what leads nowhere that is itself
			options.Record.Link(folder, place)
		}
	}
	return around
}

// stopped notes that the user has stopped the reading.
func (w *workspaceFiles) stopped() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.isStopped = true
}

// areKnown reports whether all files have been looked at, once.
func (w *workspaceFiles) areKnown() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.isKnown
}

// gaveUp tells the user that there is too much to read.
func (w *workspaceFiles) gaveUp() {
	if w.server.publisher.ctx.Err() == nil {
		most := w.server.options.most
		w.server.configuration.admit(fmt.Sprintf(
			"what another file of the workspace may define or read is not reported: it has more than %d files, or %d MB, of Lua", most.Files, most.Bytes>>20))
	}
}

// gaveUpBeside tells the user that there is too much to read beside the files of Lua that are checked.
func (w *workspaceFiles) gaveUpBeside() {
	most := w.server.options.most
	w.server.configuration.admit(fmt.Sprintf(
		"what the files of the workspace use of one another is not reported: more than %d files, or %d MB, that are excluded or not Lua may use it too", most.Files, most.Bytes>>20))
}

// libraries returns the libraries of the workspace's folders.
func (l *look) libraries() (libraries []string) {
	for _, folder := range l.folders {
		rules, _, _ := l.server.configuration.rulesOf(folder + "/x.lua")
		for _, library := range rules.Libraries() {
			if !slices.Contains(libraries, library.Value) {
				libraries = append(libraries, library.Value)
			}
		}
	}
	return libraries
}

// passedOver logs what a walk has passed over.
func (w *workspaceFiles) passedOver(found *project.Found) {
	for _, p := range found.Problems {
		w.server.log.Printf("%s: %s", printable.Text(p.Path), printable.Text(p.Message))
	}
	if found.Left > 0 {
		w.server.log.Printf("symbolic links that lead out of the workspace and were not followed: %d", found.Left)
	}
}

// isReportable reports whether a file is in a folder of the workspace.
func (l *look) isReportable(f *project.File) bool {
	return slices.Contains(l.folders, f.Root) || slices.Contains(l.folders, f.Path)
}

// visit looks at a file, and reads it if anything has changed that may change what is said of it. If another look has noted meanwhile
// what the file is, it looks once more, as the other one may have begun before the change. A file that was known and is not any more
// is left alone: another look has found that it is gone.
func (l *look) visit(ctx context.Context, f *project.File, wasKnown bool) {
	for !l.visitOnce(ctx, f, wasKnown) && ctx.Err() == nil {
		*f = f.Again()
	}
}

// visitOnce does what visit does, once, and reports whether no other look was faster.
func (l *look) visitOnce(ctx context.Context, f *project.File, wasKnown bool) (isDone bool) {
	s := l.server
	l.mu.Lock()
	old := l.files[f.Path] // before the rules: else who knows newer ones may have put it there
	doc, wasOpen := l.wasOpen[f.Path]
	l.mu.Unlock()
	rules, key, isExcluded := s.configuration.rulesOf(f.Path)
	defined := s.definitions.of(f.Path, rules)
	key += defined.Digest()
	isOther := isExcluded || f.IsForeign // of which nothing is said
	now := &diskFile{File: *f, hasNames: l.asksNames && !isOther, hasProgram: l.asksProgram && s.links.programOf(f.Path) != ""}
	if wasKnown && old != nil { // maybe found in another folder since
		f.Root, f.Inside, f.IsLink = old.Root, old.Inside, old.IsLink
		now.File = *f
	}
	switch {
	case wasKnown && old == nil:
		return true
	case isOther && !now.hasProgram && old != nil: // since it was found
		return l.put(old, nil, fileSaid{})
	case isOther && !now.hasProgram:
		return true
	}
	if doc == "" {
		doc = string(uri.File(f.Path))
	}
	if now.rules = key; s.isOpen(uri.File(f.Path)) { // its text counts
		now.Stamp, now.hasNames, now.hasProgram = rootfs.Stamp{}, false, false // as forget leaves it
		return l.replace(old, now)
	}
	mode := s.own.workspaceMode()
	isReportable := mode != workspaceOff && !isOther && l.isReportable(f)
	if isReportable {
		now.wasOpen = wasOpen
		if mode == workspaceChanged {
			now.past = l.pastOf(f)
		}
	}
	mustReport := isReportable && (mode == workspaceAll || now.wasOpen)
	mayReport := mustReport || isReportable && now.past.HasHead
	if mayReport {
		now.said = s.links.of(f.Path)
	}
	isSame := old != nil && old.Stamp == now.Stamp && old.rules == now.rules && old.said.keyOf() == now.said.keyOf() && (old.hasNames || !now.hasNames) && (old.hasProgram || !now.hasProgram)
	switch {
	case isSame && old.past == now.past && old.wasOpen == now.wasOpen && old.Root == now.Root:
		return true
	case !mayReport && !now.hasNames && !now.hasProgram:
		return l.put(old, now, fileSaid{})
	}
	l.read++
	if said, ok := l.recall(now, doc, mayReport, mustReport); ok {
		return l.put(old, now, said)
	}
	text, err := l.reader.Text(*f)
	if record := s.options.Record; record != nil && err == nil {
		record.File(f.Path, []byte(text))
	}
	if err != nil || project.IsChunk(text) {
		return l.put(old, now, fileSaid{program: unreadable})
	}
	name := l.noted(*f, text)
	isReported := mustReport || mayReport && !l.noteHeld(name, text, now.past)
	switch {
	case isSame && (old.report != nil) == isReported:
		now.report, now.hasNames, now.hasProgram = old.report, old.hasNames, old.hasProgram
		return l.replace(old, now)
	case !isReported && !now.hasNames && !now.hasProgram:
		return l.put(old, now, fileSaid{})
	}
	said, isDone := l.recallOf(name, now, doc, isReported)
	if !isDone {
		l.checker.Definitions = defined
		if said, isDone = l.check(ctx, now, rules, doc, text, isReported); isDone {
			l.keep(name, now, said)
		}
	}
	return isDone && l.put(old, now, said)
}

// pastOf returns what the HEAD of its repository holds of a file.
func (w *workspaceFiles) pastOf(f *project.File) since.Past {
	w.past.Lock()
	defer w.past.Unlock()
	return w.heads.Of(f)
}

// check returns what others need to know of a text, as far as that is wanted, and makes the report on it, under a URI,
// if it is reported on. The names last as long as the text. It is not done if the context ends.
func (l *look) check(ctx context.Context, now *diskFile, rules *config.Config, doc, text string, isReported bool) (said fileSaid, isDone bool) {
	defer func() {
		if v := recover(); v != nil {
			l.server.log.Printf("check of %s: panic: %v\n%s", doc, v, debug.Stack())
			l.units, l.checker = compile.Memory{}, checker.New()
			said, isDone = fileSaid{program: unreadable}, true
		}
	}()
	file := source.NewFile(now.Path, text)
	if now.IsForeign {
		return fileSaid{program: summarizedAs(summary.OfForeign("", file))}, true
	}
	c := l.checker
	c.Config, c.Elsewhere, c.Say = rules, &globals.Names{}, now.said.saying()
	var steps meter.Meter
	defer context.AfterFunc(ctx, steps.Stop)()
	isDone = steps.Run(func() {
		l.units.Meter = &steps
		unit := l.units.CompileAs(file, rules.Language(rules.Decide(now.Path, text)))
		var pass *analysis.Pass
		if isReported {
			found, _ := c.CheckIn(unit, nil, func(p *analysis.Pass) error { pass = p; return nil })
			now.report = l.reportOf(file, doc, found, c.Omitted)
			said.names, now.hasNames = c.Names, true // at no cost: who asks for them later need not have the file checked again
		} else {
			pass = c.Pass(unit)
		}
		if now.hasNames && !isReported {
			said.names = new(pass.Globals.Names())
		}
		if now.hasProgram {
			said.program = summarizedAs(summary.Of("", pass.Facts))
		}
	})
	return said, isDone
}

// put notes what is known of a file now, nil if it is gone, in place of what was known, and what others need to know of it. It does
// nothing, and reports false, if another look has noted something meanwhile.
func (l *look) put(old, now *diskFile, said fileSaid) bool {
	l.mu.Lock() // until what others need to know counts: else that of a look that is older could be the last
	defer l.mu.Unlock()
	if now != nil && now.report != nil && l.server.links.of(now.Path).keyOf() != now.said.keyOf() || !l.exchange(old, now) {
		return false
	}
	path := ""
	if old != nil {
		path = old.Path
		l.reports = l.reports || old.report.id(nil) != now.reported().id(nil)
	} else {
		path = now.Path
		l.reports = l.reports || now.report.id(nil) != noneID
	}
	if now == nil || !now.hasNames {
		said.names = nil
	}
	if now == nil || !now.hasProgram {
		said.program = summarized{}
	}
	l.names = l.server.globals.onDisk(path, said) || l.names
	return true
}

// reported returns the report on a file; nil if there is none.
func (f *diskFile) reported() *fileReport {
	if f == nil {
		return nil
	}
	return f.report
}

// replace does what put does, but changes nothing of what others know.
func (w *workspaceFiles) replace(old, now *diskFile) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.exchange(old, now)
}

// exchange does what replace does. The caller holds the lock.
func (w *workspaceFiles) exchange(old, now *diskFile) bool {
	path := ""
	if old != nil {
		path = old.Path
	} else {
		path = now.Path
	}
	if w.files[path] != old {
		return false
	}
	if now == nil {
		delete(w.files, path)
	} else {
		w.files[path] = now
	}
	return true
}

// opened notes that a document is open.
func (w *workspaceFiles) opened(snap *session.Snapshot) {
	if !uri.URI(snap.Key).IsFile() {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wasOpen[snap.File.Name()] = snap.URI
}

// forget makes the next look at a file read it, whatever is known of it.
func (w *workspaceFiles) forget(path string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if f := w.files[path]; f != nil {
		unread := *f
		unread.Stamp, unread.hasNames, unread.hasProgram = rootfs.Stamp{}, false, false
		w.files[path] = &unread
	}
}

// gather puts the names of the documents that were open, which the workspace has as long as it is, into one place. They were
// made one by one, and each keeps the memory from the system that was made around it.
func (w *workspaceFiles) gather() {
	w.mu.Lock()
	defer w.mu.Unlock()
	paths := slices.Sorted(maps.Keys(w.wasOpen))
	var all strings.Builder
	for _, path := range paths {
		all.WriteString(path)
		all.WriteString(w.wasOpen[path])
	}
	names, rest := make(map[string]string, len(paths)), all.String()
	for _, path := range paths {
		doc := len(path) + len(w.wasOpen[path])
		names[rest[:len(path)]] = rest[len(path):doc]
		rest = rest[doc:]
	}
	w.wasOpen = names
}

// closed looks at the file of a document that was closed: what counts is the file on disk again. It
// returns the report on it, nil if there is none.
func (w *workspaceFiles) closed(ctx context.Context, path string) *fileReport {
	w.mu.Lock()
	f := w.files[path]
	w.mu.Unlock()
	if f == nil { // of no file of the workspace that is known
		return nil
	}
	l := w.newLook(w.server.globals.asked())
	l.asksProgram = w.server.globals.askedSummaries()
	defer l.end(false)
	for now := f.Again(); ; {
		l.visit(ctx, &now, true)
		// Another look, which read the file before, may have been faster to say what it is.
		last := now.Stamp
		if now = f.Again(); !w.knows(path) || w.stampOf(path) == last && now.Stamp == last || ctx.Err() != nil || w.server.isOpen(uri.File(path)) {
			return w.reportOn(path)
		}
	}
}

// stampOf returns the stamp of a file when somebody looked at it last; the zero Stamp if nobody has.
func (w *workspaceFiles) stampOf(path string) (stamp rootfs.Stamp) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if f := w.files[path]; f != nil {
		stamp = f.Stamp
	}
	return stamp
}

// documents returns the URIs of the files that were open at some time, by their canonical ones.
func (w *workspaceFiles) documents() map[string]string {
	w.mu.Lock()
	defer w.mu.Unlock()
	names := make(map[string]string, len(w.wasOpen))
	for path, doc := range w.wasOpen {
		names[key(uri.File(path))] = doc
	}
	return names
}

// knows reports whether a file is one of the workspace that was there when somebody looked.
func (w *workspaceFiles) knows(path string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.files[path] != nil
}

// reportOn returns the report on a file that is not open; nil if there is none.
func (w *workspaceFiles) reportOn(path string) *fileReport {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.files[path].reported()
}

// reported returns the paths of all files that are reported on, in their order.
func (w *workspaceFiles) reported() (paths []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for path, f := range w.files {
		if f.report != nil {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// isOpen reports whether a document is open.
func (s *server) isOpen(name uri.URI) bool {
	_, ok := s.session.Snapshot(key(name))
	return ok
}

// uriOf returns under which URI a file is reported on: that of the document that it was.
func (w *workspaceFiles) uriOf(path string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if doc := w.wasOpen[path]; doc != "" {
		return doc
	}
	return string(uri.File(path))
}
