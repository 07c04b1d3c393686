package config

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
)

// This file defines the loader, which reads each configuration file once.

// EvalCommand is the name of the hidden subcommand in which the program's main calls
// luacheckrc.EvalMain.
const EvalCommand = "evaluate-config"

// SelfCommand returns the command that evaluates a .luacheckrc in a program whose main has
// EvalCommand: the program itself. In any other, a test for instance, it must not be
// used. The command is nil where no program can be started, as in WebAssembly, or where a process cannot be told
// which program it runs, as in a root without /proc.
func SelfCommand() []string {
	if runtime.GOOS == "js" {
		return nil
	}
	const running = "/proc/self/exe" // this very program, even if its file is another now
	if _, err := os.Stat(running); err == nil {
		return []string{running, EvalCommand}
	}
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{self, EvalCommand}
}

// Options says how a Loader works.
type Options struct {
	// Child is the command that evaluates a .luacheckrc, SelfCommand in luaflow. Without
	// it each .luacheckrc is a Problem.
	Child []string
	// Untrusted: whoever wrote the files of the project may mean harm. A .luacheckrc is
	// left alone, for it is a program.
	Untrusted bool
	// Workspaces is the folders in which a search for files ends, absolute.
	Workspaces []string
	// Files is configuration files, absolute, each of which is used for all files of Lua
	// in place of what would be found of its kind: JSON is taken for .luaflow.json, or
	// .luarc.json if its name says so, all else for .luacheckrc. Their paths start at
	// Folder, or at their own folder if that is "".
	Files  []string
	Folder string
	// NoSearch: no file is searched for.
	NoSearch bool
	// UserLuacheckrc is the .luacheckrc, absolute, where none is found; "" for none.
	UserLuacheckrc string
	// Above is the layers over those of files: the editor's, the command line's.
	Above []*Layer
	// OnRead is told of each file that is read; nil for nobody.
	OnRead func(path string, text []byte)
}

// Loader finds, reads and merges configurations. It is safe for concurrent use.
type Loader struct {
	options Options

	mu      sync.Mutex
	folders map[string]*loading        // by folder; emptied by Refresh
	search  search                     // begun anew by Refresh
	merged  map[[kinds]*parsed]*Loaded // by what its files say; emptied by Refresh
	files   map[source]*file
	expense expense // begun anew by Refresh
}

// Loaded is what holds for the files of one folder.
type Loaded struct {
	*Stack
	// Files is the configuration files that count, the weakest first.
	Files []string
	// Problems is what is wrong in them.
	Problems []*Problem

	texts string // stands for what is written in them
	outer []*Stack
}

// Key stands for what files say about a file of Lua: where it is the same, the Config of
// the same Options is.
func (l *Loaded) Key(path string) string {
	_, key := l.layersFor(path)
	return l.texts + key
}

// loading is a Loaded that is made once, by the first who asks.
type loading struct {
	once   sync.Once
	loaded *Loaded
}

// NewLoader makes a loader.
func NewLoader(options Options) *Loader {
	l := &Loader{options: options, files: map[source]*file{}}
	l.Refresh()
	return l
}

// Options returns how the loader works.
func (l *Loader) Options() Options { return l.options }

// Refresh makes the loader search the folders anew, and read the files again that have changed.
// Until then a folder's files are taken to be what they were when it was first asked for.
func (l *Loader) Refresh() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.folders = map[string]*loading{}
	l.search = newSearch()
	l.merged = map[[kinds]*parsed]*Loaded{}
	l.expense.begin()
}

// For returns what holds for the files of the folder that a file is in. The path is absolute
// and clean; the file need not exist.
func (l *Loader) For(path string) *Loaded {
	folder := parent(path)
	l.mu.Lock()
	entry := l.folders[folder]
	if entry == nil {
		entry = &loading{}
		l.folders[folder] = entry
	}
	l.mu.Unlock()
	entry.once.Do(func() { entry.loaded = l.load(folder) })
	return entry.loaded
}

// Root returns the folder of the project that a file, absolute and clean, belongs to: where the search
// for its configuration ends.
func (l *Loader) Root(path string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.search.top(parent(path), l.options.Workspaces)
}

// Repository returns the nearest folder around a file, absolute and clean, that holds .git; "" if none does.
func (l *Loader) Repository(path string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.search.repository(parent(path))
}

// source is a file that counts.
type source struct {
	path   string
	kind   kind
	root   string // nothing outside of this folder is read
	folder string // where its paths start
	named  bool   // by hand, so that it has to be there
}

// load reads the files of a folder, and searches again if one has gone meanwhile.
func (l *Loader) load(folder string) *Loaded {
	said, gone := l.readAll(folder)
	for gone != "" {
		l.mu.Lock()
		delete(l.search.own, gone)
		l.mu.Unlock()
		said, gone = l.readAll(folder)
	}
	l.mu.Lock()
	loaded := l.merged[said]
	l.mu.Unlock()
	if loaded != nil {
		return loaded
	}
	outer := l.readOuter(folder)
	l.mu.Lock()
	defer l.mu.Unlock()
	if loaded = l.merged[said]; loaded == nil {
		loaded = l.merge(said)
		loaded.addOuter(outer)
		l.merged[said] = loaded
	}
	return loaded
}

// readAll returns what the files of a folder say, or the folder of one that has been found and
// is there no more.
func (l *Loader) readAll(folder string) (said [kinds]*parsed, gone string) {
	for k, source := range l.sources(folder) {
		if source.path == "" || l.options.Untrusted && source.kind == luacheckrcFile {
			continue
		}
		said[k] = l.read(source)
		if said[k].missing && !source.named && !isLink(source.path) {
			return said, filepath.Dir(source.path)
		}
	}
	return said, ""
}

// sources returns the files that count for a folder, by kind.
func (l *Loader) sources(folder string) (sources [kinds]source) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.options.NoSearch {
		root := l.search.top(folder, l.options.Workspaces)
		for k, path := range l.search.discover(folder, root) {
			sources[k] = source{path: path, kind: kind(k), root: root, folder: filepath.Dir(path)}
		}
		if rc := &sources[luacheckrcFile]; rc.path == "" {
			*rc = l.userLuacheckrc()
		}
	}
	for _, path := range l.options.Files {
		s := source{path: path, kind: kindOf(path), root: filepath.Dir(path), folder: filepath.Dir(path), named: true}
		if l.options.Folder != "" {
			s.folder = l.options.Folder
			if contains(s.folder, path) && s.folder != filepath.Dir(s.folder) { // that of a system is no project
				s.root = s.folder
			}
		}
		sources[s.kind] = s
	}
	return sources
}

// userLuacheckrc returns the user's own .luacheckrc if there is one. As it belongs to no
// project, its paths start where all do.
func (l *Loader) userLuacheckrc() (s source) {
	if path := l.options.UserLuacheckrc; path != "" && exists(path) {
		folder := filepath.Dir(path)
		s = source{
			path: path, kind: luacheckrcFile, root: folder,
			folder: filepath.VolumeName(folder) + string(filepath.Separator),
		}
	}
	return s
}

// merge makes a stack of what files say.
func (l *Loader) merge(said [kinds]*parsed) *Loaded {
	loaded := &Loaded{}
	var layers []*Layer
	for _, p := range said {
		if p != nil {
			loaded.Files = append(loaded.Files, p.layer.From.Name)
			loaded.Problems = append(loaded.Problems, p.problems...)
			layers = append(layers, p.layer)
			loaded.texts += p.sum
		}
	}
	stack, problems := NewStack(append(layers, l.options.Above...)...)
	loaded.Stack = stack
	loaded.Problems = append(loaded.Problems, problems...)
	slices.SortStableFunc(loaded.Problems, func(a, b *Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return loaded
}
