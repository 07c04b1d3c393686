package recording

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"luaflow/analysis/printable"
)

// Difference is something that the server says now and said otherwise then.
type Difference struct {
	Line     int    // of the recording, from 1: of what was said then
	About    string // the method, and the id of the call
	Recorded string // in JSON
	Now      string // in JSON; "" if nothing is said
}

// Result is what came of a conversation that was held again.
type Result struct {
	Compared    int          // answers and publications
	Untimely    int          // answers that hang on the clock: work that was given up, then or now, and what was not known yet
	Differences []Difference // in the order of the recording
	Missing     []string     // what the recording lacks
}

// Serve is a server: it speaks with a client until that says exit, or the input ends.
type Serve func(ctx context.Context, in io.Reader, out io.Writer) error

// Replay holds a conversation with another server, the files of which are put into a folder. What the client said
// is said when the server has said what it had said before that, or not for as long as patience.
func Replay(ctx context.Context, entries []Entry, folder string, serve Serve, patience time.Duration) (*Result, error) {
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	served := make(chan error, 1)
	go func() {
		err := serve(ctx, toServer, fromServer)
		_ = fromServer.Close()
		_ = toServer.Close()
		served <- err
	}()
	c := conversation{patience: patience, ids: map[string]string{}, calls: map[string]call{}, answered: map[string]bool{}, final: map[int]bool{}, replies: repliesIn(entries)}
	c.note(entries)
	c.player = NewPlayer(folder, in, out, c.reply)
	err := c.play(ctx, entries)
	if errors.Is(err, ErrGone) || errors.Is(err, io.ErrClosedPipe) {
		err = nil // what it did not say any more is a difference
	}
	_ = c.player.Close()
	select {
	case ended := <-served:
		_ = ended // an exit code, which is not compared
	case <-time.After(patience):
		cancel()
		<-served
	}
	return &c.result, err
}

// conversation is one that is held again.
type conversation struct {
	player   *Player
	patience time.Duration
	ids      map[string]string // ids of results: those of now by those of then
	calls    map[string]call   // of the client, by id
	epoch    int               // how often the client has said that something has changed
	answered map[string]bool   // what was answered then about diagnostics in an epoch; see said
	final    map[int]bool      // the lines of what was published last of a document in an epoch
	asked    int               // calls that are not in the recording
	replies  map[string][]any  // what the client answered, by method and in order
	result   Result
}

// call is a call of the client.
type call struct {
	method string
	params any
	epoch  int
}

// isEarly reports whether the answer to a call says what is known so far: what is to be said of a document hangs on other
// files, and a client that asks for it is told to ask again when they have been read.
func (c *call) isEarly() bool { return strings.HasSuffix(c.method, "/diagnostic") }

// said returns a name for an answer to a call in an epoch.
func (c *call) said(answer any) string {
	return fmt.Sprintf("%d %s %s %s", c.epoch, c.method, Comparable(c.params), Comparable(answer))
}

// note notes what was answered about diagnostics, and what was published last in each epoch: what is known before all is
// known hangs on the clock, and so does what is still said to a client that has ended the work.
func (c *conversation) note(entries []Entry) {
	calls, epoch, last := map[string]call{}, 0, map[string]int{}
	isEnding := false
	for i := range entries {
		for _, m := range messages(entries[i].Client) {
			epoch += changes(m)
			isEnding = isEnding || m["method"] == "shutdown"
			if method, ok := m["method"].(string); ok && m["id"] != nil {
				calls[inJSON(m["id"])] = call{method, m["params"], epoch}
			}
		}
		for _, m := range messages(entries[i].Server) {
			if asked, ok := calls[inJSON(m["id"])]; ok && m["method"] == nil && asked.isEarly() {
				c.answered[asked.said(m)] = true
			}
			if doc := published(m); doc != "" && !isEnding {
				last[fmt.Sprint(epoch, doc)] = i + 1
			}
		}
	}
	for _, line := range last {
		c.final[line] = true
	}
}

// published returns the document that a message publishes the diagnostics of; "" if it is another message.
func published(m map[string]any) string {
	params, _ := m["params"].(map[string]any)
	if doc, ok := params["uri"].(string); ok && m["method"] == "textDocument/publishDiagnostics" {
		return doc
	}
	return ""
}

// changes returns 1 for a message that says that something has changed, else 0.
func changes(m map[string]any) int {
	if method, ok := m["method"].(string); ok && strings.Contains(method, "/did") {
		return 1
	}
	return 0
}

// repliesIn returns what the client answered to the server, by the method.
func repliesIn(entries []Entry) map[string][]any {
	replies := map[string][]any{}
	methods := map[string]string{}
	for i := range entries {
		for _, m := range messages(entries[i].Server) {
			if method, ok := m["method"].(string); ok && m["id"] != nil {
				methods[inJSON(m["id"])] = method
			}
		}
		for _, m := range messages(entries[i].Client) {
			if m["method"] != nil {
				continue
			}
			method := methods[inJSON(m["id"])]
			replies[method] = append(replies[method], m["result"])
		}
	}
	return replies
}

// messages returns the messages in a text, which may be a batch.
func messages(text json.RawMessage) (list []map[string]any) {
	if text == nil {
		return nil
	}
	value, _ := Decode(text)
	all, isBatch := value.([]any)
	if !isBatch {
		all = []any{value}
	}
	for _, m := range all {
		if m, ok := m.(map[string]any); ok {
			list = append(list, m)
		}
	}
	return list
}

// reply answers what the server asks: what was answered then.
func (c *conversation) reply(method string, _ any) any {
	list := c.replies[method]
	if len(list) == 0 {
		return nil
	}
	c.replies[method] = list[1:]
	return list[0]
}

// play plays all entries. Links, and what was read first, are there from the beginning. What it was read as later it is from the message on
// that came before, or if a call was answered since then, from that answer on, for which it cannot have been read.
func (c *conversation) play(ctx context.Context, entries []Entry) error {
	before := make([][]*Entry, len(entries)+1) // files to be put there, by the entry
	last, placed := 0, map[string]bool{}
	linked := map[string]bool{}
	for i := range entries {
		e := &entries[i]
		switch {
		case e.Link != "" && !linked[e.Link]:
			linked[e.Link] = true
			if err := c.player.Link(e.Link, e.To); err != nil {
				c.result.Missing = append(c.result.Missing, fmt.Sprintf("the link %s: %v", e.Link, err))
			}
		case e.Client != nil:
			last = i
		case slices.ContainsFunc(messages(e.Server), isAnswer):
			last = i + 1
		case (e.Read != "" || e.Repository != nil) && !placed[e.place()]:
			before[0] = append(before[0], e)
		case e.Read != "" || e.Repository != nil:
			before[last] = append(before[last], e)
		}
		placed[e.place()] = true
	}
	for i := range entries {
		for _, e := range before[i] {
			if err := c.onDisk(e); err != nil {
				return err
			}
		}
		if err := c.step(ctx, i+1, &entries[i]); err != nil {
			return err
		}
	}
	return nil
}

// isAnswer reports whether a message answers a call.
func isAnswer(m map[string]any) bool { return m["method"] == nil && m["id"] != nil }

// place returns a name for the place on the disk that an entry is about.
func (e *Entry) place() string {
	if e.Repository != nil {
		return e.Repository.key()
	}
	return e.Read + e.Write
}

// onDisk puts onto the disk what the server has read.
func (c *conversation) onDisk(e *Entry) error {
	if e.Repository != nil {
		return c.player.PutRepository(e.Repository)
	}
	return c.file(e.Read, e)
}

// file puts a file onto the disk.
func (c *conversation) file(path string, e *Entry) error {
	content, ok := e.content()
	if !ok {
		c.result.Missing = append(c.result.Missing, path+": "+e.Missing)
		return nil
	}
	return c.player.WriteFile(path, content)
}

// step plays an entry.
func (c *conversation) step(ctx context.Context, line int, e *Entry) error {
	switch {
	case e.Client != nil:
		return c.say(e)
	case e.Frame != nil:
		return c.player.SendFrame(e.Frame)
	case e.Server != nil:
		for _, m := range messages(e.Server) {
			if err := c.hear(ctx, line, m); err != nil {
				return err
			}
		}
	case e.Write != "":
		return c.file(e.Write, e)
	case e.Remove != "":
		return c.player.RemoveFile(e.Remove)
	case e.Missing != "" && e.Read == "":
		c.result.Missing = append(c.result.Missing, e.Missing)
	}
	return nil
}

// say sends what the client said, but not its answers, which are given when they are asked for.
func (c *conversation) say(e *Entry) error {
	value, err := Decode(e.Client)
	if err != nil {
		return err
	}
	for _, m := range messages(e.Client) {
		method, ok := m["method"].(string)
		if !ok {
			return nil
		}
		c.epoch += changes(m)
		if m["id"] != nil {
			c.calls[inJSON(m["id"])] = call{method, m["params"], c.epoch}
		}
		if err := c.removed(method, m["params"]); err != nil {
			return err
		}
	}
	return c.player.Send(c.translated(value))
}

// removed removes the files that a client says are gone.
func (c *conversation) removed(method string, params any) error {
	if method != "workspace/didChangeWatchedFiles" {
		return nil
	}
	p, _ := params.(map[string]any)
	changes, _ := p["changes"].([]any)
	for _, change := range changes {
		change, _ := change.(map[string]any)
		doc, _ := change["uri"].(string)
		if u, err := url.Parse(doc); err == nil && u.Scheme == "file" && inJSON(change["type"]) == "3" {
			if err := c.player.RemoveFile(u.Path); err != nil {
				return err
			}
		}
	}
	return nil
}

// translated returns a message with the ids of results that the server has given now, and with no process that it should
// end with.
func (c *conversation) translated(value any) any {
	switch v := value.(type) {
	case []any:
		for i := range v {
			v[i] = c.translated(v[i])
		}
	case map[string]any:
		for name, member := range v {
			id, isText := member.(string)
			now, isKnown := c.ids[id]
			switch {
			case isText && isKnown && (name == "previousResultId" || name == "value"):
				v[name] = now
			case name == "processId":
				v[name] = nil
			default:
				v[name] = c.translated(member)
			}
		}
	}
	return value
}

// hear waits for what the server said, and compares.
func (c *conversation) hear(ctx context.Context, line int, m map[string]any) error {
	ctx, cancel := context.WithTimeout(ctx, c.patience)
	defer cancel()
	method, isRequest := m["method"].(string)
	var now any
	var err error
	about := method
	var then any = m
	switch {
	case !isRequest:
		id := inJSON(m["id"])
		if m["id"] == nil {
			return nil // to what was no message
		}
		asked := c.calls[id]
		about = asked.method + " " + id
		now, err = c.player.Await(ctx, id)
		for wait := time.Millisecond; err == nil && asked.isEarly() && Comparable(now) != Comparable(then); wait *= 2 {
			if c.answered[asked.said(now)] {
				c.result.Untimely++
				return nil
			}
			if wait > c.patience/10 {
				break
			}
			time.Sleep(wait)
			now, err = c.again(ctx, &asked)
		}
		if isUntimely(m) || isUntimely(now) {
			c.result.Untimely++
			return nil
		}
		c.match(m, now)
	case published(m) != "" && !c.final[line]:
		c.result.Untimely++
		return nil
	case published(m) != "":
		params, _ := m["params"].(map[string]any)
		then = params["diagnostics"]
		doc := published(m)
		about += " " + doc
		want := Comparable(then)
		now, err = c.player.AwaitPublished(ctx, doc, func(last any) bool { return last != nil && Comparable(last) == want })
	default:
		return nil
	}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, ErrGone) {
		return err
	}
	c.result.Compared++
	d := Difference{Line: line, About: about, Recorded: Comparable(then)}
	if now != nil {
		d.Now = Comparable(now)
	}
	if d.Recorded != d.Now {
		c.result.Differences = append(c.result.Differences, d)
	}
	return nil
}

// again asks once more, and returns the answer.
func (c *conversation) again(ctx context.Context, asked *call) (answer any, err error) {
	c.asked++
	id := fmt.Sprintf("again %d", c.asked)
	err = c.player.Send(c.translated(map[string]any{"jsonrpc": "2.0", "id": id, "method": asked.method, "params": asked.params}))
	if err != nil {
		return nil, err
	}
	return c.player.Await(ctx, inJSON(id))
}

// isUntimely reports whether a response says that the work was given up: cancelled, or for a newer text.
func isUntimely(response any) bool {
	m, _ := response.(map[string]any)
	failure, _ := m["error"].(map[string]any)
	switch inJSON(failure["code"]) {
	case "-32800", "-32801", "-32802":
		return true
	}
	return false
}

// match notes which ids of results of now stand for those of then.
func (c *conversation) match(then, now any) {
	switch a := then.(type) {
	case []any:
		b, _ := now.([]any)
		for i := range min(len(a), len(b)) {
			c.match(a[i], b[i])
		}
	case map[string]any:
		b, _ := now.(map[string]any)
		for name := range a {
			was, isText := a[name].(string)
			is, _ := b[name].(string)
			if name == "resultId" && isText {
				c.ids[was] = is
			} else if name == "items" {
				c.match(byURI(a[name]), byURI(b[name]))
			} else {
				c.match(a[name], b[name])
			}
		}
	}
}

// Comparable returns what a server says in JSON, without what differs between servers that say the same: the names of
// results, where the pages of checks are, what a client is to hand back, the order of documents, and reports on files that are empty.
func Comparable(value any) string { return inJSON(comparable(value)) }

func comparable(value any) any {
	switch v := value.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = comparable(v[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, member := range v {
			switch name {
			case "resultId", "codeDescription", "data", "id":
			case "items":
				out[name] = comparable(byURI(member))
			default:
				out[name] = comparable(member)
			}
		}
		return out
	}
	return value
}

// byURI returns a list in the order of the documents that its elements are about, if they are about documents.
func byURI(value any) any {
	list, ok := value.([]any)
	if !ok {
		return value
	}
	doc := func(element any) string {
		m, _ := element.(map[string]any)
		doc, _ := m["uri"].(string)
		return doc
	}
	list = slices.DeleteFunc(slices.Clone(list), saysNothing)
	slices.SortStableFunc(list, func(a, b any) int { return cmp.Compare(doc(a), doc(b)) })
	return list
}

// saysNothing reports whether an element is a report on a file of which there is nothing to be said: some servers were
// asked about it before, and say so.
func saysNothing(element any) bool {
	m, _ := element.(map[string]any)
	items, ok := m["items"].([]any)
	version, isReport := m["version"]
	return ok && isReport && version == nil && len(items) == 0
}

// Text returns the differences, under the path of the recording, and the numbers in a last line.
func (r *Result) Text(path string) string {
	var out strings.Builder
	for _, d := range r.Differences {
		fmt.Fprintf(&out, "%s:%d: %s\n- %s\n+ %s\n", path, d.Line, printable.Text(d.About), printable.Text(d.Recorded), printable.Text(d.Now))
	}
	fmt.Fprintf(&out, "%d answers compared, %d differ; %d hang on the clock\n", r.Compared, len(r.Differences), r.Untimely)
	return out.String()
}
