package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
	"luaflow/lsp/session"
)

// openProject is a server that knows a project, and whose documents were opened without anybody looking at them.
type openProject struct {
	*server
	folder string
}

func newOpenProject(t *testing.T, texts map[string]string) *openProject {
	t.Helper()
	folder := t.TempDir()
	must.Write(t, filepath.Join(folder, ".luaflow.json"), `{"std":"lua53"}`)
	for name, text := range texts {
		must.Write(t, filepath.Join(folder, name), text)
	}
	s, _ := serverOn(t, folder)
	s.globals.asksSummaries, s.globals.isAsked = true, true
	l := s.files.newLook(true)
	defer l.reader.Close()
	l.asksProgram = true
	l.everywhere()
	s.globals.looked(true)
	return &openProject{s, folder}
}

func (p *openProject) at(name string) string { return filepath.Join(p.folder, name) }

func (p *openProject) open(name, text string) *session.Snapshot {
	doc := string(uri.File(p.at(name)))
	return p.session.Open(doc, doc, 1, source.NewFile(p.at(name), text))
}

// TestClosedInProgram: what was said because of a document is said when it has been closed, too: its text stays in the program until
// somebody has looked at its file, of which another thing may be said then.
func TestClosedInProgram(t *testing.T) {
	p := newOpenProject(t, map[string]string{
		"m.lua": "local M = {}\nfunction M.saved() end\nreturn M\n", "main.lua": "#!/usr/bin/env lua\nlocal m = require 'm'\nm.typed() m.other()\n",
	})
	snap := p.open("m.lua", "local M = {}\nfunction M.typed() end\nreturn M\n")
	missing := func() string {
		t.Helper()
		p.links.link()
		said := p.links.of(p.at("main.lua"))
		if said == nil {
			t.Fatal("nothing is said of a file that uses what a module does not have")
		}
		return keyOfSlice(said.slice)
	}
	asOpen := missing()
	last, _ := p.session.Close(snap.Key)
	p.globals.closed(last)
	if now := missing(); now != asOpen {
		t.Errorf("%s was said while the document was open, and %s when it was just closed", asOpen, now)
	}
	p.files.closed(context.Background(), p.at("m.lua"))
	if now := missing(); now == asOpen {
		t.Errorf("%s is said by a text that is gone", now)
	}
}

// TestRenameAfterClosing: a field is renamed in the file of a document that was closed just before, as it is on disk.
func TestRenameAfterClosing(t *testing.T) {
	const module, use, idle = "local M = {}\nfunction M.used() end\nreturn M\n", "local m = require 'm'\nm.used()\n", "-- nothing\n"
	for _, c := range []struct{ typed, saved, want string }{
		{use, use, "a.lua b.lua m.lua"},
		{idle, use, "a.lua b.lua m.lua"},
		{use, idle, "a.lua m.lua"},
		{use, use + "m.used()\n", "a.lua b.lua b.lua m.lua"},
	} {
		p := newOpenProject(t, map[string]string{"m.lua": module, "a.lua": use, "b.lua": c.saved})
		m := p.open("m.lua", module)
		p.open("a.lua", use)
		b := p.open("b.lua", c.typed)
		p.links.link()
		last, _ := p.session.Close(b.Key)
		p.globals.closed(last)
		answer, err := p.renameField(context.Background(), m, source.Pos(strings.Index(module, "used")), "better")
		must.Do(t, err)
		var names []string
		for doc, edits := range answer.(*protocol.WorkspaceEdit).Changes {
			for range edits {
				names = append(names, filepath.Base(doc.Path()))
			}
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("typed %q, saved %q: renamed in %s, want %s", c.typed, c.saved, got, c.want)
		}
	}
}

// TestFolderJoins adds a folder to the workspace while documents in it are open, beside the other folder or around it. What is
// found then is what a fresh check finds of the programs that are there by then; and again when it has left.
func TestFolderJoins(t *testing.T) {
	const module = "local M = {}\nfunction M.used() end\nfunction M.other() end\nreturn M\n"
	const use = "#!/usr/bin/env lua\nlocal m = require 'm'\nm.used() m.missing()\n"
	for _, c := range []struct {
		joins           string
		before, program []string
	}{
		{"b", []string{"a"}, []string{"a", "b"}},
		{".", []string{"a"}, []string{"."}},
	} {
		p := newProjectClientIn(t, "a")
		for name, text := range map[string]string{"a/m.lua": module, "a/main.lua": use, "b/m.lua": module, "b/main.lua": use, "b/more.lua": "require('m').other()\n"} {
			p.write(name, text)
		}
		p.edit("a/main.lua", use+"m.other()\n")
		p.edit("b/m.lua", module)
		p.edit("b/main.lua", use+"m.absent()\n")
		p.programs = c.before
		p.settles("before")
		p.join(c.joins, "added")
		p.programs = c.program
		p.settles("after " + c.joins + " has joined")
		p.join(c.joins, "removed")
		p.programs = c.before
		p.settles("after " + c.joins + " has left")
		p.send(shutdown, exit)
	}
}

// join sends that a folder has been added to those of the workspace, or removed.
func (c *projectClient) join(folder, change string) {
	event := map[string]any{"added": []any{}, "removed": []any{}}
	event[change] = []any{map[string]any{"uri": c.uri(folder), "name": folder}}
	params, err := json.Marshal(map[string]any{"event": event})
	must.Do(c.t, err)
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"workspace/didChangeWorkspaceFolders","params":%s}`, params))
}
