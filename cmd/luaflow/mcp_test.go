package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"luaflow/cmd/luaflow/internal/cache"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// runOn runs a command line on two streams.
func runOn(t *testing.T, in io.Reader, out io.Writer, args ...string) {
	t.Helper()
	con := console.New(in, os.Stdout, os.Stderr)
	con.Out, con.Raw, con.Err = bufio.NewWriter(out), out, io.Discard
	root := newRoot(con, args...)
	root.SetArgs(args)
	must.Do(t, root.Execute())
	_ = con.Close() // whose code says what was found
}

// TestAgentAndTerminalSayTheSame asks luaflow mcp and the other commands about files of the checks: what they
// print is the same, but for the last line of check.
func TestAgentAndTerminalSayTheSame(t *testing.T) {
	t.Setenv(cache.Env, "off")
	t.Chdir("../../analysis/checks")
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	ended := make(chan bool)
	go func() {
		defer close(ended)
		runOn(t, toServer, fromServer, "mcp")
	}()
	client, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.IOTransport{Reader: toClient, Writer: fromClient}, nil)
	must.Do(t, err)
	ask := func(tool string, arguments map[string]any) string {
		r, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
		must.Do(t, err)
		text := r.Content[0].(*sdk.TextContent).Text
		if strings.Contains(text, "left out: ask again") || r.IsError {
			return "" // the terminal prints all of it, or says why not elsewhere
		}
		return text
	}
	compared := map[string]int{}
	compare := func(tool string, arguments map[string]any, args ...string) {
		var out bytes.Buffer
		runOn(t, nil, &out, args...)
		got, want := ask(tool, arguments), out.String()
		if tool == "check" {
			got, want = withoutLast(got), withoutLast(want)
			want = strings.ReplaceAll(want, " in this file [", " [") // an agent asks in a workspace
		}
		if tool == "slice" {
			want = strings.TrimSuffix(want, "   ...\n")
		}
		if tool == "fix_preview" {
			_, got, _ = strings.Cut(got, "\n")
		}
		if strings.Contains(want, "more, which --format json lists\n") {
			return // the terminal cuts what an agent asks for in parts
		}
		if got != "" && got != want {
			t.Errorf("%s %v:\n%s\nwant:\n%s", tool, arguments, got, want)
		}
		if got != "" {
			compared[tool]++
		}
	}
	for i, path := range must.Glob(t, "*/testdata/*.lua") {
		if i%scale.Every(2) != 0 || !scale.Turn(i/2) {
			continue
		}
		path = filepath.ToSlash(path)
		compare("check", map[string]any{"path": path}, "check", path)
		compare("fix_preview", map[string]any{"path": path}, "fix", "--diff", path)
		lines := strings.Count(must.Read(t, path), "\n")
		for line := 1 + i%5; line <= lines; line += 13 {
			at := fmt.Sprintf("%s:%d:8", path, line)
			place := map[string]any{"path": path, "line": line, "col": 8}
			compare("explain", place, "explain", at)
			compare("slice", place, "slice", at)
		}
	}
	for _, tool := range []string{"check", "fix_preview", "explain", "slice"} {
		if scale.Full() && compared[tool] == 0 {
			t.Errorf("%s was never compared", tool)
		}
	}
	_ = client.Close()
	_ = fromClient.Close()
	<-ended
}

// withoutLast returns a text without its last line.
func withoutLast(text string) string {
	return text[:strings.LastIndexByte(strings.TrimSuffix(text, "\n"), '\n')+1]
}
