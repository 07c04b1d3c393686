package modules

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Why something is used.

// Step is a part of a program on the way from a root to something that it uses.
type Step struct {
	File   int    // by index in Files
	Export string // the field of what the file returns; "" for what happens while the file is loaded
	Line   int    // where that first gets its value; 0 for a file, and if the summary does not say
	Why    string // why it is a root; "" for one that the Step in front of it uses
}

// Cause returns how an Export of a file is used, the loading of the file for -1: by the last Step of the way that Why returns.
func (p *Program) Cause(file, export int) Cause { return p.causes[p.nodeOf(file, export)] }

// Why returns the shortest way from a root to an Export of a file, or to the loading of the file for "", which are the last Step; nil if
// nothing uses it. ok is false if the file has no such Export.
func (p *Program) Why(file int, export string) (way []Step, ok bool) {
	k := -1
	if export != "" {
		if k = p.export(file, export); k < 0 {
			return nil, false
		}
	}
	for node := p.nodeOf(file, k); p.before[node] >= 0; node = p.before[node] {
		at, e := p.fileOf(node)
		s := Step{File: at, Why: p.why[node]}
		if e >= 0 {
			s.Export, s.Line = p.summaries[at].Exports[e].Name, p.summaries[at].Exports[e].Line
		}
		if way = append(way, s); p.before[node] == node {
			break
		}
	}
	slices.Reverse(way)
	return way, true
}

// IsUnused reports whether it is certain that nothing in the program uses an Export of a file, which something does.
func (p *Program) IsUnused(file int, export string) bool {
	k := p.export(file, export)
	return k >= 0 && p.isUnused(file, k)
}

// isUnused does what IsUnused does, for the Export with an index.
func (p *Program) isUnused(file, k int) bool {
	return p.IsUsed(file) && p.before[p.nodeOf(file, k)] < 0 && !p.kept[file] && (p.summaries[file].Exports[k].Function || !p.open[file])
}

// Named returns the Export that a name means, as `util.trim`: a field of what a file returns that answers to what is in front of the last
// dot. export is "" if the whole name is that of a file. ok is false if there is nothing of that name.
func (p *Program) Named(name string) (file int, export string, ok bool) {
	if file, ok = p.module(name); ok {
		return file, "", true
	}
	at := strings.LastIndexAny(name, ".:")
	if at < 0 {
		return 0, "", false
	}
	file, ok = p.module(name[:at])
	return file, name[at+1:], ok && p.export(file, name[at+1:]) >= 0
}

// module returns the file that answers to a name from the top of the program.
func (p *Program) module(name string) (file int, ok bool) {
	if i := slices.IndexFunc(p.Files, func(f File) bool { return f.Path == name }); i >= 0 {
		return i, true
	}
	to, _ := p.resolver.file(-1, "", name)
	if len(to) == 0 {
		return 0, false
	}
	return to[0], true
}

// WriteWhy writes the way that Why returns, a line for each Step: a root with what makes it one, and what each uses. Where there is no way it
// says so.
func (p *Program) WriteWhy(w io.Writer, file int, export string) error {
	out := bufio.NewWriter(w)
	way, _ := p.Why(file, export)
	if way == nil {
		fmt.Fprintf(out, "%s: nothing uses it\n", p.nameOf(Step{File: file, Export: export}))
	}
	for i, s := range way {
		if i > 0 {
			out.WriteString(strings.Repeat("  ", i-1) + "-> ")
		}
		out.WriteString(p.nameOf(s))
		if s.Why != "" {
			out.WriteString(": " + s.Why)
		}
		out.WriteByte('\n')
	}
	return out.Flush()
}

// nameOf returns how people are told of a Step.
func (p *Program) nameOf(s Step) string {
	if s.Export == "" {
		return p.Files[s.File].Path
	}
	return fmt.Sprintf("%s: `%s`", p.Files[s.File].Path, s.Export)
}
