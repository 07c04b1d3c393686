package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aymanbagabas/go-udiff"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"golang.org/x/tools/txtar"

	"luaflow/analysis/project"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
	"luaflow/lsp/session"
)

// TestScenarios runs every conversation under testdata/scenarios with a server.
//
// A scenario is a txtar archive. Its files are the documents; its comment is the
// script: a line is a command, the indented lines below it are what it answers.
// testdata/scenarios/README.md lists the commands.
func TestScenarios(t *testing.T) {
	for _, path := range must.Glob(t, "testdata/scenarios/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Setenv("XDG_CACHE_HOME", t.TempDir())
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want := string(archive.Comment)
			got := runScenario(t, archive)
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

// runScenario returns the script with the real answers in it.
func runScenario(t *testing.T, archive *txtar.Archive) string {
	s := &scenario{t: t, files: make(map[string]string)}
	for _, f := range archive.Files {
		s.files[f.Name] = string(f.Data)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var out strings.Builder
	for line := range strings.Lines(string(archive.Comment)) {
		if strings.HasPrefix(line, "\t") {
			continue // the answer of last time
		}
		out.WriteString(line)
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		for answer := range strings.Lines(s.run(ctx, line)) {
			out.WriteString("\t" + strings.TrimRight(answer, "\n") + "\n")
		}
	}
	s.end(ctx)
	return out.String()
}

// scenario is one conversation.
type scenario struct {
	t      *testing.T
	files  map[string]string
	engine *session.Engine // the fake one if the script says so
	folder string          // of the project; "" for none
	most   project.Extent  // of it; the zero value for what is usual
	shown  *protocol.PublishDiagnosticsParams
	known  int // how often the client was to ask again, when that was shown last

	settings map[string]protocol.LSPAny // that the client answers with, by folder

	client  *Client
	actions []*protocol.CodeAction // of the last "actions"

	prepared []protocol.CallHierarchyItem // of the last "tree" with a position
	ended    bool
}

// words splits a command; a word may be quoted as in Go.
var words = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`|\\S+")

func (s *scenario) run(ctx context.Context, line string) string {
	args := words.FindAllString(line, -1)
	for i, arg := range args {
		if unquoted, err := strconv.Unquote(arg); err == nil {
			args[i] = unquoted
		}
	}
	commands := map[string]func(context.Context, []string) (string, error){
		"fake":        s.fake,
		"initialize":  s.initialize,
		"open":        s.open,
		"change":      s.change,
		"close":       s.close,
		"project":     s.project,
		"most":        s.readMost,
		"write":       s.write,
		"remove":      s.remove,
		"save":        s.save,
		"again":       s.again,
		"messages":    s.messages,
		"log":         s.log,
		"diagnostics": s.diagnostics,
		"until":       s.until,
		"git":         s.git,
		"file":        s.file,
		"refreshed":   s.refreshed,
		"published":   s.published,
		"hover":       s.hover,
		"actions":     s.codeActions,
		"resolve":     s.resolve,
		"apply":       s.apply,
		"text":        s.text,
		"bytecode":    s.bytecode,
		"why":         s.why,
		"settings":    s.say,
		"slice":       s.slice,
		"call":        s.call,
		"tree":        s.tree,
		"ask":         s.ask,
		"notify":      s.notify,
		"exit":        s.exit,
	}
	command := commands[args[0]]
	if command == nil {
		s.t.Fatalf("unknown command: %s", line)
	}
	out, err := command(ctx, args[1:])
	var wire *jsonrpc2.Error
	if errors.As(err, &wire) {
		return fmt.Sprintf("error %d: %s\n", wire.Code, wire.Message)
	}
	if err != nil {
		s.t.Fatalf("%s: %v", line, err)
	}
	return s.relative(out)
}

// end shuts the server down if the script did not.
func (s *scenario) end(ctx context.Context) {
	if s.client == nil || s.ended {
		return
	}
	if err := s.client.Shutdown(ctx); err != nil {
		s.t.Errorf("shutdown: %v", err)
	}
}

func (s *scenario) fake(context.Context, []string) (string, error) {
	s.engine = fakeEngine()
	return "", nil
}

// flags of "initialize"; a word that contains "utf" is an encoding that the client
// offers.
var capabilityFlags = map[string]func(*protocol.ClientCapabilities){
	"markdown": func(c *protocol.ClientCapabilities) {
		c.TextDocument.Hover.ContentFormat = []protocol.MarkupKind{"markdown", "plaintext"}
	},
	"plaintext": func(c *protocol.ClientCapabilities) {
		c.TextDocument.Hover.ContentFormat = []protocol.MarkupKind{"plaintext"}
	},
	"tags": func(c *protocol.ClientCapabilities) {
		c.TextDocument.PublishDiagnostics.TagSupport.ValueSet = []protocol.DiagnosticTag{1, 2}
	},
	"related": func(c *protocol.ClientCapabilities) {
		c.TextDocument.PublishDiagnostics.RelatedInformation = new(true)
	},
	"data": func(c *protocol.ClientCapabilities) {
		c.TextDocument.PublishDiagnostics.DataSupport = new(true)
	},
	"literals": func(c *protocol.ClientCapabilities) {
		c.TextDocument.CodeAction.CodeActionLiteralSupport.CodeActionKind.ValueSet = []protocol.CodeActionKind{"quickfix"}
	},
	"links": func(c *protocol.ClientCapabilities) {
		c.TextDocument.Definition = &protocol.DefinitionClientCapabilities{LinkSupport: new(true)}
		c.TextDocument.Declaration = &protocol.DeclarationClientCapabilities{LinkSupport: new(true)}
	},
	"nested": func(c *protocol.ClientCapabilities) {
		c.TextDocument.DocumentSymbol = &protocol.DocumentSymbolClientCapabilities{HierarchicalDocumentSymbolSupport: new(true)}
	},
	"folding-lines": func(c *protocol.ClientCapabilities) {
		c.TextDocument.FoldingRange = &protocol.FoldingRangeClientCapabilities{LineFoldingOnly: new(true), RangeLimit: new(uint32(3))}
	},
	"resolving": func(c *protocol.ClientCapabilities) {
		c.TextDocument.CodeAction.DataSupport = new(true)
		c.TextDocument.CodeAction.ResolveSupport.Properties = []string{"edit"}
	},
	"showing": func(c *protocol.ClientCapabilities) {
		c.Window = &protocol.WindowClientCapabilities{ShowDocument: &protocol.ShowDocumentClientCapabilities{Support: true}}
	},
	"creating": func(c *protocol.ClientCapabilities) {
		c.Workspace = &protocol.WorkspaceClientCapabilities{WorkspaceEdit: &protocol.WorkspaceEditClientCapabilities{
			DocumentChanges: new(true), ResourceOperations: []protocol.ResourceOperationKind{protocol.ResourceOperationKindCreate},
		}}
	},
	"disabled": func(c *protocol.ClientCapabilities) {
		c.TextDocument.CodeAction.DisabledSupport = new(true)
	},
	"preferred": func(c *protocol.ClientCapabilities) {
		c.TextDocument.CodeAction.IsPreferredSupport = new(true)
	},
	"pulling": func(c *protocol.ClientCapabilities) {
		c.Workspace = &protocol.WorkspaceClientCapabilities{
			Configuration:          new(true),
			DidChangeConfiguration: &protocol.DidChangeConfigurationClientCapabilities{DynamicRegistration: new(true)},
		}
	},
	"watching": func(c *protocol.ClientCapabilities) {
		c.Workspace = &protocol.WorkspaceClientCapabilities{
			DidChangeWatchedFiles: &protocol.DidChangeWatchedFilesClientCapabilities{DynamicRegistration: new(true)},
		}
	},
	"asking": func(c *protocol.ClientCapabilities) {
		c.TextDocument.Diagnostic = &protocol.DiagnosticClientCapabilities{}
		c.Workspace = &protocol.WorkspaceClientCapabilities{
			Diagnostics: &protocol.DiagnosticWorkspaceClientCapabilities{RefreshSupport: new(true)},
		}
	},
	"asking-once": func(c *protocol.ClientCapabilities) {
		c.TextDocument.Diagnostic = &protocol.DiagnosticClientCapabilities{}
	},
	"versions": func(c *protocol.ClientCapabilities) {
		c.Workspace = &protocol.WorkspaceClientCapabilities{
			WorkspaceEdit: &protocol.WorkspaceEditClientCapabilities{DocumentChanges: new(true)},
		}
	},
}

func (s *scenario) initialize(ctx context.Context, args []string) (string, error) {
	caps := &protocol.ClientCapabilities{TextDocument: &protocol.TextDocumentClientCapabilities{
		Hover:              &protocol.HoverClientCapabilities{},
		PublishDiagnostics: &protocol.PublishDiagnosticsClientCapabilities{},
		CodeAction:         &protocol.CodeActionClientCapabilities{},
	}}
	params := &protocol.InitializeParams{}
	var folders []protocol.WorkspaceFolder
	for _, arg := range args {
		if name, ok := strings.CutPrefix(arg, "folder:"); ok {
			folders = append(folders, s.workspaceFolder(name))
			continue
		}
		if strings.HasPrefix(arg, "{") {
			params.InitializationOptions = protocol.LSPAny(arg)
			continue
		}
		if strings.Contains(arg, "utf") {
			if caps.General == nil {
				caps.General = &protocol.GeneralClientCapabilities{}
			}
			caps.General.PositionEncodings = append(caps.General.PositionEncodings, protocol.PositionEncodingKind(arg))
			continue
		}
		set := capabilityFlags[arg]
		if set == nil {
			return "", fmt.Errorf("unknown capability %q", arg)
		}
		set(caps)
	}
	if s.folder != "" && folders == nil {
		folders = append(folders, s.workspaceFolder("."))
	}
	if folders != nil {
		params.WorkspaceFolders = protocol.NewNullable(folders)
	}
	var err error
	params.Capabilities = *caps
	s.client, err = start(ctx, Options{Version: "test", engine: s.engine, most: s.most, delay: time.Millisecond, rest: time.Hour}, params, s.settings)
	return "positions in " + string(kindOf(s.client.enc)) + "\n", err
}

// workspaceFolder returns a folder of the project.
func (s *scenario) workspaceFolder(name string) protocol.WorkspaceFolder {
	return protocol.WorkspaceFolder{URI: docURI(filepath.Join(s.folder, name)), Name: name}
}

// say gives the client settings, of a folder or without one. A client that is there says that
// they have changed.
func (s *scenario) say(ctx context.Context, args []string) (string, error) {
	scope := ""
	if args[0] != "-" {
		scope = docURI(filepath.Join(s.folder, args[0])).String()
	}
	if s.client == nil {
		if s.settings == nil {
			s.settings = map[string]protocol.LSPAny{}
		}
		s.settings[scope] = protocol.LSPAny(args[1])
		return "", nil
	}
	s.client.mu.Lock()
	s.client.settings[scope] = protocol.LSPAny(args[1])
	s.client.mu.Unlock()
	return "", s.client.conn.Notify(ctx, protocol.MethodWorkspaceDidChangeConfiguration, &protocol.DidChangeConfigurationParams{Settings: protocol.LSPAny("null")})
}

func (s *scenario) open(ctx context.Context, args []string) (string, error) {
	text, ok := s.files[args[0]]
	if !ok {
		return "", fmt.Errorf("no file %q in the archive", args[0])
	}
	return "", s.client.Open(ctx, s.docPath(args[0]), text)
}

// docPath keeps the machine's working directory out of the answers, unless the
// documents stand in a folder.
func (s *scenario) docPath(name string) string { return s.folder + "/" + name }

// project puts the files of the archive into a folder, which is the workspace's.
func (s *scenario) project(ctx context.Context, _ []string) (string, error) {
	s.folder = s.t.TempDir()
	for name, text := range s.files {
		if _, err := s.write(ctx, []string{name, text}); err != nil {
			return "", err
		}
	}
	return "", nil
}

// readMost sets how much of a project is read.
func (s *scenario) readMost(_ context.Context, args []string) (string, error) {
	files, err := strconv.Atoi(args[0])
	if err != nil {
		return "", err
	}
	megabytes, err := strconv.Atoi(args[1])
	s.most = project.Extent{Files: files, Bytes: int64(megabytes) << 20}
	return "", err
}

func (s *scenario) write(_ context.Context, args []string) (string, error) {
	if err := os.MkdirAll(filepath.Dir(s.docPath(args[0])), 0o777); err != nil {
		return "", err
	}
	// At once: the server may be looking.
	written := filepath.Join(s.t.TempDir(), "written")
	if err := os.WriteFile(written, []byte(args[1]), 0o666); err != nil {
		return "", err
	}
	return "", os.Rename(written, s.docPath(args[0]))
}

func (s *scenario) remove(_ context.Context, args []string) (string, error) {
	return "", os.Remove(s.docPath(args[0]))
}

// git runs git in the project.
func (s *scenario) git(ctx context.Context, args []string) (string, error) {
	settings := []string{"-C", s.folder}
	for _, setting := range []string{"user.name=a", "user.email=a@b.c", "init.defaultBranch=main", "advice.detachedHead=false"} {
		settings = append(settings, "-c", setting)
	}
	out, err := exec.CommandContext(ctx, external.Program(s.t, "git"), append(settings, args...)...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return "", nil
}

// file waits until what was published of a file that is not open has some text, or is nothing, and shows it.
func (s *scenario) file(ctx context.Context, args []string) (string, error) {
	for {
		s.client.mu.Lock()
		list, changed := s.client.files[docURI(s.docPath(args[0]))], s.client.published
		s.client.mu.Unlock()
		text, err := s.show(&protocol.PublishDiagnosticsParams{Diagnostics: list}, nil, nil)
		if err != nil || args[1] == "none" && text == "" || args[1] != "none" && strings.Contains(text, args[1]) {
			return text, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return "", fmt.Errorf("%w; so far: %s", ctx.Err(), text)
		}
	}
}

// refreshed waits until the client was to ask for diagnostics again.
func (s *scenario) refreshed(ctx context.Context, _ []string) (string, error) {
	for {
		s.client.mu.Lock()
		times := s.client.refreshes
		s.client.mu.Unlock()
		if times > s.known || ctx.Err() != nil {
			s.known = times
			return "", ctx.Err()
		}
		time.Sleep(time.Millisecond)
	}
}

// messages shows what the server has told the user so far, or when that has some text.
func (s *scenario) messages(ctx context.Context, args []string) (string, error) {
	for {
		s.client.mu.Lock()
		said := strings.ReplaceAll(strings.Join(s.client.messages, "\n"), s.folder+"/", "")
		s.client.mu.Unlock()
		if len(args) == 0 || strings.Contains(said, args[0]) || ctx.Err() != nil {
			return said, ctx.Err()
		}
		time.Sleep(time.Millisecond)
	}
}

// log waits for an entry of the log that has some text.
func (s *scenario) log(ctx context.Context, args []string) (string, error) {
	for {
		s.client.mu.Lock()
		entries := slices.Clone(s.client.entries)
		s.client.mu.Unlock()
		for _, e := range entries {
			if strings.Contains(e, args[0]) {
				return strings.ReplaceAll(strings.ReplaceAll(e, s.folder, "FOLDER"), fmt.Sprint("process ", os.Getpid()), "process PID") + "\n", nil
			}
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		time.Sleep(time.Millisecond)
	}
}

// save notifies the server that the document was saved.
func (s *scenario) save(ctx context.Context, args []string) (string, error) {
	return "", s.client.conn.Notify(ctx, protocol.MethodTextDocumentDidSave, &protocol.DidSaveTextDocumentParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: docURI(s.docPath(args[0]))},
	})
}

func (s *scenario) change(ctx context.Context, args []string) (string, error) {
	r, err := parseRange(args[1])
	if err != nil {
		return "", err
	}
	return "", s.client.change(ctx, s.docPath(args[0]), []protocol.TextDocumentContentChangeEvent{
		&protocol.TextDocumentContentChangePartial{Range: r, Text: args[2]},
	})
}

func (s *scenario) close(ctx context.Context, args []string) (string, error) {
	return "", s.client.CloseDocument(ctx, s.docPath(args[0]))
}

// published shows what was published of a document, without waiting.
func (s *scenario) published(_ context.Context, args []string) (string, error) {
	doc, err := s.client.doc(s.docPath(args[0]))
	if err != nil {
		return "", err
	}
	s.client.mu.Lock()
	defer s.client.mu.Unlock()
	if doc.diagnostics == nil {
		return "nothing\n", nil
	}
	return s.show(doc.diagnostics, nil, nil)
}

func (s *scenario) diagnostics(ctx context.Context, args []string) (string, error) {
	return s.show(s.client.awaitDiagnostics(ctx, s.docPath(args[0])))
}

// until waits for diagnostics that say some text.
func (s *scenario) until(ctx context.Context, args []string) (string, error) {
	for {
		text, err := s.show(s.client.awaitNext(ctx, s.docPath(args[0]), s.shown))
		if err != nil || strings.Contains(text, args[1]) {
			return text, err
		}
	}
}

// again waits for diagnostics that differ from the last that were shown.
func (s *scenario) again(ctx context.Context, args []string) (string, error) {
	before, _ := s.show(s.shown, nil, nil)
	for {
		text, err := s.show(s.client.awaitNext(ctx, s.docPath(args[0]), s.shown))
		if err != nil || text != before {
			return text, err
		}
	}
}

func (s *scenario) show(params *protocol.PublishDiagnosticsParams, _ *source.File, err error) (string, error) {
	if err != nil {
		return "", err
	}
	s.shown = params
	var out strings.Builder
	for _, d := range params.Diagnostics {
		out.WriteString(showDiagnostic(&d))
	}
	return out.String(), nil
}

func showDiagnostic(d *protocol.Diagnostic) string {
	source, _ := d.Source.Get()
	out := fmt.Sprintf("%s severity %d %s %v: %v", showRange(d.Range), d.Severity, source, d.Code, d.Message)
	if d.Tags.Len() > 0 {
		out += fmt.Sprintf(" tags %v", d.Tags.Slice())
	}
	if len(d.Data) > 0 {
		out += " data " + string(d.Data)
	}
	if d.CodeDescription.Href != "" {
		out += " page " + filepath.Base(d.CodeDescription.Href.Path())
	}
	out += "\n"
	for _, r := range d.RelatedInformation {
		out += fmt.Sprintf("  %s %s: %s\n", r.Location.URI, showRange(r.Location.Range), r.Message)
	}
	return out
}

func (s *scenario) hover(ctx context.Context, args []string) (string, error) {
	at, err := s.at(args)
	if err != nil {
		return "", err
	}
	params := protocol.HoverParams{TextDocumentPositionParams: protocol.TextDocumentPositionParams{
		TextDocument: at.TextDocument, Position: at.Position,
	}}
	var result *protocol.Hover
	if err := protocol.Call(ctx, s.client.conn, protocol.MethodTextDocumentHover, &params, &result); err != nil {
		return "", err
	}
	if result == nil {
		return "nothing\n", nil
	}
	content := result.Contents.(*protocol.MarkupContent)
	return fmt.Sprintf("%s %s\n%s\n", showRange(*result.Range), content.Kind, content.Value), nil
}

// relative returns an answer with the files of the project as they are named there.
func (s *scenario) relative(answer string) string {
	if s.folder == "" {
		return answer
	}
	return strings.ReplaceAll(answer, docURI(s.folder).String()+"/", "")
}

func (s *scenario) text(_ context.Context, args []string) (string, error) {
	file, err := s.client.File(s.docPath(args[0]))
	if err != nil {
		return "", err
	}
	return file.Text(), nil
}

// call sends a call with parameters in JSON and shows the answer.
func (s *scenario) call(ctx context.Context, args []string) (string, error) {
	var result jsonrpc2.RawMessage
	if err := protocol.Call(ctx, s.client.conn, args[0], s.rawParams(args[1:]), &result); err != nil {
		return "", err
	}
	var pretty any
	if err := json.Unmarshal(result, &pretty); err != nil {
		return "", err
	}
	b, err := json.MarshalIndent(pretty, "", "  ")
	answer := string(b) + "\n"
	if s.folder != "" {
		answer = strings.ReplaceAll(answer, docURI(s.folder).String(), "FOLDER")
	}
	return answer, err
}

// ask asks about a document, or about none, with a position or range if one is given, and other parameters in JSON
// after it. It shows the answer without what JSON needs.
func (s *scenario) ask(ctx context.Context, args []string) (string, error) {
	params := map[string]any{}
	if last := args[len(args)-1]; strings.HasPrefix(last, "{") {
		if err := json.Unmarshal([]byte(strings.ReplaceAll(last, "FOLDER", docURI(s.folder).String())), &params); err != nil {
			return "", err
		}
		args = args[:len(args)-1]
	}
	if args[1] != "-" {
		params["textDocument"] = protocol.TextDocumentIdentifier{URI: docURI(s.docPath(args[1]))}
	}
	if len(args) > 2 {
		r, err := parseRange(args[2])
		if err != nil {
			return "", err
		}
		params["position"], params["range"] = r.Start, r
	}
	var result json.RawMessage
	if err := protocol.Call(ctx, s.client.conn, args[0], params, &result); err != nil {
		return "", err
	}
	var answer any
	if err := json.Unmarshal(result, &answer); err != nil {
		return "", err
	}
	folder := docURI(s.folder + "/").String()
	text := strings.ReplaceAll(strings.TrimLeft(plain(answer, "\n"), "\n")+"\n", folder, "")
	if s.engine == nil {
		text = idOfPages.ReplaceAllString(text, "resultId: ID")
	}
	return pageFolder.ReplaceAllString(text, ""), nil
}

// The folder of the pages differs from run to run, and with it the ids of results with real pages.
var (
	pageFolder = regexp.MustCompile(`file://\S*/checks/`)
	idOfPages  = regexp.MustCompile(`resultId: [0-9a-f]{32}`)
)

// plain writes a value of JSON as an outline, in which a place is written as in a script. Each line
// begins with indent.
func plain(value any, indent string) string {
	var out strings.Builder
	switch v := value.(type) {
	case nil:
		return " nothing"
	case []any:
		if len(v) == 0 {
			return " none"
		}
		if _, isNumber := v[0].(float64); isNumber {
			return " " + strings.Trim(fmt.Sprint(v), "[]")
		}
		for _, element := range v {
			out.WriteString(indent + "-" + plain(element, indent+"  "))
		}
	case map[string]any:
		var r protocol.Range
		if place, err := json.Marshal(v); err == nil && len(v) == 2 && v["start"] != nil && v["end"] != nil && json.Unmarshal(place, &r) == nil {
			return " " + showRange(r)
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			out.WriteString(indent + name + ":" + plain(v[name], indent+"  "))
		}
	default:
		return fmt.Sprintf(" %v", v)
	}
	return out.String()
}

func (s *scenario) notify(ctx context.Context, args []string) (string, error) {
	return "", s.client.conn.Notify(ctx, args[0], s.rawParams(args[1:]))
}

// rawParams returns parameters in JSON, in which FOLDER is the URI of the project.
func (s *scenario) rawParams(args []string) any {
	if len(args) == 0 {
		return nil
	}
	return jsonrpc2.RawMessage(strings.ReplaceAll(args[0], "FOLDER", docURI(s.folder).String()))
}

// exit sends exit and shows what Serve returns.
func (s *scenario) exit(ctx context.Context, _ []string) (string, error) {
	s.ended = true
	if err := s.client.conn.Notify(ctx, protocol.MethodExit, nil); err != nil {
		return "", err
	}
	return fmt.Sprintf("served: %v\n", <-s.client.served), nil
}

// A range is written 0:3-0:5, as on the wire; 0:3 is the empty one.
func parseRange(s string) (r protocol.Range, err error) {
	start, end, ok := strings.Cut(s, "-")
	if !ok {
		end = start
	}
	if _, err = fmt.Sscanf(start, "%d:%d", &r.Start.Line, &r.Start.Character); err != nil {
		return r, fmt.Errorf("range %q: %w", s, err)
	}
	if _, err = fmt.Sscanf(end, "%d:%d", &r.End.Line, &r.End.Character); err != nil {
		return r, fmt.Errorf("range %q: %w", s, err)
	}
	return r, nil
}

func showRange(r protocol.Range) string {
	return fmt.Sprintf("%d:%d-%d:%d", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character)
}
