package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis/checker"
	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/modules"
	"luaflow/compile"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// projectClient is a client that edits a project and asks what is found in all of its files.
type projectClient struct {
	*wire
	t      *testing.T
	folder string
	disk   map[string]string // by name
	open   map[string]string // the texts of documents, by name
	calls  int

	programs []string // the folders of the programs
}

const allFiles = `"initializationOptions":{"workspace":"all"},`

func newProjectClient(t *testing.T) *projectClient { return newProjectClientIn(t, ".") }

// newProjectClientIn does what newProjectClient does, where one folder of the project is the workspace.
func newProjectClientIn(t *testing.T, folder string) *projectClient {
	c := &projectClient{
		wire: serveWire(t, Options{delay: time.Millisecond, rest: time.Millisecond}), t: t, folder: t.TempDir(),
		disk: map[string]string{}, open: map[string]string{}, programs: []string{folder},
	}
	must.Do(t, os.MkdirAll(filepath.Join(c.folder, folder), 0o700))
	hello := strings.Replace(initialize, `"rootUri":null`, fmt.Sprintf(`%s"rootUri":%q`, allFiles, c.uri(folder)), 1)
	must.Write(t, filepath.Join(c.folder, ".luaflow.json"), `{"std":"lua53","exclude":["excluded.lua"]}`)
	c.disk[".luaflow.json"] = ""
	c.send(hello, initialized)
	return c
}

func (c *projectClient) uri(name string) string { return string(docURI(filepath.Join(c.folder, name))) }

func (c *projectClient) write(name, text string) {
	must.Do(c.t, os.MkdirAll(filepath.Dir(filepath.Join(c.folder, name)), 0o700))
	must.Write(c.t, filepath.Join(c.folder, name), text)
	c.disk[name] = text
	c.changed(name)
}

func (c *projectClient) remove(name string) {
	must.Do(c.t, os.Remove(filepath.Join(c.folder, name)))
	delete(c.disk, name)
	c.changed(name)
}

func (c *projectClient) changed(name string) {
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":%q,"type":2}]}}`, c.uri(name)))
}

// edit gives a document a text, and opens it if it is not open.
func (c *projectClient) edit(name, text string) {
	c.calls++
	if _, isOpen := c.open[name]; isOpen {
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"text":%q}]}}`, c.uri(name), c.calls, text))
	} else {
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"languageId":"lua","version":%d,"text":%q}}}`, c.uri(name), c.calls, text))
	}
	c.open[name] = text
}

func (c *projectClient) close(name string) {
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":%q}}}`, c.uri(name)))
	delete(c.open, name)
}

// texts returns the texts that count.
func (c *projectClient) texts() map[string]string {
	all := maps.Clone(c.disk)
	maps.Copy(all, c.open)
	return all
}

// found returns what the server finds in the project: NAME:LINE: CODE MESSAGE.
func (c *projectClient) found() string {
	c.calls++
	id := fmt.Sprintf(`"all%d"`, c.calls)
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"workspace/diagnostic","params":{"previousResultIds":[]}}`, id))
	var answer struct {
		Result struct {
			Items []struct {
				URI   string
				Items []struct {
					Code, Message string
					Range         struct{ Start struct{ Line int } }
				}
			}
		}
	}
	must.Do(c.t, json.Unmarshal([]byte(c.await(`"id":`+id)), &answer))
	var lines []string
	for _, f := range answer.Result.Items {
		name := strings.TrimPrefix(f.URI, c.uri("")+"/")
		for _, d := range f.Items {
			if isOfProgram(d.Code) {
				lines = append(lines, fmt.Sprintf("%s:%d: %s %v", name, d.Range.Start.Line, d.Code, d.Message))
			}
		}
	}
	return sorted(lines)
}

func isOfProgram(code string) bool {
	return slices.Contains([]string{"unused-export", "unused-module", "unused-require", "unresolved-require", "require-cycle", "undefined-field", "lost-argument", "lost-result", "ignored-error", "constant-parameter"}, code)
}

func sorted(lines []string) string {
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "\n")
}

// linked returns the lines that found is to return of the program in a folder: each file is summarized, they are linked, and each is
// checked with what is said of it.
func linked(texts map[string]string, folder string) (lines []string) {
	var files []checktest.File
	for name, text := range texts {
		if inside, err := filepath.Rel(folder, name); err == nil && filepath.IsLocal(inside) {
			files = append(files, checktest.File{Name: filepath.ToSlash(inside), Text: text})
		}
	}
	checktest.EachOf(files, nil, func(u *compile.Unit, slice *modules.Slice) {
		if u.File.Name() == "excluded.lua" {
			return
		}
		c := checker.New()
		if !slice.IsZero() {
			c.Slice = slice
		}
		for _, f := range c.Check(u) {
			if isOfProgram(f.Code) {
				lines = append(lines, fmt.Sprintf("%s:%d: %s %v", path.Join(folder, u.File.Name()), u.File.Line(f.Span.Start)-1, f.Code, f.Message))
			}
		}
	})
	return lines
}

// settles waits until the server finds in the project what a fresh check of its texts does.
func (c *projectClient) settles(what string) (found string) {
	c.t.Helper()
	var lines []string
	for _, program := range c.programs {
		lines = append(lines, linked(c.texts(), program)...)
	}
	want := sorted(lines)
	for turn := 0; ; turn++ {
		got := c.found()
		if got == want {
			return got
		}
		if turn == lostAfter {
			c.t.Fatalf("%s: the server finds\n%s\na check of the folder\n%s\nin %q", what, got, want, c.texts())
		}
		time.Sleep(betweenCalls)
	}
}

// TestProjectFindings edits documents and files of a project. What is found in each follows, in those that are open and in those
// that are not: an Export comes to be used, a module to be missing, a file that is no Lua or is excluded to name something, and a
// file cannot be read.
func TestProjectFindings(t *testing.T) {
	c := newProjectClient(t)
	const module = "local M = {}\nfunction M.used() end\nfunction M.other() end\nreturn M\n"
	c.write("m.lua", module)
	c.write("main.lua", "#!/usr/bin/env lua\nlocal m = require 'm'\nm.used()\n")
	c.edit("m.lua", module)
	step := func(what string, want ...string) {
		t.Helper()
		found := c.settles(what)
		for _, w := range want {
			if !strings.Contains(found, w) {
				t.Fatalf("%s: %q is not among\n%s", what, w, found)
			}
		}
		if len(want) == 0 && found != "" {
			t.Fatalf("%s: found\n%s", what, found)
		}
	}
	step("at first", "m.lua:2: unused-export")
	c.edit("main.lua", "#!/usr/bin/env lua\nlocal m = require 'm'\nm.used() m.other()\n")
	step("after another document uses it")
	c.edit("main.lua", "#!/usr/bin/env lua\nlocal m = require 'm'\nm.othr()\n")
	step("after a slip", "main.lua:2: undefined-field", "m.lua:1: unused-export")
	c.edit("m.lua", "local M = {}\nfunction M.used(a) print(a) end\nfunction M.other(a) return a end\nreturn M\n")
	c.edit("main.lua", "#!/usr/bin/env lua\nlocal m = require 'm'\nm.used(1, m.other(2, 3))\n")
	step("of an argument that is lost", "main.lua:2: lost-argument argument 2 is lost: `m.other` takes 1 at `m.lua:3`")
	c.edit("main.lua", "#!/usr/bin/env lua\n\nlocal m = require 'm'\nm.used(1, m.other(2, 3))\n")
	step("further down", "main.lua:3: lost-argument argument 2 is lost: `m.other` takes 1 at `m.lua:3`")
	c.edit("m.lua", "-- two\nlocal M = {}\nfunction M.used(a, b) print(a, b) end\nfunction M.other(a) return a end\nreturn M\n")
	step("of another line", "main.lua:3: lost-argument argument 2 is lost: `m.other` takes 1 at `m.lua:4`")
	c.edit("main.lua", "#!/usr/bin/env lua\nlocal m = require 'm'\nlocal x = m.used(m.other(1)) print(x)\n")
	step("of a result that nothing gives", "main.lua:2: lost-result")
	c.edit("m.lua", module)
	c.close("main.lua")
	step("after the document was closed", "m.lua:2: unused-export")
	c.write("idle.lua", "return {}\n")
	step("of a module that nothing requires", "idle.lua:0: unused-module")
	c.edit("main.lua", "#!/usr/bin/env lua\nlocal m = require 'm'\nrequire 'idle'\nm.used()\n")
	step("of a require that does nothing", "main.lua:2: unused-require")
	c.edit("main.lua", "#!/usr/bin/env lua\n\nlocal m = require 'm'\nrequire 'idle'\nm.used()\n")
	step("further down", "main.lua:3: unused-require")
	c.remove("idle.lua")
	c.write("list.xml", "<other/>")
	step("after a file that is no Lua names it")
	c.remove("list.xml")
	c.write("excluded.lua", "local m = require 'm'\nm.other()\n")
	step("after a file that is excluded uses it")
	c.remove("excluded.lua")
	c.close("m.lua")
	step("of a file that is not open", "m.lua:2: unused-export")
	c.write("chunk.lua", "\x1bLua")
	for turn := 0; c.found() != ""; turn++ {
		if turn == lostAfter {
			t.Fatalf("something is said although a file cannot be read: %s", c.found())
		}
		time.Sleep(betweenCalls)
	}
	c.send(shutdown, exit)
}

// projectTexts are files of random projects. The names are few, so that they mean one another.
var projectTexts = append([]string{
	"local m = require 'b'\nlocal M = {}\nfunction M.start() m.stop() end\nfunction M.stop() end\nreturn M\n",
	"local M = {}\nfunction M.start() end\nfunction M.run() M.start() end\nM.count = 1\nreturn M\n",
	"#!/usr/bin/env lua\nlocal a = require 'a'\na.strat(a.count)\nrequire 'lib'\n",
	"local b = require 'b'\nlocal M = {}\nfunction M.start(x) return b.stop(x, 1) end\nfunction M.stop(x) return x end\nreturn M\n",
	"local M = {}\nfunction M.start(x, y) if x then print(y) end return x end\nfunction M.stop(x) print(x) end\nreturn M\n",
	"#!/usr/bin/env lua\nlocal a = require 'a'\nlocal n = a.stop(a.start(1, 2))\nprint(n)\n",
	"return {}\n", "x = 1\n",
}, modelModules...)

// TestProjectOfRandomEdits does to random projects what editors do. After each pause the server finds in each file what a fresh check of
// all of them does.
func TestProjectOfRandomEdits(t *testing.T) {
	found := 0
	for seed := range uint64(scale.Of(40)) {
		r := rand.New(rand.NewPCG(seed, 5))
		c := newProjectClient(t)
		names := []string{"a.lua", "b.lua", "lib.lua", "main.lua", "sub/c.lua"}
		must.Do(t, os.Mkdir(filepath.Join(c.folder, "sub"), 0o700))
		text := func() string { return projectTexts[r.IntN(len(projectTexts))] }
		const broken = "local M = {}\nfunction M.start() end function\n" // in documents what was found before stays
		for _, name := range names {
			c.write(name, text())
		}
		c.edit(names[0], c.disk[names[0]])
		for step := range 30 {
			name := names[r.IntN(len(names))]
			_, isOpen := c.open[name]
			_, isThere := c.disk[name]
			switch r.IntN(6) {
			case 0:
				if c.write(name, text()); r.IntN(4) == 0 && !isOpen {
					c.write(name, broken)
				}
			case 1:
				if isThere {
					c.remove(name)
				}
			case 2:
				if isOpen {
					c.close(name)
				}
			case 3:
				if was := c.texts()[name]; was != broken {
					c.edit(name, was+"\n")
				}
			default:
				c.edit(name, text())
			}
			if r.IntN(3) == 0 && len(c.open) > 0 {
				found += strings.Count(c.settles(fmt.Sprintf("seed %d, step %d", seed, step)), "\n")
			}
		}
		c.send(shutdown, exit)
	}
	if found == 0 {
		t.Error("nothing was found")
	}
}

// TestPartOfRepository: a folder inside a larger repository is no program by itself.
func TestPartOfRepository(t *testing.T) {
	top := t.TempDir()
	part := filepath.Join(top, "part")
	must.Do(t, os.MkdirAll(part, 0o777))
	isPart := func(folder string) bool {
		s := newServer(Options{})
		defer s.publisher.stop()
		params := &protocol.InitializeParams{}
		params.WorkspaceFolders = protocol.NewNullable([]protocol.WorkspaceFolder{{URI: uri.File(folder), Name: "w"}})
		s.configuration.initialize(params, &s.own)
		return s.links.terms([]string{folder})[folder].isPart
	}
	if isPart(part) {
		t.Error("without a repository it is not the whole")
	}
	must.Do(t, os.Mkdir(filepath.Join(top, ".git"), 0o777))
	if !isPart(part) || isPart(top) {
		t.Error("what is in the repository is not told from the whole")
	}
}

// TestProgramIn: a file is of the outermost folder of the workspace, and so is a folder, be it that one.
func TestProgramIn(t *testing.T) {
	folders := []string{filepath.FromSlash("/w/in"), filepath.FromSlash("/w"), filepath.FromSlash("/v")}
	for path, want := range map[string]string{
		"/w/a.lua": "/w a.lua", "/w/in/a.lua": "/w in/a.lua", "/v/a.lua": "/v a.lua", "/w": "/w ", "/w/in": "/w in", "/wide/a.lua": " ", "/": " ",
	} {
		folder, inside := programIn(folders, filepath.FromSlash(path))
		if got := filepath.ToSlash(folder) + " " + inside; got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if folder, inside := programIn([]string{string(filepath.Separator)}, filepath.FromSlash("/w/a.lua")); filepath.ToSlash(folder) != "/" || inside != "w/a.lua" {
		t.Errorf("%q %q", folder, inside)
	}
}
