package trim

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"luaflow/analysis/modules"
	"luaflow/analysis/trim"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/report"
)

// What is left, what keeps it, and what that weighs.

// summary is the report for programs.
type summary struct {
	Files []file          `json:"files"` // that are left, by path
	Given int             `json:"given"` // the bytes of all files that were looked at
	Used  int             `json:"used"`  // of those of which something is left
	Bytes int             `json:"bytes"` // that are left
	Kept  trim.Kept       `json:"kept"`  // these, by what keeps them
	Blind []modules.Place `json:"blind"` // where fields are read under names that are not known
	Loose []modules.Loose `json:"loose"` // where files are required that are not known
}

// file is one of them.
type file struct {
	Path  string    `json:"path"`
	Line  int       `json:"line,omitempty"` // at which it begins in a bundle, from 1 on
	Given int       `json:"given"`
	Bytes int       `json:"bytes"`
	Kept  trim.Kept `json:"kept"`
}

func summaryOf(r *trim.Result, lines []int) *summary {
	s := &summary{Given: r.Given, Kept: trim.Kept{}, Files: []file{}, Blind: []modules.Place{}, Loose: r.Program.Loosely()}
	for i, f := range r.Files {
		is := file{Path: f.Path, Given: f.Given, Bytes: len(f.Text), Kept: f.Kept}
		if lines != nil {
			is.Line = lines[i]
		}
		s.Files = append(s.Files, is)
		s.Used += f.Given
		s.Bytes += len(f.Text)
		for cause, n := range f.Kept {
			s.Kept[cause] += n
		}
	}
	for _, b := range r.Program.Blindly() {
		s.Blind = append(s.Blind, b.Place)
	}
	return s
}

// note notes on the error stream what keeps more than is known to be needed.
func (s *summary) note(con *console.Console) {
	for _, l := range s.Loose {
		switch {
		case l.Files == 0:
			con.Note("%s:%d: no file answers to `%s`: what that does with what it is handed is not known", l.Path, l.Line, l.Name)
		case l.Name == "*":
			con.Note("%s:%d: may require any file: keeps all %d", l.Path, l.Line, l.Files)
		default:
			con.Note("%s:%d: may require `%s`: keeps %s", l.Path, l.Line, l.Name, report.Plural(l.Files, "file"))
		}
	}
	for _, f := range s.Files {
		n := f.Kept[modules.Any]
		if n == 0 || len(s.Blind) == 0 {
			continue
		}
		others := ""
		if more := len(s.Blind) - 1; more > 0 {
			others = fmt.Sprintf(", as at %s", report.Plural(more, "other place"))
		}
		con.Note("%s: %s of fields are kept, as %s:%d may read any of them under a name that is not known%s", f.Path, report.Plural(n, "byte"),
			s.Blind[0].Path, s.Blind[0].Line, others)
	}
}

// causes is the words for what keeps something.
var causes = map[modules.Cause]string{
	modules.Started: "the entries", modules.Named: "used by name", modules.Mentioned: "has a name that something uses of a table that may be its own",
	modules.Unknown: "may be required, or read, under a name that is not known", modules.Metamethod: "may be a metamethod",
	modules.Any: "may be read under any name", "": "not used, and not known to do nothing else",
}

// text returns the report for people.
func (s *summary) text() string {
	var b strings.Builder
	for _, f := range s.Files {
		fmt.Fprintf(&b, "%s: %d of %s\n", f.Path, f.Bytes, report.Plural(f.Given, "byte"))
	}
	for _, cause := range slices.Sorted(maps.Keys(s.Kept)) {
		if n := s.Kept[cause]; n > 0 {
			fmt.Fprintf(&b, "kept: %s: %s\n", causes[cause], report.Plural(n, "byte"))
		}
	}
	fmt.Fprintf(&b, "%s, %s of %d (%s less), or of %d of all files (%s less)\n", report.Plural(len(s.Files), "file"), report.Plural(s.Bytes, "byte"),
		s.Used, percent(s.Bytes, s.Used), s.Given, percent(s.Bytes, s.Given))
	return b.String()
}

// percent returns how much less n is than of.
func percent(n, of int) string {
	if of == 0 {
		return "0 %"
	}
	return fmt.Sprintf("%d %%", 100*(of-n)/of)
}
