package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"

	"luaflow/analysis/printable"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/lsp/session"
)

// Options are what a server is started with.
type Options struct {
	// Settings is what the command line says, opened. Its Folders are those whose files may be read, one at least.
	Settings *settings.Settings
	// Version of the program.
	Version string
	// Log receives what went wrong inside, a line or more for each entry.
	Log io.Writer
}

// versions are the versions of the protocol that the server speaks, the newest first.
var versions = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

// instructions is what agents are told of the server as a whole.
const instructions = `luaflow follows every value of a Lua file along every path, on its bytecode. What it says of a file
holds for every execution. Lines and columns count from 1. Nothing is written: fix_preview returns a diff.
Begin with check; explain, definition, slice and value_tree answer about a place, which is a line and a
column, or a line and a name in it.`

// Serve speaks the protocol on in and out until the input ends and all is answered, or ctx ends.
//
// in is not closed; a read from it that does not return is left behind.
func Serve(ctx context.Context, in io.Reader, out io.Writer, options Options) error {
	docs := newDocuments(options.Settings)
	p := protocol{
		version: options.Version, log: log.New(options.Log, "luaflow: ", log.LstdFlags|log.Lmsgprefix),
		tools: toolsOf(&server{docs, &elsewhere{documents: docs}, &programs{documents: docs}}),
	}
	c := conversation{answer: p.answer, ctx: ctx, most: maxMessageBytes, out: out, pending: map[string]context.CancelFunc{}}
	return c.run(in)
}

// toolsOf returns the tools of a server, in the order in which agents see them.
func toolsOf(s *server) []tool {
	return []tool{
		toolOf("check", "Check Lua files", `Reports dead stores, unused names, code that is never executed, conditions that always come out the same,
and syntax errors in a Lua file, a folder or a text. A finding holds for every execution.`, s.check),
		toolOf("explain", "Say why", `Says why what luaflow knows of a place is so, step by step with the lines: what overwrites a value on each path,
what it is computed for in vain, where a value that is read comes from, what keeps code from being executed. With a code
instead of a place: what that check claims.`, s.explain),
		toolOf("slice", "Lines that matter", `Returns the lines of a file that the value at a place depends on, through functions, shared variables and tables,
or with forward those that depend on it: the part to read before the value is changed.`, s.slice),
		toolOf("definition", "Where a value is set", `Returns the assignments that reach the use of a variable at a place, and where it is declared; of an assignment,
the uses that read its value. Of a field of a module it returns where the file of that gives it a value.`, s.definition),
		toolOf("value_tree", "Where a value comes from or goes", `Follows a value from a place back to where it comes from, or forth to where it goes: through assignments,
arguments, results, captured variables and fields of tables, and by fields of modules through other files, as a tree.`, s.valueTree),
		toolOf("fix_preview", "Fixes as a diff", `Returns as a diff what fixes would change, and whether each is proved to leave the rest of the program as it is:
of the findings at a place, or without a line all verified fixes of the file. Nothing is written.`, s.fixes),
	}
}

// tool is a tool, as agents see it, and what answers.
type tool struct {
	Name         string          `json:"name"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	InputSchema  schema          `json:"inputSchema"`
	OutputSchema schema          `json:"outputSchema"`
	Annotations  map[string]bool `json:"annotations"`

	call func(ctx context.Context, arguments json.RawMessage) (text string, out any, err error)
}

// readOnly is what is said of all tools: they change nothing, and see nothing but files.
var readOnly = map[string]bool{"readOnlyHint": true, "idempotentHint": true, "destructiveHint": false, "openWorldHint": false}

// toolOf returns a tool. What it takes and what it answers are described by the types.
func toolOf[In, Out any](name, title, description string, answer func(context.Context, *In) (string, *Out, error)) tool {
	return tool{
		name, title, description, schemaOf(reflect.TypeFor[In]()), schemaOf(reflect.TypeFor[Out]()), readOnly,
		func(ctx context.Context, arguments json.RawMessage) (text string, out any, err error) {
			var in In
			if len(arguments) > 0 {
				dec := json.NewDecoder(bytes.NewReader(arguments))
				dec.DisallowUnknownFields()
				if err := dec.Decode(&in); err != nil {
					return "", nil, misfit(err)
				}
			}
			return answer(ctx, &in)
		},
	}
}

// misfit returns what is wrong with arguments, in the words of their schema.
func misfit(err error) error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		name := wrong.Field[strings.LastIndexByte(wrong.Field, '.')+1:]
		return fmt.Errorf("the argument %q cannot be a %s", name, wrong.Value)
	}
	return fmt.Errorf("the arguments do not fit: %s", strings.TrimPrefix(err.Error(), "json: "))
}

// protocol answers calls.
type protocol struct {
	version string // of the program
	log     *log.Logger
	tools   []tool
}

// implementation is what a server says of itself.
type implementation struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Version string `json:"version"`
}

// initialized is the answer to the first call.
type initialized struct {
	ProtocolVersion string              `json:"protocolVersion"`
	Capabilities    map[string]struct{} `json:"capabilities"`
	ServerInfo      implementation      `json:"serverInfo"`
	Instructions    string              `json:"instructions"`
}

// listed is the answer to a call for the tools.
type listed struct {
	Tools []tool `json:"tools"`
}

// answer answers a call.
func (p *protocol) answer(ctx context.Context, method string, params json.RawMessage) (any, error) {
	switch method {
	case "initialize":
		var client struct {
			ProtocolVersion string `json:"protocolVersion"`
		}
		if err := json.Unmarshal(params, &client); err != nil {
			return nil, &rpcError{codeParams, "a protocolVersion is wanted"}
		}
		version := versions[0]
		if slices.Contains(versions, client.ProtocolVersion) {
			version = client.ProtocolVersion
		}
		return initialized{version, map[string]struct{}{"tools": {}}, implementation{"luaflow", "luaflow", p.version}, instructions}, nil
	case "ping":
		return struct{}{}, nil
	case "tools/list":
		return listed{p.tools}, nil
	case "tools/call":
		return p.call(ctx, params)
	}
	return nil, &rpcError{codeMethod, "there is no method " + clip(printable.Text(method), maxMessage)}
}

// content is a text of a result.
type content struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// result is what a tool answers. An error is a text too, as agents see it then.
type result struct {
	Content    []content `json:"content"`
	Structured any       `json:"structuredContent,omitempty"`
	IsError    bool      `json:"isError,omitempty"`
}

// call calls a tool.
func (p *protocol) call(ctx context.Context, params json.RawMessage) (any, error) {
	var wanted struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	if err := json.Unmarshal(params, &wanted); err != nil {
		return nil, &rpcError{codeParams, "the name of a tool is wanted"}
	}
	i := slices.IndexFunc(p.tools, func(t tool) bool { return t.Name == wanted.Name })
	if i < 0 {
		return nil, &rpcError{codeParams, "there is no tool " + clip(printable.Text(wanted.Name), maxMessage)}
	}
	text, out, err := caught(func() (string, any, error) { return p.tools[i].call(ctx, wanted.Arguments) })
	if crash, ok := errors.AsType[*session.PanicError](err); ok {
		p.log.Printf("%s: %s\n%s", wanted.Name, printable.Text(crash.Error()), printable.Lines(string(crash.Stack)))
		err = fmt.Errorf("%s: a bug of luaflow: %w", wanted.Name, crash)
	}
	if err != nil {
		return result{[]content{{"text", clip(printable.Text(err.Error()), maxMessage)}}, nil, true}, nil
	}
	return result{[]content{{"text", text}}, out, false}, nil
}

// caught returns what a function returns, and a *session.PanicError if it panics.
func caught(answer func() (string, any, error)) (text string, out any, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &session.PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	return answer()
}
