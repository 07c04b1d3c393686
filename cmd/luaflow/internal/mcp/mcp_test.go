package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aymanbagabas/go-udiff"
	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/tools/txtar"

	"luaflow/analysis/printable"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/compile/testkit/must"
)

// agent is the SDK's own client, with a server.
type agent struct {
	*sdk.ClientSession
	t     testing.TB
	tools map[string]*sdk.Tool
}

// startAgent starts a server for some folders, and a client.
func startAgent(t testing.TB, folders ...string) *agent {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	folders, err := Folders(folders)
	must.Do(t, err)
	s := settings.Settings{NoConfig: true, Folders: folders}
	must.Do(t, s.Open())
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	var log strings.Builder
	served := make(chan error, 1)
	go func() { served <- Serve(ctx, toServer, fromServer, Options{&s, "test", &log}) }()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(ctx, &sdk.IOTransport{Reader: toClient, Writer: fromClient}, nil)
	must.Do(t, err)
	t.Cleanup(func() {
		_ = session.Close()
		_ = fromClient.Close()
		must.Do(t, <-served)
		cancel()
		if log.Len() > 0 {
			t.Errorf("the log says: %s", log.String())
		}
	})
	list, err := session.ListTools(ctx, nil)
	must.Do(t, err)
	a := &agent{session, t, map[string]*sdk.Tool{}}
	for _, tool := range list.Tools {
		a.tools[tool.Name] = tool
	}
	return a
}

// validate holds a value against a schema that the client was sent.
func (a *agent) validate(what string, sent, value any) {
	a.t.Helper()
	text, err := json.Marshal(sent)
	must.Do(a.t, err)
	var s jsonschema.Schema
	must.Do(a.t, json.Unmarshal(text, &s))
	resolved, err := s.Resolve(nil)
	must.Do(a.t, err)
	if err := resolved.Validate(value); err != nil {
		a.t.Errorf("%s: %v", what, err)
	}
}

// ask calls a tool, and returns the text and the structure of its answer; what it does not like, as a text.
func (a *agent) ask(tool string, arguments map[string]any) (text string, structure map[string]any) {
	a.t.Helper()
	r, err := a.CallTool(a.t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	must.Do(a.t, err)
	if len(r.Content) != 1 {
		a.t.Fatalf("%s: %d contents", tool, len(r.Content))
	}
	text = r.Content[0].(*sdk.TextContent).Text
	if r.IsError {
		return "error: " + text + "\n", nil
	}
	a.validate("the arguments of "+tool, a.tools[tool].InputSchema, arguments)
	a.validate("the answer of "+tool, a.tools[tool].OutputSchema, r.StructuredContent)
	if whole, err := json.Marshal(r); err != nil || len(whole) > maxAnswer*3/2 {
		a.t.Errorf("%s: an answer of %d bytes, %v", tool, len(whole), err)
	}
	return text, r.StructuredContent.(map[string]any)
}

// TestConversations runs the calls in the comment of each archive in testdata, whose files are the project. A line is
// a tool and its arguments; the indented lines below it are the answer.
func TestConversations(t *testing.T) {
	for _, path := range must.Glob(t, "testdata/*.txtar") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			must.Do(t, err)
			folder := t.TempDir()
			plant(t, folder, archive)
			a := startAgent(t, folder)
			want, got := string(archive.Comment), ""
			for line := range strings.Lines(want) {
				if strings.HasPrefix(line, "\t") {
					continue // the answer of last time
				}
				got += line
				if tool, arguments, ok := strings.Cut(strings.TrimSpace(line), " "); ok && tool != "#" {
					var in map[string]any
					must.Do(t, json.Unmarshal([]byte(arguments), &in))
					text, _ := a.ask(tool, in)
					for answer := range strings.Lines(text) {
						got += "\t" + strings.TrimRight(answer, "\n ") + "\n"
					}
				}
			}
			if got == want {
				return
			}
			if !*must.Update {
				t.Fatal(udiff.Unified("want", "got", want, got))
			}
			archive.Comment = []byte(got)
			must.Write(t, path, txtar.Format(archive))
		})
	}
}

// plant puts the files of an archive into a folder, and has the test fail if they are others in the end.
func plant(t *testing.T, folder string, archive *txtar.Archive) {
	for _, f := range archive.Files {
		path := filepath.Join(folder, f.Name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Write(t, path, f.Data)
	}
	t.Cleanup(func() {
		left := must.Glob(t, filepath.Join(folder, "*"))
		for _, f := range archive.Files {
			if must.Read(t, filepath.Join(folder, f.Name)) != string(f.Data) {
				t.Errorf("%s was written", f.Name)
			}
			if len(left) > len(archive.Files) {
				t.Errorf("there are files that were not: %q", left)
			}
		}
	})
}

// TestAnswersAreBounded asks each tool about a text of which there is much to say, and for the rest of each answer: no
// answer is longer than it may be (see ask), and together they have every item once.
func TestAnswersAreBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("local function f(a)\nlocal x, y = a, a\n")
	for i := range 50 {
		fmt.Fprintf(&b, "if a > %d then x = y + %d end y = x do local unused%d = %q end\n", i, i, i, strings.Repeat("long ", i%7*100+10))
	}
	b.WriteString("return x, y\nend\nreturn f(" + strings.Repeat("a + ", 150) + "2)\n")
	text := b.String()
	a := startAgent(t, t.TempDir())
	last := strings.Count(text, "\n") - 2
	for _, c := range []struct {
		tool, list string
		arguments  map[string]any
	}{
		{"check", "findings", map[string]any{"hints": true}},
		{"explain", "reasons", map[string]any{"line": last, "name": "x"}},
		{"explain", "", map[string]any{"code": "dead-store"}},
		{"slice", "lines", map[string]any{"line": last, "name": "x"}},
		{"slice", "lines", map[string]any{"line": 2, "name": "y", "forward": true}},
		{"definition", "", map[string]any{"line": last, "name": "x"}},
		{"definition", "", map[string]any{"line": 1, "name": "a"}},
		{"value_tree", "sites", map[string]any{"line": last, "name": "x", "depth": 12}},
		{"value_tree", "sites", map[string]any{"line": 1, "name": "a", "forth": true}},
		{"fix_preview", "", map[string]any{}},
		{"fix_preview", "", map[string]any{"line": 3, "name": "unused0"}},
	} {
		if c.arguments["code"] == nil {
			c.arguments["text"] = text
		}
		items, answers := 0, 0
		for from := 1; from > 0; answers++ {
			c.arguments["from"] = from
			said, structure := a.ask(c.tool, c.arguments)
			if structure == nil {
				t.Fatalf("%s: %s", c.tool, said)
			}
			total, left := int(structure["total"].(float64)), int(structure["left"].(float64))
			next, _ := structure["next"].(float64)
			shown := total - left - from + 1
			if list, ok := structure[c.list].([]any); ok && len(list) != shown {
				t.Errorf("%s: %d items from %d of %d, and %d are left", c.tool, len(list), from, total, left)
			}
			if strings.Contains(said, fmt.Sprintf("left out: ask again with from = %d\n", int(next))) != (left > 0) || (next > 0) != (left > 0) {
				t.Errorf("%s: %d left, next %v: %s", c.tool, left, next, said[max(0, len(said)-200):])
			}
			if items += shown; next == 0 && items != total {
				t.Errorf("%s: %d items in %d answers, there are %d", c.tool, items, answers+1, total)
			}
			from = int(next)
		}
		t.Logf("%s: %d items in %d answers", c.tool, items, answers)
	}
}

// TestTextsCommandNothing asks about a program whose names and texts would command a terminal, or hide what stands
// beside them: in an answer, each of them is an escape.
func TestTextsCommandNothing(t *testing.T) {
	folder := t.TempDir()
	text := "local function f(a)\n  local x = a .. '\x1b[2J\u202e##[error]' -- \u200b\xff\n  x = a\n  return a \x07\nend\nreturn f\n"
	fine := strings.ReplaceAll(text, " \x07", "")
	for name, text := range map[string]string{"a\x1b.lua": fine, "broken\u202e.lua": text} {
		must.Write(t, filepath.Join(folder, name), text)
	}
	a := startAgent(t, folder)
	for _, path := range []string{".", "a\x1b.lua", "broken\u202e.lua", "none\x1b.lua"} {
		for tool := range a.tools {
			for _, name := range []string{"x", "no\x1b"} {
				in := map[string]any{"path": path}
				if tool != "check" {
					in["line"], in["name"] = 2, name
				}
				said, structure := a.ask(tool, in)
				harmless(t, tool, said)
				harmless(t, tool, structure)
			}
		}
	}
}

// harmless holds that no text in an answer has what is harmful, but for breaks of lines and tabs.
func harmless(t *testing.T, tool string, answer any) {
	t.Helper()
	switch answer := answer.(type) {
	case string:
		if printable.Lines(answer) != answer {
			t.Errorf("%s: %q", tool, answer)
		}
	case []any:
		for _, x := range answer {
			harmless(t, tool, x)
		}
	case map[string]any:
		for _, x := range answer {
			harmless(t, tool, x)
		}
	}
}

// TestNothingOutsideIsRead: no path, no dots and no link leads out of the folders.
func TestNothingOutsideIsRead(t *testing.T) {
	top := t.TempDir()
	for _, name := range []string{"in/a.lua", "in/sub/b.lua", "second/c.lua", "out/secret.lua"} {
		must.Do(t, os.MkdirAll(filepath.Dir(filepath.Join(top, name)), 0o777))
		must.Write(t, filepath.Join(top, name), "local secret = 1\n")
	}
	in := filepath.Join(top, "in")
	links := map[string]string{"file.lua": "../out/secret.lua", "folder": "../out", "again.lua": "a.lua"}
	for name, to := range links {
		if err := os.Symlink(to, filepath.Join(in, name)); err != nil {
			t.Fatal(err)
		}
	}
	a := startAgent(t, in, filepath.Join(top, "second"))
	for path, isRead := range map[string]bool{
		"a.lua": true, "sub/b.lua": true, "sub/../a.lua": true, "again.lua": true, ".": true, "sub": true,
		filepath.Join(in, "a.lua"): true, "c.lua": true, filepath.Join(top, "second", "c.lua"): true, filepath.Join(top, "second"): true,
		"../out/secret.lua": false, filepath.Join(top, "out/secret.lua"): false, "file.lua": false, "folder/secret.lua": false, "folder": false,
		"..": false, "/": false, "none.lua": false, filepath.Join(in, "../out"): false, "sub/../../out/secret.lua": false,
	} {
		said, structure := a.ask("check", map[string]any{"path": path})
		if (structure != nil) != isRead {
			t.Errorf("%s: %s", path, said)
		}
		if strings.Contains(said, "secret") != isRead && !strings.HasPrefix(said, "error: "+path) {
			t.Errorf("%s: %s", path, said)
		}
		if !isRead {
			for _, in := range []map[string]any{{"path": path, "line": 1, "name": "secret"}, {"path": path, "line": 1, "col": 7}} {
				if said, _ := a.ask("definition", in); !strings.HasPrefix(said, "error: ") {
					t.Errorf("%s: %s", path, said)
				}
			}
		}
	}
	if said, _ := a.ask("check", map[string]any{"path": "../out/x.lua", "text": "x = 1"}); !strings.HasPrefix(said, "error: ") {
		t.Errorf("a text of a file outside: %s", said)
	}
}
