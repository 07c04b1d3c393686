package modules

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"luaflow/analysis/summary"
)

// Files of Lua whose paths stand in files that are no Lua: in the list of an add-on, in the configuration of a server, in a rockspec, in what
// calls luaL_dofile.

// findLists notes the folders of which a file lists all that is loaded.
func (p *Program) findLists() {
	for i, s := range p.summaries {
		host := p.listerOf(i)
		if len(s.Paths) == 0 || host == nil {
			continue
		}
		folder := folderOf(s.Path)
		p.setKnown(folder, true)
		from, to := p.resolver.below(folder)
		for k := from; k < to; k++ {
			p.listed[k] = true
			p.shares[k] = p.shares[k] || host.sharesObjects()
		}
	}
}

// listerOf returns the host that loads what a file lists, nil if it is no list.
func (p *Program) listerOf(file int) *host {
	for i := range hosts() {
		if h := &hosts()[i]; h.isList(p.summaries[file]) {
			return h
		}
	}
	return nil
}

// located notes the files whose paths stand in files that are no Lua. If no other file requires one, what it returns is for whoever
// loads it there. A pattern counts in a list alone: elsewhere it tells what is copied or looked at.
func (p *Program) located() {
	for i, s := range p.summaries {
		host, why := p.listerOf(i), "its path stands in "+s.Path
		if host != nil {
			why = host.name + " loads it, as " + path.Base(s.Path) + " says"
		}
		for _, name := range s.Paths {
			if host == nil && strings.Contains(name, "*") {
				continue
			}
			for _, to := range p.resolver.at(path.Dir(s.Path), name, host != nil) {
				if len(p.Files[to].RequiredBy) == 0 {
					p.library(to, why)
				} else {
					p.root(to, why)
				}
			}
		}
	}
}

// isByItself reports whether a file is run by itself: nobody requires it, so that it could not do anything else by returning nothing.
func (p *Program) isByItself(file int) bool {
	s := p.summaries[file]
	return s.Returns == summary.Nothing && len(p.Files[file].RequiredBy) == 0 && (!p.listed[file] || s.System)
}

// at returns the files that a text may mean that ends in a path, ascending: those of whose paths it has most at its end, in whatever letters,
// for there are systems to which `Core.lua` is `core.lua`. If it is said from a folder on, of several the nearest one in that counts.
func (l *layout) at(from, text string, isFrom bool) (files []int) {
	text = strings.ToLower(text)
	best := 0
	for _, i := range l.based(text) {
		switch n := commonEnd(l.paths[i], text); {
		case n > best:
			files, best = append(files[:0], i), n
		case n == best && n > 0:
			files = append(files, i)
		}
	}
	if !isFrom || len(files) < 2 {
		return files
	}
	for _, i := range files {
		if strings.EqualFold(l.paths[i], path.Join(from, text)) {
			return []int{i}
		}
	}
	return files
}

// based returns the files that may have the last name of a text that ends in a path, in small letters.
func (l *layout) based(text string) (files []int) {
	if l.bases == nil {
		l.bases = map[string][]int{}
		for i, at := range l.paths {
			if name := strings.ToLower(path.Base(at)); strings.HasSuffix(name, ".lua") {
				l.bases[name] = append(l.bases[name], i)
			}
		}
	}
	base := path.Base(text)
	for name, of := range l.bases {
		if !strings.Contains(base, "*") {
			break
		}
		if matches(name, strings.Split(base, "*")) {
			files = append(files, of...)
		}
	}
	for at := range base {
		if isBorder(base, at) {
			files = append(files, l.bases[base[at:]]...)
		}
	}
	slices.Sort(files)
	return files
}

// isBorder reports whether a path may begin at an offset in a text.
func isBorder(text string, at int) bool {
	if at == 0 {
		return true
	}
	c := text[at-1]
	return c < utf8.RuneSelf && c != '_' && c != '-' && c != '.' && (c < '0' || c > '9') && (c < 'a' || c > 'z')
}

// commonEnd returns how much of the path of a file ends a text in small letters: whole names, 0 if it is not even that of the file itself.
func commonEnd(file, text string) int {
	file = strings.ToLower(file)
	if strings.Contains(text, "*") {
		return commonPattern(strings.Split(file, "/"), strings.Split(text, "/"))
	}
	for {
		if strings.HasSuffix(text, file) && isBorder(text, len(text)-len(file)) {
			return len(file)
		}
		_, rest, more := strings.Cut(file, "/")
		if !more {
			return 0
		}
		file = rest
	}
}

// commonPattern returns 1 if the last names of a file are those of a pattern, else 0.
func commonPattern(names, pattern []string) int {
	if len(names) < len(pattern) {
		return 0
	}
	for i, name := range names[len(names)-len(pattern):] {
		if !matches(name, strings.Split(pattern[i], "*")) {
			return 0
		}
	}
	return 1
}
