package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"luaflow/analysis/modules"
	"luaflow/analysis/project"
	"luaflow/analysis/summary"
	"luaflow/lsp/session"
)

// summarized is what the program needs to know of a file, as it is kept.
type summarized struct {
	// form is a hash of the summary without what no finding names, so that two summaries that are linked alike have the same form. It
	// is zero for a file that is in no program, or of which nothing is known.
	form    [sha256.Size]byte
	summary *summary.Summary // without that; nil if the file cannot be read, or the form is zero
}

// isKnown reports whether the file is in a program and something is known of it, if only that it cannot be read.
func (s *summarized) isKnown() bool { return s.form != [sha256.Size]byte{} }

// unreadable is kept of a file of a program that cannot be read. Nothing is said of that program.
var unreadable = summarized{form: sha256.Sum256(nil)}

// summarizedAs returns what is kept of a summary.
func summarizedAs(s *summary.Summary) summarized {
	plain := *s
	plain.Path, plain.Lines, plain.Bytes = "", 0, 0
	text, _ := plain.AppendBinary(nil) // never fails
	lasting := new(summary.Summary)    // which takes less room: it has each string once, and lists of their length
	if err := lasting.UnmarshalBinary(text); err != nil {
		lasting = &plain
	}
	return summarized{sha256.Sum256(text), lasting}
}

// workspaceLinks knows what the rest of its program says of each file of the workspace. A program is all files in one folder of
// the workspace that is in no other. Its files are linked when all have been looked at, and again, in a goroutine of its own, when
// the summary of one changes. Of a folder that is part of a larger repository nothing is said, as files outside may use it.
type workspaceLinks struct {
	server *server

	linking sync.Mutex                 // held while the programs are linked
	linkers map[string]*modules.Linker // by folder of the program; guarded by linking

	mu      sync.Mutex
	last    string                    // the state that the programs were linked in; see programs
	slices  map[string]*linkedFile    // by path, of the files of which there is something to say
	told    map[string]*linkedFile    // by path, what the last check of each document was told
	lacking map[string]bool           // by folder of the program: a file of it is not known
	linked  map[string]*linkedProgram // by folder of the program
	isNew   bool                      // the programs have been linked, and the reports on files that are not open are older
	isBusy  bool                      // run runs,
	again   bool                      // and is to link once more
}

// linkedFile is what the rest of its program says of one file. It does not change.
type linkedFile struct {
	slice *modules.Slice
	was   *summary.Summary  // the summary that the file had
	key   [sha256.Size]byte // a hash of both
}

func newLinks(s *server) *workspaceLinks {
	return &workspaceLinks{server: s, linkers: map[string]*modules.Linker{}, slices: map[string]*linkedFile{}, told: map[string]*linkedFile{}, lacking: map[string]bool{}}
}

// of returns what the program says of the file at a path; nil if it says nothing.
func (k *workspaceLinks) of(path string) *linkedFile {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.slices[path]
}

// newLinkedFile returns what a Slice says of the file with a summary in some form.
func newLinkedFile(slice *modules.Slice, was *summary.Summary, form [sha256.Size]byte) *linkedFile {
	return &linkedFile{slice, was, sha256.Sum256(append(form[:], keyOfSlice(slice)...))}
}

// keyOf returns the key of what is said of a file; the zero key for nil.
func (l *linkedFile) keyOf() (key [sha256.Size]byte) {
	if l == nil {
		return key
	}
	return l.key
}

// saying returns on as a Checker.Say; nil if l is nil.
func (l *linkedFile) saying() func(*summary.Summary) *modules.Slice {
	if l == nil {
		return nil
	}
	return l.on
}

// toldOf returns what is said of the file at a path, for a check of its document, and has that checked again when it changes.
func (k *workspaceLinks) toldOf(path string) *linkedFile {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.told[path] = k.slices[path]
	return k.slices[path]
}

// closed notes that a document is not open any more.
func (k *workspaceLinks) closed(path string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.told, path)
}

// on returns the part of what is said that still holds of the file with the summary that it has now; nil if no part does.
func (l *linkedFile) on(now *summary.Summary) *modules.Slice {
	if l == nil {
		return nil
	}
	return l.slice.On(l.was, now)
}

// programOf returns the folder of the program that a file, or a folder, is of; "" if it is of none.
func (k *workspaceLinks) programOf(path string) (folder string) {
	folder, _ = programIn(k.server.configuration.workspaces(), path)
	return folder
}

// programIn returns the outermost of some folders that a file is in, or that the path leads to, and the path from there, with
// slashes; "" if there is none. All paths are absolute and clean.
func programIn(folders []string, path string) (folder, inside string) {
	const separator = string(filepath.Separator)
	for _, f := range folders {
		rest, ok := strings.CutPrefix(path, strings.TrimSuffix(f, separator))
		if ok && (rest == "" || strings.HasPrefix(rest, separator)) && (folder == "" || len(f) < len(folder)) {
			folder, inside = f, strings.TrimPrefix(rest, separator)
		}
	}
	return folder, filepath.ToSlash(inside)
}

// lack notes the folders of the programs of which some file is not known: it cannot be read, is too large, or one too many.
func (k *workspaceLinks) lack(programs map[string]bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.lacking = programs
}

// lacksOf adds to lacking the folders of the programs of which a walk has found a file that cannot be read, or is too large.
func (k *workspaceLinks) lacksOf(found *project.Found, lacking map[string]bool) {
	for i := range found.Files {
		if f := &found.Files[i]; f.Err != nil || !f.IsForeign && f.Size() > project.MaxSource {
			lacking[k.programOf(f.Path)] = true
		}
	}
}

// changed starts a goroutine that links the programs, once more if that is just being done.
func (k *workspaceLinks) changed() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.isBusy {
		k.again = true
		return
	}
	k.isBusy = true
	k.server.beside(k.run)
}

func (k *workspaceLinks) run() {
	ctx := k.server.publisher.ctx
	for {
		if k.server.files.looked(ctx) != nil { // else it may not be known yet what some files are by now
			return
		}
		k.server.foreground.standBack(ctx)
		k.linkAndTell()
		k.mu.Lock()
		k.isBusy, k.again = k.again, false
		goesOn := k.isBusy
		k.mu.Unlock()
		if !goesOn {
			return
		}
	}
}

// programFiles is the files of one program.
type programFiles struct {
	folder    string
	paths     []string
	summaries []*summary.Summary  // by index in paths, with their paths in the program
	forms     [][sha256.Size]byte // by index in paths
	lacks     bool                // one could not be read
}

// linkAndTell links the programs as link does, and checks the reported files again that are not open and of which the program says
// something else than before.
func (k *workspaceLinks) linkAndTell() {
	k.link()
	k.mu.Lock()
	isNew := k.isNew
	k.isNew = false
	k.mu.Unlock()
	if isNew {
		k.server.files.renew()
	}
}

// link links the programs if anything has changed since the last time, and has the documents checked again of which their program
// says something else than before.
func (k *workspaceLinks) link() {
	k.linking.Lock()
	defer k.linking.Unlock()
	k.complete()
	programs, state := k.programs()
	k.mu.Lock()
	isSame := state == k.last
	k.mu.Unlock()
	if isSame {
		return
	}
	now, linked := map[string]*linkedFile{}, map[string]*linkedProgram{}
	for _, p := range programs {
		if !p.lacks {
			linked[p.folder] = p.link(k, now)
		}
	}
	maps.DeleteFunc(k.linkers, func(folder string, _ *modules.Linker) bool {
		return !slices.ContainsFunc(programs, func(p *programFiles) bool { return p.folder == folder })
	})
	k.mu.Lock()
	k.last, k.slices, k.linked, k.isNew = state, now, linked, true
	documents := k.outdated()
	k.mu.Unlock()
	for _, snap := range k.server.session.Snapshots() {
		if documents[snap.File.Name()] {
			k.server.configuration.renew(snap.Key)
		}
	}
}

// outdated returns the paths of the documents whose last check was told something else than what their program says by now, as
// far as either holds for the text. The caller holds the lock.
func (k *workspaceLinks) outdated() map[string]bool {
	paths := map[string]bool{}
	for path, told := range k.told {
		var was, now *modules.Slice
		if s := k.server.globals.summaryOf(path); s != nil {
			was, now = told.on(s), k.slices[path].on(s)
		}
		if keyOfSlice(was) != keyOfSlice(now) {
			paths[path] = true
		}
	}
	return paths
}

func keyOfSlice(s *modules.Slice) string {
	if s == nil {
		return ""
	}
	key, _ := json.Marshal(s) // never fails
	return string(key)
}

// link links the program, and notes what the rest of it says of its files.
func (p *programFiles) link(k *workspaceLinks, now map[string]*linkedFile) *linkedProgram {
	linker := k.linkers[p.folder]
	if linker == nil {
		linker = new(modules.Linker)
		k.linkers[p.folder] = linker
	}
	linked := &linkedProgram{linker.Link(p.summaries, k.server.configuration.rootsOf(p.folder)), make([]string, len(p.paths)), make(map[string]int, len(p.paths))}
	index := make(map[string]int, len(p.summaries))
	for i := range p.summaries {
		index[p.summaries[i].Path] = i
	}
	for i, slice := range linked.Slices() {
		at := index[linked.Files[i].Path]
		linked.paths[i], linked.index[p.paths[at]] = p.paths[at], i
		if !slice.IsZero() {
			now[p.paths[at]] = newLinkedFile(&slice, p.summaries[at], p.forms[at])
		}
	}
	return linked
}

// folderTerms is what holds for a program by its folder.
type folderTerms struct {
	rules  string // the key of the configuration
	isPart bool   // of a larger repository
	lacks  bool   // some file in it cannot be read
}

// terms returns what holds for the folders of the workspace, by folder. It may run a configuration.
func (k *workspaceLinks) terms(folders []string) map[string]folderTerms {
	all := make(map[string]folderTerms, len(folders))
	k.mu.Lock()
	lacking := k.lacking
	k.mu.Unlock()
	for _, folder := range folders {
		inside := filepath.Join(folder, "x.lua") // whatever the name: it holds for the folder
		_, key, _ := k.server.configuration.rulesOf(inside)
		repository := k.server.configuration.loaderOf(inside).Repository(inside)
		all[folder] = folderTerms{key, repository != "" && repository != folder, lacking[folder]}
	}
	return all
}

// programs returns the programs, none if not all of their files are known, and their state, which is another one when linking them
// may give something else.
func (k *workspaceLinks) programs() (all []*programFiles, state string) {
	g, folders := k.server.globals, k.server.configuration.workspaces()
	terms := k.terms(folders)
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.isKnown || !g.asksSummaries {
		return nil, ""
	}
	of := map[string]*programFiles{}
	for path, f := range g.files {
		folder, inside := programIn(folders, path)
		if !f.program.isKnown() || folder == "" {
			continue
		}
		p := of[folder]
		if p == nil {
			p = &programFiles{folder: folder, lacks: terms[folder].lacks || terms[folder].isPart}
			of[folder], all = p, append(all, p)
		}
		if f.program.summary == nil {
			p.lacks = true
			continue
		}
		if f.program.summary.Path != inside { // another one only then: a Linker knows what it was given before
			s := *f.program.summary
			s.Path = inside
			f.program.summary = &s
		}
		p.paths, p.summaries, p.forms = append(p.paths, path), append(p.summaries, f.program.summary), append(p.forms, f.program.form)
	}
	for _, folder := range slices.Sorted(maps.Keys(of)) {
		state += fmt.Sprintf("%q %+v %d\n", folder, terms[folder], g.version)
	}
	return all, state
}

// complete summarizes the open documents that have no summary yet.
func (k *workspaceLinks) complete() {
	g := k.server.globals
	if !g.askedSummaries() {
		return
	}
	for _, snap := range k.server.session.Snapshots() {
		g.mu.Lock()
		f := g.files[snap.File.Name()]
		isKnown := f != nil && f.isOpen && f.program.isKnown()
		g.mu.Unlock()
		if !isKnown {
			_, _ = k.summarizeNow(k.server.publisher.ctx, snap)
		}
	}
}

// summarizeNow summarizes the text of a document, if its file is in a program, and reports whether that has to be linked again. The
// error is that of Snapshot.Summary.
func (k *workspaceLinks) summarizeNow(ctx context.Context, snap *session.Snapshot) (changed bool, err error) {
	if k.programOf(snap.File.Name()) == "" {
		return false, nil
	}
	now, err := snap.Summary(ctx)
	if err != nil {
		return false, err
	}
	return k.server.globals.summarized(snap, summarizedAs(now)), nil
}

// catchUp links the programs as the documents are by now, when it is known what is in the other files, those of documents that were just
// closed among them. The error is ctx's, or that of Snapshot.Summary.
func (k *workspaceLinks) catchUp(ctx context.Context) error {
	if err := k.server.files.looked(ctx); err != nil {
		return err
	}
	for _, path := range k.server.globals.left() {
		k.server.files.closed(ctx, path)
	}
	for _, snap := range k.server.session.Snapshots() {
		if _, err := k.summarizeNow(ctx, snap); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	k.link()
	k.changed() // which has the files checked again that are not open
	return nil
}

// summaryOf returns the summary of a file; nil if it is not known.
func (g *workspaceGlobals) summaryOf(path string) *summary.Summary {
	g.mu.Lock()
	defer g.mu.Unlock()
	if f := g.files[path]; f != nil {
		return f.program.summary
	}
	return nil
}

// summarized notes the summary of the text of a document, if that is the newest, and reports whether it is another one than before.
func (g *workspaceGlobals) summarized(snap *session.Snapshot, now summarized) (changed bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if newest, _ := g.server.session.Snapshot(snap.Key); newest == nil || newest.File != snap.File {
		return false
	}
	path := snap.File.Name()
	f := g.files[path]
	if f != nil && f.isOpen && f.program.form == now.form {
		return false
	}
	known := &fileKnown{isOpen: true, program: now}
	if f != nil {
		known.counted = f.counted
	}
	g.files[path] = known
	g.version++
	return true
}

// summarize summarizes a document when its text has been at rest, and has its program linked again if the summary has changed. A
// text that has just come to hold something that is not understood is given more time.
func (k *workspaceLinks) summarize(snap *session.Snapshot) {
	g, options := k.server.globals, &k.server.options
	if !g.askedSummaries() || k.programOf(snap.File.Name()) == "" {
		return
	}
	ctx, done := snap.WhileNewest(k.server.publisher.ctx)
	defer done()
	if !waits(ctx, options.delay) {
		return
	}
	s, err := snap.Summary(ctx)
	if err != nil {
		return
	}
	if was := g.summaryOf(snap.File.Name()); s.Broken && was != nil && !was.Broken && !waits(ctx, options.rest) {
		return
	}
	if g.summarized(snap, summarizedAs(s)) {
		k.changed()
	}
}

// waits waits for some time, and reports whether the context has not ended.
func waits(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
