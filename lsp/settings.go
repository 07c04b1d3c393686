package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis/config"
	"luaflow/analysis/project"
	"luaflow/analysis/project/gitconfig"
)

// This file defines how the server learns of settings, folders and files that change:
// what it asks the client for, and what the client says.

// initialized asks the client for its settings, and to say when they or configuration
// files change.
func (s *server) initialized(*protocol.InitializedParams) error {
	s.tellLog()
	s.log.Printf("version %s, process %d, %d folders", s.options.Version, os.Getpid(), len(s.configuration.workspaces()))
	var wanted []protocol.Registration
	if s.configuration.watching {
		var watch protocol.DidChangeWatchedFilesRegistrationOptions
		for _, name := range append(config.FileNames(), "*.lua", foreignNames()) {
			watch.Watchers = append(watch.Watchers, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern("**/" + name)})
		}
		if s.own.workspaceMode() == workspaceChanged {
			watch.Watchers = append(watch.Watchers, s.headWatchers()...)
		}
		options, err := protocol.Marshal(&watch)
		if err != nil {
			return err
		}
		wanted = append(wanted, protocol.Registration{
			ID: "files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: options,
		})
	}
	if s.configuration.pullingAgain {
		wanted = append(wanted, protocol.Registration{
			ID: "settings", Method: protocol.MethodWorkspaceDidChangeConfiguration,
			RegisterOptions: protocol.LSPAny(`{"section":"` + diagnosticSource + `"}`),
		})
	}
	s.refresher.start()
	s.reports.start()
	s.spawn(func() { // for it waits for answers
		s.configuration.pull()
		if !s.client.pulls { // who asks begins with that
			s.files.start()
		}
		s.register(wanted)
	})
	return nil
}

// foreignNames returns the pattern for the files of a program that are no Lua.
func foreignNames() string {
	var ends []string
	for _, end := range project.ForeignEnds() {
		ends = append(ends, strings.TrimPrefix(end, "."))
	}
	return "*.{" + strings.Join(ends, ",") + "}"
}

// headFiles are the files of a repository one of which git writes when HEAD becomes another commit.
const headFiles = "{HEAD,logs/HEAD,reftable/tables.list}"

// headWatchers returns what has the client say when HEADs become other commits: those of repositories in the
// workspace and, if it can, of those that folders of the workspace are in.
func (s *server) headWatchers() []protocol.FileSystemWatcher {
	watchers := []protocol.FileSystemWatcher{{GlobPattern: protocol.Pattern("**/.git/" + headFiles)}}
	folders := s.configuration.workspaces()
	for _, folder := range folders {
		top, ok := project.Repository(folder)
		if !ok || !s.client.relativePatterns {
			continue
		}
		dir := gitconfig.Of(top).Dir
		isInside := slices.ContainsFunc(folders, func(folder string) bool { return dir == filepath.Join(folder, ".git") })
		if !isInside {
			watchers = append(watchers, protocol.FileSystemWatcher{GlobPattern: &protocol.RelativePattern{
				BaseURI: protocol.URI(uri.File(dir)), Pattern: headFiles,
			}})
		}
	}
	return watchers
}

// register asks the client to say more than it says by itself.
func (s *server) register(wanted []protocol.Registration) {
	if len(wanted) == 0 {
		return
	}
	params := protocol.RegistrationParams{Registrations: wanted}
	if err := protocol.Call(s.publisher.ctx, s.conn, protocol.MethodClientRegisterCapability, &params, nil); err != nil {
		s.log.Printf("configuration is not watched: %v", err)
	}
}

// pull asks the client for the settings of each folder, if it can be asked, and has all
// documents checked again if they are new. Some clients say at once that settings have
// changed where the server wants to hear of that: then the answers are the same.
func (c *configuration) pull() {
	if !c.pulling {
		return
	}
	defer c.answered()
	// One after the other: what is answered last holds.
	c.asking.Lock()
	defer c.asking.Unlock()
	c.mu.Lock()
	folders := c.folders
	c.mu.Unlock()
	var params protocol.ConfigurationParams
	for _, f := range folders {
		item := protocol.ConfigurationItem{Section: new(diagnosticSource)}
		if f.uri != nil {
			item.ScopeURI = f.uri
		}
		params.Items = append(params.Items, item)
	}
	var answers []protocol.LSPAny
	ctx := c.server.publisher.ctx
	if err := protocol.Call(ctx, c.server.conn, protocol.MethodWorkspaceConfiguration, &params, &answers); err != nil {
		c.server.log.Printf("the editor does not tell its settings: %v", err)
		return
	}
	isNew := false
	for i, f := range folders {
		if i < len(answers) {
			isNew = c.set(f, answers[i]) || isNew
		}
	}
	if isNew {
		c.renewAll()
	}
}

// didChangeWatchedFiles looks at what has changed, beside what comes next: at the configuration,
// unless nothing but Lua has changed, and at what files do with globals.
func (s *server) didChangeWatchedFiles(params *protocol.DidChangeWatchedFilesParams) error {
	isOther := func(e protocol.FileEvent) bool { return !strings.HasSuffix(string(e.URI), ".lua") }
	s.symbols.changed()
	s.beside(func() {
		if len(params.Changes) == 0 || slices.ContainsFunc(params.Changes, isOther) {
			s.configuration.look()
			s.symbols.changed()
		}
		s.files.changed()
		s.definitions.changed()
	})
	return nil
}

// didChangeConfiguration takes the editor's new settings, or asks for them.
func (s *server) didChangeConfiguration(params *protocol.DidChangeConfigurationParams) error {
	c := s.configuration
	if c.pulling {
		s.spawn(c.pull)
		return nil
	}
	if c.push(params.Settings) {
		c.renewAll()
	}
	return nil
}

// didChangeWorkspaceFolders takes the folders that the workspace has now.
func (s *server) didChangeWorkspaceFolders(params *protocol.DidChangeWorkspaceFoldersParams) error {
	c := s.configuration
	gone := map[uri.URI]bool{}
	for _, f := range params.Event.Removed {
		gone[f.URI] = true
	}
	c.mu.Lock()
	workspace := slices.DeleteFunc(slices.Clone(c.workspace), func(u uri.URI) bool { return gone[u] })
	for _, f := range params.Event.Added {
		workspace = append(workspace, f.URI)
	}
	c.arrange(workspace)
	c.mu.Unlock()
	if !c.pulling {
		c.push(c.pushed) // for the new folders
	}
	if len(params.Event.Added) > 0 {
		s.files.resume()
	}
	c.renewAll()
	if c.pulling {
		s.spawn(c.pull)
	}
	return nil
}
