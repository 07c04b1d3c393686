package lsp

import (
	"encoding/json"
	"path/filepath"
	"sync"

	"go.lsp.dev/protocol"

	"luaflow/analysis/config"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// configuration knows what holds for each document: from the configuration files of its
// folder, up to that of its workspace, and from what the editor says.
type configuration struct {
	server *server
	// watching: the client says when configuration files change. Otherwise they are looked
	// at before documents are checked. Set by initialize.
	watching bool

	mu       sync.Mutex
	options  config.Options
	problems []*config.Problem // in what the editor says
	loader   *config.Loader
	keys     map[string]string // by the name of a file: what its engine was made for
	told     map[string]bool   // problems that the user knows of
}

// theEditor is where settings come from that the client sends.
const theEditor = "the editor"

func newConfiguration(s *server) *configuration {
	c := &configuration{server: s, told: map[string]bool{}}
	c.options.Child = s.options.ConfigChild
	c.reset()
	return c
}

// reset forgets all that was read. Who calls it holds the lock, or has c alone.
func (c *configuration) reset() {
	c.loader = config.NewLoader(c.options)
	c.keys = map[string]string{}
}

// initialize takes the folders of the workspace, and the editor's first settings.
func (c *configuration) initialize(params *protocol.InitializeParams) {
	folders, _ := params.WorkspaceFolders.Get()
	for _, f := range folders {
		if f.URI.IsFile() {
			c.options.Workspaces = append(c.options.Workspaces, f.URI.FsPath())
		}
	}
	//lint:ignore SA1019 clients without folders have but this
	if root := params.RootURI; len(folders) == 0 && root != nil && root.IsFile() {
		c.options.Workspaces = []string{root.FsPath()}
	}
	if w := params.Capabilities.Workspace; w != nil && w.DidChangeWatchedFiles != nil {
		c.watching = is(w.DidChangeWatchedFiles.DynamicRegistration)
	}
	c.set(params.InitializationOptions)
}

// set takes settings in the form of .luaflow.json, alone or under the name of this
// program. Without any the editor says nothing.
func (c *configuration) set(settings protocol.LSPAny) {
	var sections map[string]json.RawMessage
	text := []byte(settings)
	_ = json.Unmarshal(text, &sections) // what is no object has no sections
	if own, ok := sections[diagnosticSource]; ok {
		text = own
	}
	if len(text) == 0 || string(text) == "null" {
		text = []byte("{}")
	}
	folder := ""
	if len(c.options.Workspaces) > 0 {
		folder = filepath.ToSlash(c.options.Workspaces[0])
	}
	layer, problems := config.ParseSettings(theEditor, folder, text)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.options.Above, c.problems = []*config.Layer{layer}, problems
	c.reset()
}

// engine is what works on a document.
func (c *configuration) engine(file *source.File) *session.Engine {
	c.mu.Lock()
	loader, problems := c.loader, c.problems
	c.mu.Unlock()
	path := c.path(file.Name())
	loaded := loader.For(path)
	c.tell(problems)
	c.tell(loaded.Problems)
	c.mu.Lock()
	if loader == c.loader {
		c.keys[path] = loaded.Key(path)
	}
	c.mu.Unlock()
	rules := loaded.For(path)
	_, excluded := loaded.Excluded(path)
	return session.EngineIn(rules, rules.Language(rules.Decide(path, file.Text())), excluded)
}

// path is where a document is. One that is in no file is at the top of the workspace.
func (c *configuration) path(name string) string {
	switch {
	case filepath.IsAbs(name):
		return name
	case len(c.options.Workspaces) > 0:
		return filepath.Join(c.options.Workspaces[0], "untitled.lua")
	}
	return string(filepath.Separator) + "untitled.lua"
}

// tell shows problems to the user that are new.
func (c *configuration) tell(problems []*config.Problem) {
	for _, problem := range problems {
		text := problem.Error()
		c.mu.Lock()
		known := c.told[text]
		c.told[text] = true
		c.mu.Unlock()
		if known {
			continue
		}
		c.server.log.Print(text)
		_ = c.server.conn.Notify(c.server.publisher.ctx, protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{
			Type: protocol.MessageTypeWarning, Message: "luaflow: " + text,
		})
	}
}

// look reads what has changed of the configuration files, and has the documents checked
// again for which other things hold now.
func (c *configuration) look() {
	c.mu.Lock()
	loader := c.loader
	c.mu.Unlock()
	loader.Refresh()
	for _, snap := range c.server.session.Snapshots() {
		path := c.path(snap.File.Name())
		c.mu.Lock()
		before, known := c.keys[path]
		c.mu.Unlock()
		if known && loader.For(path).Key(path) != before {
			c.renew(snap.Key)
		}
	}
}

// renew has a document checked again.
func (c *configuration) renew(key string) {
	c.server.session.Renew(key)
	c.server.publisher.saved(key)
}

// initialized asks the client to say when configuration files change.
func (s *server) initialized(*protocol.InitializedParams) error {
	if !s.configuration.watching {
		return nil
	}
	var watch protocol.DidChangeWatchedFilesRegistrationOptions
	for _, name := range config.FileNames() {
		watch.Watchers = append(watch.Watchers, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern("**/" + name)})
	}
	options, err := protocol.Marshal(&watch)
	if err != nil {
		return err
	}
	params := protocol.RegistrationParams{Registrations: []protocol.Registration{{
		ID: "configuration", Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: options,
	}}}
	s.spawn(func() { // for it waits for an answer
		if err := protocol.Call(s.publisher.ctx, s.conn, protocol.MethodClientRegisterCapability, &params, nil); err != nil {
			s.log.Printf("configuration files are not watched: %v", err)
		}
	})
	return nil
}

// didChangeWatchedFiles has a look at the configuration, beside what comes next.
func (s *server) didChangeWatchedFiles(*protocol.DidChangeWatchedFilesParams) error {
	s.spawn(s.configuration.look)
	return nil
}

// didChangeConfiguration takes the editor's new settings.
func (s *server) didChangeConfiguration(params *protocol.DidChangeConfigurationParams) error {
	s.configuration.set(params.Settings)
	for _, snap := range s.session.Snapshots() {
		s.configuration.renew(snap.Key)
	}
	return nil
}
