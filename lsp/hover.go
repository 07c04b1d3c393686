package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/printable"
)

// maxPlaces is how many definitions or uses a hover lists.
const maxPlaces = 10

// hover answers with the definitions that reach a use, or with what becomes of a
// definition.
func (s *server) hover(params *protocol.HoverParams) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	return func(ctx context.Context) (any, error) {
		m := mapper{snap.File, s.client.encoding}
		info, ok, err := snap.Describe(ctx, m.pos(params.Position))
		if err != nil || !ok {
			return nil, err
		}
		w := hoverWriter{uri: snap.URI, m: m, markdown: s.client.markdown, kind: info.Kind}
		if worthTelling(&info) {
			w.describe(&info)
		}
		s.writeKeepers(&w, snap, &info.Export)
		if w.Len() == 0 {
			return nil, nil
		}
		kind := protocol.MarkupKindPlainText
		if w.markdown {
			kind = protocol.MarkupKindMarkdown
		}
		return &protocol.Hover{
			Contents: &protocol.MarkupContent{Kind: kind, Value: printable.Lines(strings.TrimSpace(w.String()))},
			Range:    new(m.rangeOf(info.Span)),
		}, nil
	}, nil
}

// worthTelling reports whether a hover says something: that a global variable is one is no news, and other
// servers may have more to say.
func worthTelling(info *nav.Info) bool {
	return info.Function.Head != "" || info.Kind != place.Global || len(info.Defs) > 0 || len(info.Uses) > 0
}

// hoverWriter writes a hover, in markdown or in plain text.
type hoverWriter struct {
	strings.Builder
	uri      string
	m        mapper
	markdown bool
	kind     place.Kind // of the name that the hover is about
}

var kindNames = [...]string{
	place.Local:        "local variable",
	place.Parameter:    "parameter",
	place.LoopVariable: "loop variable",
	place.Upvalue:      "upvalue",
	place.Global:       "global variable",
}

func (w *hoverWriter) describe(info *nav.Info) {
	if info.Name != "" {
		w.name(info)
	}
	if info.Function.Head != "" {
		w.function(&info.Function)
	}
}

// name writes what is known of the occurrence of a name.
func (w *hoverWriter) name(info *nav.Info) {
	fmt.Fprintf(w, "%s %s", kindNames[info.Kind], w.code(info.Name))
	switch {
	case info.IsUse:
		w.places("its value comes from", info.Defs)
	case len(info.Uses) > 0:
		w.places("this value is read by", info.Uses)
	case info.Dead:
		w.dead(info)
	}
	for _, note := range info.Notes {
		w.paragraph(note)
	}
	switch {
	case info.Cell:
		w.paragraph("captured by a function: a call may read or write it")
	case info.Kind == place.Global:
		w.paragraph("a global: any code may read or write it")
	}
}

// function writes what a function has to do with what is around it.
func (w *hoverWriter) function(f *nav.Function) {
	w.paragraph(w.code(f.Head))
	w.names("reads", f.Reads)
	w.names("writes", f.Writes)
	w.places("captures", f.Captures)
	w.places("returns", f.Returns)
	if f.NeverReturns {
		w.paragraph("never returns")
	}
}

// names lists at most maxPlaces names after a word, and says how many are left out.
func (w *hoverWriter) names(word string, names []string) {
	if len(names) == 0 {
		return
	}
	var list []string
	for _, name := range names[:min(len(names), maxPlaces)] {
		list = append(list, w.code(name))
	}
	if more := len(names) - maxPlaces; more > 0 {
		list = append(list, fmt.Sprintf("and %d more", more))
	}
	w.paragraph(word + " " + strings.Join(list, ", "))
}

func (w *hoverWriter) dead(info *nav.Info) {
	why := "never used"
	if info.Why != "" {
		why += ": " + info.Why
	}
	w.paragraph(why)
	w.places("overwritten by", info.Overwritten)
}

func (w *hoverWriter) paragraph(text string) {
	w.WriteString("\n\n" + text)
}

// places lists at most maxPlaces under a heading, and says how many are left out.
// Those of one line that look the same are one.
func (w *hoverWriter) places(heading string, places []place.Place) {
	if len(places) == 0 {
		return
	}
	w.paragraph(heading + ":")
	if w.markdown {
		w.WriteString("\n") // a list needs it
	}
	items := make([]string, len(places))
	for i := range places {
		items[i] = w.place(&places[i])
	}
	items = slices.Compact(items)
	for _, item := range items[:min(len(items), maxPlaces)] {
		w.WriteString("\n- " + item)
	}
	if more := len(items) - maxPlaces; more > 0 {
		fmt.Fprintf(w, "\n- and %d more", more)
	}
}

// place returns "line 12: `x = f()`", with a link in markdown.
func (w *hoverWriter) place(p *place.Place) string {
	text := p.Text
	if !p.Span.Valid() {
		return text + w.marks(p)
	}
	line := w.m.position(p.Span.Start).Line
	if p.IsSource {
		text = w.code(text)
	}
	where := fmt.Sprintf("line %d", line+1)
	if w.markdown {
		where = fmt.Sprintf("[%s](%s#L%d)", where, linkTarget(w.uri), line+1)
	}
	return where + ": " + text + w.marks(p)
}

// marks returns what is said of a place after its text, in words of package nav, which
// quote what is of the program.
func (w *hoverWriter) marks(p *place.Place) string {
	if p.If != "" {
		return w.may(p) + ", " + p.If
	}
	return w.may(p)
}

// may marks what happens in some executions only. What a variable of this function
// owes to a closure is said; at an upvalue or a global it can be any call.
func (w *hoverWriter) may(p *place.Place) string {
	if !p.May {
		return ""
	}
	mark := "may"
	if w.markdown {
		mark = "*may*"
	}
	if w.kind == place.Upvalue || w.kind == place.Global {
		return " (" + mark + ")"
	}
	return " (" + mark + ": only if a closure runs in between)"
}

// code marks source text as such.
func (w *hoverWriter) code(text string) string {
	if !w.markdown {
		return text
	}
	return place.Quote(text)
}

// linkTarget returns a URI that can stand between the parentheses of a markdown link.
func linkTarget(uri string) string {
	return strings.NewReplacer("(", "%28", ")", "%29", "<", "%3C", ">", "%3E", `\`, "%5C", "&", "%26",
		" ", "%20", "\t", "%09", "\n", "%0A", "\r", "%0D").Replace(uri)
}
