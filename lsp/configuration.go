package lsp

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis/checker"
	"luaflow/analysis/config"
	"luaflow/analysis/definitions"
	"luaflow/analysis/modules"
	"luaflow/analysis/printable"
	"luaflow/analysis/project"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// configuration knows what holds for each document: from the configuration files of its
// folder, up to that of its workspace, and from what the editor says for that.
type configuration struct {
	server *server
	// watching: the client says when configuration files change. Otherwise they are looked
	// at before documents are checked. pulling: the client is asked for its settings, of
	// each folder of the workspace, and pushes none. All set by initialize.
	watching, pulling, pullingAgain bool
	problems                        []*config.Problem // in what the editor says about the server
	pushed                          protocol.LSPAny   // settings that were said last without being asked for; written on the reader

	mu      sync.Mutex
	options config.Options
	// workspace is the folders of the workspace in the editor's order, some of which may
	// not be on a disk. folders is those that are, the innermost first; the last one
	// stands for all else.
	workspace []uri.URI
	folders   []*folder

	asking sync.Mutex // held while the client is asked for settings

	telling sync.Mutex      // held while problems are shown, so that nobody goes on before that
	told    map[string]bool // problems that the user knows of
	noted   map[string]bool // which configurations were logged; guarded by mu

	// asked is closed when the editor has said its settings, or cannot be asked.
	asked     chan struct{}
	closeOnce sync.Once
}

// folder is a folder of the workspace, and what the editor says of it.
type folder struct {
	uri      *uri.URI // nil for what is in no folder
	path     string   // "" for that too
	loader   *config.Loader
	said     string            // what the editor says, "" before it has said something
	top      string            // where the paths in that start
	sum      string            // of both
	problems []*config.Problem // in that
}

// theEditor is where settings come from that the client sends.
const theEditor = "the editor"

// maxAsking is how long documents wait for settings that the editor is asked for.
const maxAsking = 2 * time.Second

func newConfiguration(s *server) *configuration {
	c := &configuration{server: s, told: map[string]bool{}, noted: map[string]bool{}, asked: make(chan struct{})}
	c.options.Child = s.options.ConfigChild
	if s.options.Record != nil {
		c.options.OnRead = s.options.Record.File
	}
	c.arrange(nil)
	return c
}

// arrange takes the folders of the workspace; of those there were it keeps what the
// editor said. Who calls it holds the lock, or has c alone.
func (c *configuration) arrange(workspace []uri.URI) {
	before := c.folders
	c.workspace, c.folders, c.options.Workspaces = workspace, nil, nil
	for _, u := range workspace {
		if u.IsFile() {
			c.folders = append(c.folders, &folder{uri: &u, path: u.FsPath()})
			c.options.Workspaces = append(c.options.Workspaces, u.FsPath())
		}
	}
	slices.SortStableFunc(c.folders, func(a, b *folder) int { return len(b.path) - len(a.path) })
	c.folders = append(c.folders, &folder{})
	for _, f := range c.folders {
		options := c.options
		for _, old := range before {
			if old.path == f.path {
				f.said, f.top, f.sum, f.problems, options.Above = old.said, old.top, old.sum, old.problems, old.loader.Options().Above
			}
		}
		f.loader = config.NewLoader(options)
	}
}

// initialize takes the folders of the workspace, what the editor says about the server, and its first
// settings.
func (c *configuration) initialize(params *protocol.InitializeParams, own *serverOptions) {
	c.problems = own.problems()
	var workspace []uri.URI
	folders, _ := params.WorkspaceFolders.Get()
	for _, f := range folders {
		workspace = append(workspace, f.URI)
	}
	//lint:ignore SA1019 clients without folders have but this
	if root := params.RootURI; len(folders) == 0 && root != nil {
		workspace = []uri.URI{*root}
	}
	if w := params.Capabilities.Workspace; w != nil {
		c.pulling = is(w.Configuration)
		if w.DidChangeWatchedFiles != nil {
			c.watching = is(w.DidChangeWatchedFiles.DynamicRegistration)
		}
		if w.DidChangeConfiguration != nil {
			c.pullingAgain = c.pulling && is(w.DidChangeConfiguration.DynamicRegistration)
		}
	}
	if own.Trusted != nil && !*own.Trusted {
		c.options.Child, c.options.Untrusted = nil, true
	}
	c.arrange(workspace)
	c.push(params.InitializationOptions)
	if !c.pulling {
		c.answered()
	}
}

// answered: what the editor says is known.
func (c *configuration) answered() { c.closeOnce.Do(func() { close(c.asked) }) }

// push takes settings for all folders, and for those that are still to come, and reports whether they are new for one.
func (c *configuration) push(settings protocol.LSPAny) (isNew bool) {
	c.pushed = settings
	for _, f := range c.folders {
		isNew = c.set(f, settings) || isNew
	}
	return isNew
}

// ownSection returns the settings that are for this program: what stands under its name, or else all of them, where that
// name and a dot may be in front of an option.
func ownSection(settings []byte) []byte {
	var sections map[string]json.RawMessage
	_ = json.Unmarshal(settings, &sections) // what is no object has no sections
	if own, ok := sections[diagnosticSource]; ok {
		return own
	}
	isDotted := false
	for _, name := range slices.Collect(maps.Keys(sections)) {
		if option, ok := strings.CutPrefix(name, diagnosticSource+"."); ok {
			isDotted = true
			sections[option] = sections[name]
			delete(sections, name)
		}
	}
	if !isDotted {
		return settings
	}
	text, _ := json.Marshal(sections) // of texts in JSON
	return text
}

// set takes settings for a folder in the form of .luaflow.json, alone or under the name
// of this program, and reports whether they are new: a client may push again what it was
// just asked for. Without any the editor says nothing.
func (c *configuration) set(f *folder, settings protocol.LSPAny) (isNew bool) {
	text := ownSection(settings)
	var named map[string]json.RawMessage
	if json.Unmarshal(text, &named) == nil && len(named) > 0 {
		for _, name := range serverOptionNames {
			delete(named, name)
		}
		text, _ = json.Marshal(named) // of texts in JSON
	}
	if len(text) == 0 || string(text) == "null" {
		text = []byte("{}")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if f.said == string(text) && f.top == c.top(f) {
		return false
	}
	f.said, f.top = string(text), c.top(f)
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %s", f.top, text))
	f.sum = string(sum[:])
	layer, problems := config.ParseSettings(theEditor, filepath.ToSlash(f.top), text)
	options := c.options
	options.Above = []*config.Layer{layer}
	f.problems, f.loader = problems, config.NewLoader(options)
	return true
}

// top returns where the paths in a folder's settings start: for what is in no folder, that
// is the workspace's first one, if there is one.
func (c *configuration) top(f *folder) string {
	if f.path == "" && len(c.options.Workspaces) > 0 {
		return c.options.Workspaces[0]
	}
	return f.path
}

// folderOf returns the folder that a file belongs to.
func (c *configuration) folderOf(path string) *folder {
	last := len(c.folders) - 1
	for _, f := range c.folders[:last] {
		if inside, err := filepath.Rel(f.path, path); err == nil && filepath.IsLocal(inside) {
			return f
		}
	}
	return c.folders[last]
}

// workspaceOf returns the folder of the workspace that a file belongs to; "" if it is in none.
func (c *configuration) workspaceOf(path string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if folder := c.folderOf(path).path; slices.Contains(c.options.Workspaces, folder) {
		return folder
	}
	return ""
}

// keyOf returns the Key of an engine for a document, by what holds for it.
func keyOf(loaded *config.Loaded, path string, defined *definitions.Table) string {
	return keyPrefix + loaded.Key(path) + defined.Digest()
}

// keyPrefix is in front of the Key of an engine, as that of no configuration may be "".
const keyPrefix = "configuration "

// engine returns what works on a document. It waits for what the editor has to say first.
func (c *configuration) engine(file *source.File) *session.Engine {
	select {
	case <-c.asked:
	case <-time.After(maxAsking):
	case <-c.server.publisher.ctx.Done():
	}
	c.mu.Lock()
	path := c.path(file.Name())
	f := c.folderOf(path)
	loader, problems := f.loader, f.problems
	c.mu.Unlock()
	loaded := loader.For(path)
	c.showNew(c.problems)
	c.showNew(problems)
	c.showNew(loaded.Problems)
	c.note(path, loaded)
	rules := loaded.For(path)
	_, excluded := loaded.Excluded(path)
	defined := c.server.definitions.of(path, rules)
	if c.server.links.programOf(path) != "" && (&checker.Checker{Config: rules}).AsksForProgram() {
		c.server.globals.askSummaries()
	}
	engine := session.NewEngine(rules, defined, rules.Language(rules.Decide(path, file.Text())), excluded, len(c.workspaces()) > 0, c.server.links.toldOf(path).saying(), c.server.bodies)
	engine.Key = keyOf(loaded, path, defined)
	return engine
}

// note logs which configuration counts for a document, if that was not logged for its folder.
func (c *configuration) note(path string, loaded *config.Loaded) {
	said := "configuration of " + filepath.Dir(path) + ": " + cmp.Or(strings.Join(loaded.Files, ", "), "none")
	c.mu.Lock()
	isKnown := c.noted[said]
	c.noted[said] = true
	c.mu.Unlock()
	if !isKnown {
		c.server.log.Print(said)
	}
}

// rulesOf returns what holds for a file on disk, and the key of that: of what files and the editor say.
func (c *configuration) rulesOf(path string) (rules *config.Config, key string, excluded bool) {
	c.mu.Lock()
	f := c.folderOf(path)
	loader, sum := f.loader, f.sum
	c.mu.Unlock()
	loaded := loader.For(path)
	_, excluded = loaded.Excluded(path)
	return loaded.For(path), sum + loaded.Key(path), excluded
}

// rootsOf returns what the configuration says of how the program in a folder is started.
func (c *configuration) rootsOf(folder string) modules.Roots {
	path := filepath.Join(folder, "x.lua") // whatever the name: it holds for the folder
	said := c.loaderOf(path).For(path)
	return modules.Roots{Folder: filepath.ToSlash(folder), Files: said.Roots(), PackagePath: said.PackagePath(), IsInstalled: project.IsInstalled}
}

// loaderOf returns what reads the configuration of a file or folder.
func (c *configuration) loaderOf(path string) *config.Loader {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.folderOf(path).loader
}

// workspaces returns the folders of the workspace.
func (c *configuration) workspaces() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.options.Workspaces)
}

// path returns where a document is. One that is in no file is at the top of the workspace.
func (c *configuration) path(name string) string {
	switch {
	case filepath.IsAbs(name):
		return filepath.Clean(name)
	case len(c.options.Workspaces) > 0:
		return filepath.Join(c.options.Workspaces[0], "untitled.lua")
	}
	return string(filepath.Separator) + "untitled.lua"
}

// showNew shows problems to the user that are new.
func (c *configuration) showNew(problems []*config.Problem) {
	c.telling.Lock()
	defer c.telling.Unlock()
	for _, problem := range problems {
		c.say(problem.Error(), protocol.MessageTypeWarning)
	}
}

// admit tells the user what was given up because there is too much of it, once.
func (c *configuration) admit(text string) {
	c.telling.Lock()
	defer c.telling.Unlock()
	c.say(text, protocol.MessageTypeInfo)
}

// say shows a text to the user unless he knows it. Who calls it holds telling.
func (c *configuration) say(text string, kind protocol.MessageType) {
	if text = printable.Text(text); c.told[text] {
		return
	}
	c.told[text] = true
	c.server.log.Print(text)
	_ = c.server.conn.Notify(c.server.publisher.ctx, protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{
		Type: kind, Message: "luaflow: " + text,
	})
}

// look reads what has changed of the configuration files, and has the documents checked
// again for which other things hold now.
func (c *configuration) look() {
	c.mu.Lock()
	for _, f := range c.folders {
		f.loader.Refresh()
	}
	c.mu.Unlock()
	for _, snap := range c.server.session.Snapshots() {
		c.mu.Lock()
		path := c.path(snap.File.Name())
		loader := c.folderOf(path).loader
		c.mu.Unlock()
		loaded := loader.For(path)
		now := keyOf(loaded, path, c.server.definitions.of(path, loaded.For(path)))
		isSame, err := snap.IsMadeFor(c.server.publisher.ctx, now)
		for errors.Is(err, session.ErrChanged) {
			if snap, _ = c.server.session.Snapshot(snap.Key); snap == nil {
				break
			}
			isSame, err = snap.IsMadeFor(c.server.publisher.ctx, now)
		}
		if err == nil && !isSame {
			c.server.log.Printf("the configuration of %s has changed", path)
			c.renew(snap.Key)
		}
	}
}

// renew starts another check of a document.
func (c *configuration) renew(key string) {
	c.server.session.Invalidate(key)
	c.server.publisher.again(key)
}

// renewAll starts another check of all documents, and another look at other files.
func (c *configuration) renewAll() {
	c.server.files.changed()
	c.server.symbols.changed()
	for _, snap := range c.server.session.Snapshots() {
		c.renew(snap.Key)
	}
}
