package modules

import (
	"path"
	"slices"
	"strings"

	"luaflow/analysis/summary"
)

// What a file has to know of the rest of the program.

// Slice is what the rest of a program says of one file: all that is reported of it with the program in view follows from its text and its
// Slice. It is the zero Slice if there is nothing to report. Indices are those of the Summary of the file.
type Slice struct {
	IsUnused bool             `json:"isUnused,omitempty"` // no root leads to the file
	Unused   []int            `json:"unused,omitempty"`   // the Exports that nothing uses, ascending
	Slips    []Slip           `json:"slips,omitempty"`    // reads that may mean one of Unused, by Index: one for each at most
	Requires []RequireVerdict `json:"requires,omitempty"` // of which there is something to report, by Index
	Unset    []Unset          `json:"unset,omitempty"`    // fields that are read and that nothing sets, by Of and Field
	Unread   []Unread         `json:"unread,omitempty"`   // fields of self that are set and that nothing reads, by Field
	Calls    *CallVerdicts    `json:"calls,omitempty"`    // nil if nothing is to be reported of calls
}

// RequireVerdict is what is known of a call of require.
type RequireVerdict struct {
	Index int `json:"index"` // in Requires
	// IsUnresolved: no file answers to the name. Similar is a name that one answers to, and that differs by a slip; "" if there is no such
	// name; SimilarAt is the beginning of that file, zero without one.
	IsUnresolved bool   `json:"isUnresolved,omitempty"`
	Similar      string `json:"similar,omitempty"`
	SimilarAt    Place  `json:"similarAt,omitzero"`
	// IsIdle: all that is loaded does nothing else than to make what is required.
	IsIdle bool `json:"isIdle,omitempty"`
	// Cycle is the calls by which files require one another while they are loaded, from that in the file that is required to this one; nil
	// if they do not.
	Cycle []Place `json:"cycle,omitempty"`
}

// Globals returns what the other files do with the globals that the file has to do with; nil if it was not asked what it does with any.
func (p *Program) Globals(file int) *summary.Globals {
	own := p.summaries[file].Globals
	if own == nil {
		return nil
	}
	p.countGlobals()
	names := map[string]bool{}
	for _, list := range [][]string{own.Defined, own.Read, own.Set} {
		for _, name := range list {
			first, _, _ := strings.Cut(name, ".")
			names[first] = true
		}
	}
	return &summary.Globals{
		Defined: p.globals[0].others(own.Defined, names), Read: p.globals[1].others(own.Read, names), Set: p.globals[2].others(own.Set, names),
	}
}

// IsZero reports whether there is nothing to report.
func (s *Slice) IsZero() bool {
	return !s.IsUnused && len(s.Unused) == 0 && len(s.Requires)+len(s.Unset)+len(s.Unread) == 0 && s.Calls == nil
}

// Slices returns the Slice of each file, by index in Files.
func (p *Program) Slices() []Slice {
	all := make([]Slice, len(p.Files))
	idle := p.idle()
	p.findFamilies()
	calls, unread, mayAct := p.linkCalls(), p.findUnread(), p.hasNewIndex()
	for i := range all {
		p.slice(i, &all[i], idle, mayAct)
		all[i].Calls, all[i].Unread = calls[i], unread[i]
	}
	return all
}

// slice finds what the program says of a file. mayAct: an assignment to a field of an open table may do more than assign.
func (p *Program) slice(file int, s *Slice, idle []bool, mayAct bool) {
	of := p.summaries[file]
	s.IsUnused = !p.IsUsed(file) && p.knows[file] && (of.Returns != summary.Nothing || p.listed[file]) && !of.Broken && !p.isMentioned(file)
	if !mayAct || !p.open[file] {
		for k := range of.Exports {
			if p.isUnused(file, k) {
				s.Unused = append(s.Unused, k)
			}
		}
		s.Slips = p.slips(file, s.Unused)
	}
	for k := range of.Requires {
		if v, some := p.verdict(file, k, idle); some {
			s.Requires = append(s.Requires, v)
		}
	}
	s.Unset = p.unset(file)
}

// isMentioned reports whether a part of the program that is used has the last part of the name of a file as a word, so that something that
// is not known may load it, or that of its folder, if no file in that is loaded by its name, nor any because it is listed.
func (p *Program) isMentioned(file int) bool {
	name := strings.TrimSuffix(strings.TrimSuffix(p.Files[file].Path, ".lua"), "/init")
	folder := path.Dir(name)
	return p.isWord(path.Base(name)) || !p.listed[file] && p.isWord(path.Base(folder)) && !p.anyRequiredIn(folder)
}

// anyRequiredIn reports whether some file requires one in a folder.
func (p *Program) anyRequiredIn(folder string) bool {
	if p.required == nil {
		p.required = map[string]bool{}
		for i := range p.Files {
			if f := &p.Files[i]; len(f.RequiredBy) > 0 {
				p.required[path.Dir(f.Path)] = true
			}
		}
	}
	return p.required[folder]
}

// verdict returns what is to be known of the call of require with an index in a file.
func (p *Program) verdict(file, k int, idle []bool) (v RequireVerdict, some bool) {
	e := &p.Files[file].Requires[k]
	v.Index = k
	switch {
	case e.Reason == NotFound && !e.Protected && !e.File:
		v.IsUnresolved, v.Similar, v.SimilarAt = p.unresolved(file, e.Name)
		v.IsUnresolved = v.IsUnresolved && (p.installed == nil || !p.installed(e.Name))
		return v, v.IsUnresolved
	case len(e.To) != 1 || e.IsPattern:
		return v, false
	}
	v.IsIdle = e.Unused && !e.Protected && idle[e.To[0]]
	v.Cycle = p.cycleFrom(file, e)
	return v, v.IsIdle || v.Cycle != nil
}

// cycleFrom returns the calls of require from that in the file that a call requires, to the call itself, if each file requires the next
// while it is loaded.
func (p *Program) cycleFrom(file int, e *Edge) (calls []Place) {
	if !e.Loading || e.Protected {
		return nil
	}
	for _, c := range p.Cycles {
		at := slices.Index(c, file)
		if at < 0 || c[(at+1)%len(c)] != e.To[0] || p.anyProvides(c) {
			continue
		}
		for i := range c {
			from, to := c[(at+1+i)%len(c)], c[(at+2+i)%len(c)]
			k := p.certain(from, to)
			if k < 0 {
				return nil
			}
			calls = append(calls, Place{p.Files[from].Path, p.Files[from].Requires[k].Line})
		}
		calls[len(calls)-1].Line = e.Line
		return calls
	}
	return nil
}

// certain returns the index of the first call by which a file requires another whenever it is loaded; -1 if there is none.
func (p *Program) certain(file, to int) int {
	return slices.IndexFunc(p.Files[file].Requires, func(e Edge) bool {
		return e.Loading && e.Always && !e.Protected && len(e.To) == 1 && e.To[0] == to
	})
}

// anyProvides reports whether one of some files makes modules without files, which may be those that the others ask it for.
func (p *Program) anyProvides(files []int) bool {
	return slices.ContainsFunc(files, func(file int) bool { return len(p.summaries[file].Provides) > 0 })
}

// idle returns, by file, whether to load it does nothing else than to make what it returns: neither it nor what it requires Acts, and none
// of these requires itself, which does not end.
func (p *Program) idle() []bool {
	idle := make([]bool, len(p.Files))
	for i := range idle {
		idle[i] = !p.summaries[i].Acts && !p.summaries[i].Broken
	}
	for _, part := range components(p.loading) {
		for _, file := range part {
			idle[file] = idle[file] && len(part) == 1 && !slices.Contains(p.loading[file], file)
		}
	}
	// A file is not if something that it requires is not. Each round takes some, until none is left to take.
	for changed := true; changed; {
		changed = false
		for i := range idle {
			if idle[i] && !p.requiresIdle(i, idle) {
				idle[i], changed = false, true
			}
		}
	}
	return idle
}

// requiresIdle reports whether all that a file requires while it is loaded is idle.
func (p *Program) requiresIdle(file int, idle []bool) bool {
	for k := range p.Files[file].Requires {
		e := &p.Files[file].Requires[k]
		switch {
		case !e.Loading || e.Reason == OfLua:
		case e.Protected || e.IsPattern || len(e.To) != 1 || !idle[e.To[0]]:
			return false
		}
	}
	return true
}
