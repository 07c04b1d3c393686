package modules

import (
	"cmp"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"luaflow/analysis/config/glob"
	"luaflow/analysis/summary"
)

// What of a program depends on the paths of its files alone. It stays the same while files are edited.

// layout is where the files of a program stand.
type layout struct {
	paths   []string            // ascending
	named   map[string][]answer // the files that answer to each name
	names   *nameIndex          // of these
	matched map[string][]int    // what matching has found, by pattern
	bases   map[string][]int    // the files in Lua, by the last names of their paths in small letters; nil until somebody asks
	isTest  []bool              // by file: whether it is one of tests
	hosts   []hosted
	more    Roots
	isMore  []bool // by file: whether more names it
}

// hosted is a folder that is for a host.
type hosted struct {
	host             *host
	folder           string
	roots, libraries []int // the files, ascending
}

// answer is a file that answers to a name, and the folder from which it does, "" for the top.
type answer struct {
	file   int
	folder string
}

// newLayout returns the layout of files with summaries in the order of their paths.
func newLayout(all []*summary.Summary) *layout {
	l := &layout{paths: make([]string, len(all)), named: map[string][]answer{}, matched: map[string][]int{}}
	for i, s := range all {
		l.paths[i] = s.Path
		name, isLua := strings.CutSuffix(s.Path, ".lua")
		if !isLua {
			continue
		}
		l.add(name, i)
		if folder, isInit := strings.CutSuffix(name, "/init"); isInit {
			l.add(folder, i)
		}
	}
	l.names = newNameIndex(slices.Collect(maps.Keys(l.named)))
	return l
}

// isOf reports whether it is the layout of files with summaries in the order of their paths.
func (l *layout) isOf(all []*summary.Summary) bool {
	return len(l.paths) == len(all) && slices.EqualFunc(l.paths, all, func(path string, s *summary.Summary) bool { return path == s.Path })
}

// add notes that a file answers to a path without its ending, and to the ends of that.
func (l *layout) add(file string, i int) {
	for at := 0; ; {
		name := strings.ReplaceAll(file[at:], "/", ".")
		l.named[name] = append(l.named[name], answer{i, strings.TrimSuffix(file[:at], "/")})
		next := strings.IndexByte(file[at:], '/')
		if next < 0 {
			return
		}
		at += next + 1
	}
}

// findRoots finds what the paths say of the roots, and what somebody has said of them.
func (l *layout) findRoots(more Roots) {
	if l.isTest == nil {
		l.isTest = make([]bool, len(l.paths))
		for _, i := range l.globbed(tests, "") {
			l.isTest[i] = true
		}
		folders := l.folders()
		for i := range hosts() {
			h := &hosts()[i]
			for _, folder := range h.folders(folders) {
				l.hosts = append(l.hosts, hosted{h, folder, l.globbed(h.roots, folder), l.globbed(h.libraries, folder)})
			}
		}
	}
	if l.isMore != nil && reflect.DeepEqual(l.more, more) {
		return
	}
	l.more, l.isMore = more, make([]bool, len(l.paths))
	for i, at := range l.paths {
		name := glob.PathOf(more.Folder + "/" + at)
		l.isMore[i] = slices.ContainsFunc(more.Files, func(pattern glob.Pattern) bool { return pattern.Match(name) })
	}
}

// globbed returns the files that one of some patterns matches, as seen from a folder, ascending.
func (l *layout) globbed(patterns []string, folder string) (files []int) {
	from, to := l.below(folder)
	for _, text := range patterns {
		pattern := glob.Compile("/"+folder, strings.TrimSuffix("/"+folder, "/")+"/"+strings.TrimPrefix(text, "/"))
		for i := from; i < to; i++ {
			if pattern.Match(glob.PathOf("/" + l.paths[i])) {
				files = append(files, i)
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// below returns the files in a folder, which stand side by side.
func (l *layout) below(folder string) (from, to int) {
	if folder == "" {
		return 0, len(l.paths)
	}
	from, _ = slices.BinarySearch(l.paths, folder+"/")
	to, _ = slices.BinarySearch(l.paths, folder+"0") // what comes after the slash
	return from, to
}

// folders returns the paths of the files and folders of a program.
func (l *layout) folders() map[string]bool {
	all := make(map[string]bool)
	for _, file := range l.paths {
		for at := file; at != "." && !all[at]; at = path.Dir(at) {
			all[at] = true
		}
	}
	return all
}

// matching returns the files that answer to a name which a pattern matches, ascending. Those who ask for the same share it.
func (l *layout) matching(pattern string) (files []int) {
	if files, ok := l.matched[pattern]; ok {
		return files
	}
	defer func() { l.matched[pattern] = files }()
	pieces := strings.Split(dotted(pattern), "*")
	if rest, ok := strings.CutPrefix(dotted(pattern), "*."); ok && !strings.Contains(rest, "*") { // from whatever folder
		pieces = []string{rest}
	}
	for name := range l.names.matching(pieces) {
		for _, a := range l.named[name] {
			files = append(files, a.file)
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// nameIndex finds names that patterns match.
type nameIndex struct {
	names []string // ascending
	ends  []string // the same by their ends: ascending when they are read backwards
}

func newNameIndex(names []string) *nameIndex {
	slices.Sort(names)
	return &nameIndex{names: names}
}

// matching yields the names that are pieces with anything between them.
func (x *nameIndex) matching(pieces []string) func(yield func(string) bool) {
	first, last := pieces[0], pieces[len(pieces)-1]
	among := x.names
	if first != "" || last == "" || len(pieces) == 1 {
		from, _ := slices.BinarySearch(among, first)
		among = among[from:]
		to, _ := slices.BinarySearchFunc(among, first, func(name, first string) int {
			if strings.HasPrefix(name, first) {
				return -1
			}
			return 1
		})
		among = among[:to]
	} else {
		among = x.endingIn(last)
	}
	return func(yield func(string) bool) {
		for _, name := range among {
			if matches(name, pieces) && !yield(name) {
				return
			}
		}
	}
}

// endingIn returns the names with an end.
func (x *nameIndex) endingIn(end string) []string {
	if x.ends == nil {
		x.ends = slices.SortedFunc(slices.Values(x.names), compareEnds)
	}
	from, _ := slices.BinarySearchFunc(x.ends, end, compareEnds)
	to := from
	for to < len(x.ends) && strings.HasSuffix(x.ends[to], end) {
		to++
	}
	return x.ends[from:to]
}

// compareEnds compares strings as they are read backwards.
func compareEnds(a, b string) int {
	for k := 1; k <= len(a) && k <= len(b); k++ {
		if c := cmp.Compare(a[len(a)-k], b[len(b)-k]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

// matches reports whether a name is pieces with anything between them.
func matches(name string, pieces []string) bool {
	if len(pieces) == 1 {
		return name == pieces[0]
	}
	name, ok := strings.CutPrefix(name, pieces[0])
	if !ok {
		return false
	}
	last := len(pieces) - 1
	for _, piece := range pieces[1:last] {
		at := strings.Index(name, piece)
		if at < 0 {
			return false
		}
		name = name[at+len(piece):]
	}
	return strings.HasSuffix(name, pieces[last])
}

// dotted returns a name of a module as others write it: package.searchpath makes separators of dots, so that both come to the same file.
func dotted(name string) string { return strings.ReplaceAll(name, "/", ".") }
