// Package hover writes what is known of the name at a place as text for people: what an editor shows where the mouse rests.
package hover

import (
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/compile/source"
)

// MaxPlaces is how many definitions or uses a hover lists.
const MaxPlaces = 10

// WorthTelling reports whether a hover says something: that a global variable is one is no news, and other
// servers may have more to say.
func WorthTelling(info *nav.Info) bool {
	return info.Function.Head != "" || info.Kind != place.Global || len(info.Defs) > 0 || len(info.Uses) > 0
}

// Writer writes a hover, in markdown or in plain text.
type Writer struct {
	strings.Builder
	URI      string       // of the text, to which places are links in markdown; "" for no links
	File     *source.File // the text
	Markdown bool         // else it is plain text
	Kind     place.Kind   // of the name that the hover is about
}

var kindNames = [...]string{
	place.Local:        "local variable",
	place.Parameter:    "parameter",
	place.LoopVariable: "loop variable",
	place.Upvalue:      "upvalue",
	place.Global:       "global variable",
}

// Describe writes what is known of a name, and of the function that it has.
func (w *Writer) Describe(info *nav.Info) {
	if info.Name != "" {
		w.name(info)
	}
	if info.Function.Head != "" {
		w.function(&info.Function)
	}
}

// name writes what is known of the occurrence of a name.
func (w *Writer) name(info *nav.Info) {
	fmt.Fprintf(w, "%s %s", kindNames[info.Kind], w.Code(info.Name))
	switch {
	case info.IsUse:
		w.places("its value comes from", info.Defs)
	case len(info.Uses) > 0:
		w.places("this value is read by", info.Uses)
	case info.Dead:
		w.dead(info)
	}
	for _, note := range info.Notes {
		w.Paragraph(note)
	}
	switch {
	case info.Cell:
		w.Paragraph("captured by a function: a call may read or write it")
	case info.Kind == place.Global:
		w.Paragraph("a global: any code may read or write it")
	}
}

// function writes what a function has to do with what is around it.
func (w *Writer) function(f *nav.Function) {
	w.Paragraph(w.Code(f.Head))
	w.names("reads", f.Reads)
	w.names("writes", f.Writes)
	w.places("captures", f.Captures)
	w.places("returns", f.Returns)
	if f.NeverReturns {
		w.Paragraph("never returns")
	}
}

// names lists at most MaxPlaces names after a word, and says how many are left out.
func (w *Writer) names(word string, names []string) {
	if len(names) == 0 {
		return
	}
	var list []string
	for _, name := range names[:min(len(names), MaxPlaces)] {
		list = append(list, w.Code(name))
	}
	if more := len(names) - MaxPlaces; more > 0 {
		list = append(list, fmt.Sprintf("and %d more", more))
	}
	w.Paragraph(word + " " + strings.Join(list, ", "))
}

func (w *Writer) dead(info *nav.Info) {
	why := "never used"
	if info.Why != "" {
		why += ": " + info.Why
	}
	w.Paragraph(why)
	w.places("overwritten by", info.Overwritten)
}

// Paragraph writes a paragraph.
func (w *Writer) Paragraph(text string) {
	w.WriteString("\n\n" + text)
}

// places lists at most MaxPlaces under a heading, and says how many are left out.
// Those of one line that look the same are one.
func (w *Writer) places(heading string, places []place.Place) {
	if len(places) == 0 {
		return
	}
	w.Paragraph(heading + ":")
	if w.Markdown {
		w.WriteString("\n") // a list needs it
	}
	items := make([]string, len(places))
	for i := range places {
		items[i] = w.place(&places[i])
	}
	items = slices.Compact(items)
	for _, item := range items[:min(len(items), MaxPlaces)] {
		w.WriteString("\n- " + item)
	}
	if more := len(items) - MaxPlaces; more > 0 {
		fmt.Fprintf(w, "\n- and %d more", more)
	}
}

// place returns "line 12: `x = f()`", with a link in markdown.
func (w *Writer) place(p *place.Place) string {
	text := p.Text
	if !p.Span.Valid() {
		return text + w.marks(p)
	}
	line := w.File.Point(p.Span.Start, source.UTF8).Line
	if p.IsSource {
		text = w.Code(text)
	}
	where := fmt.Sprintf("line %d", line+1)
	if w.Markdown && w.URI != "" {
		where = fmt.Sprintf("[%s](%s#L%d)", where, LinkTarget(w.URI), line+1)
	}
	return where + ": " + text + w.marks(p)
}

// marks returns what is said of a place after its text, in words of package nav, which
// quote what is of the program.
func (w *Writer) marks(p *place.Place) string {
	if p.If != "" {
		return w.may(p) + ", " + p.If
	}
	return w.may(p)
}

// may marks what happens in some executions only. What a variable of this function
// owes to a closure is said; at an upvalue or a global it can be any call.
func (w *Writer) may(p *place.Place) string {
	if !p.May {
		return ""
	}
	mark := "may"
	if w.Markdown {
		mark = "*may*"
	}
	if w.Kind == place.Upvalue || w.Kind == place.Global {
		return " (" + mark + ")"
	}
	return " (" + mark + ": only if a closure runs in between)"
}

// Code marks source text as such.
func (w *Writer) Code(text string) string {
	if !w.Markdown {
		return text
	}
	return place.Quote(text)
}

// LinkTarget returns a URI that can stand between the parentheses of a markdown link.
func LinkTarget(uri string) string {
	return strings.NewReplacer("(", "%28", ")", "%29", "<", "%3C", ">", "%3E", `\`, "%5C", "&", "%26",
		" ", "%20", "\t", "%09", "\n", "%0A", "\r", "%0D").Replace(uri)
}
