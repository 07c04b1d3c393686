package config

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	"luaflow/analysis/config/glob"
	"luaflow/analysis/config/luacheckrc"
	"luaflow/analysis/config/rootfs"
)

// This file defines the loader, which reads each configuration file once.

// EvalCommand is the name of the hidden subcommand in which the program's main calls
// luacheckrc.EvalMain.
const EvalCommand = "evaluate-config"

// SelfCommand is the command that evaluates a .luacheckrc in a program whose main has
// EvalCommand: the program itself. In any other, a test for instance, it must not be
// used.
func SelfCommand() ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return []string{self, EvalCommand}, nil
}

// Options says how a Loader works.
type Options struct {
	// Child is the command that evaluates a .luacheckrc, SelfCommand in luaflow. Without
	// it each .luacheckrc is a Problem.
	Child []string
	// Workspaces is the folders in which a search for files ends, absolute.
	Workspaces []string
	// Above is the layers over those of files: the editor's, the command line's.
	Above []*Layer
}

// Loader finds, reads and merges configurations. It is safe for concurrent use.
type Loader struct {
	options Options

	mu      sync.Mutex
	folders map[string]*loading        // by folder; emptied by Refresh
	merged  map[[kinds]*parsed]*Loaded // by what its files say; emptied by Refresh
	files   map[string]*file           // by path
}

// Loaded is what holds for the files of one folder.
type Loaded struct {
	*Stack
	// Files is the configuration files that count, the weakest first.
	Files []string
	// Problems is what is wrong in them.
	Problems []*Problem
}

// loading is a Loaded that is made once, by the first who asks.
type loading struct {
	once   sync.Once
	loaded *Loaded
}

// file is what is known of one file.
type file struct {
	mu     sync.Mutex
	parsed *parsed
}

// parsed is what one file says.
type parsed struct {
	stamps   map[string]stamp // of the file, and of those that it asked for
	layer    *Layer
	problems []*Problem
}

// stamp tells one state of a file from another. The zero stamp is of no file.
type stamp struct {
	size     int64
	modified time.Time
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime()}
}

// NewLoader makes a loader.
func NewLoader(options Options) *Loader {
	l := &Loader{options: options, files: map[string]*file{}}
	l.Refresh()
	return l
}

// Refresh has the folders searched anew, and the files read again that have changed.
// Until then a folder's files are taken to be what they were when it was first asked
// for.
func (l *Loader) Refresh() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.folders = map[string]*loading{}
	l.merged = map[[kinds]*parsed]*Loaded{}
}

// For is what holds for the files of the folder that a file is in. The path is absolute;
// the file need not exist.
func (l *Loader) For(ctx context.Context, path string) *Loaded {
	folder := filepath.Dir(filepath.Clean(path))
	l.mu.Lock()
	entry := l.folders[folder]
	if entry == nil {
		entry = &loading{}
		l.folders[folder] = entry
	}
	l.mu.Unlock()
	entry.once.Do(func() { entry.loaded = l.load(ctx, folder) })
	if ctx.Err() != nil { // it may have been cut short
		l.mu.Lock()
		if l.folders[folder] == entry {
			delete(l.folders, folder)
		}
		l.mu.Unlock()
	}
	return entry.loaded
}

// load reads the files of a folder.
func (l *Loader) load(ctx context.Context, folder string) *Loaded {
	root := top(folder, l.options.Workspaces)
	var said [kinds]*parsed
	for k, path := range discover(folder, root) {
		if path != "" {
			said[k] = l.read(ctx, kind(k), path, root)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	loaded := l.merged[said]
	if loaded == nil {
		loaded = l.merge(said)
		l.merged[said] = loaded
	}
	return loaded
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
		}
	}
	stack, problems := NewStack(append(layers, l.options.Above...)...)
	loaded.Stack = stack
	loaded.Problems = append(loaded.Problems, problems...)
	return loaded
}

// read is what a file says, from memory if neither it nor what it asked for has
// changed. Who asks for a file that is just being read waits.
func (l *Loader) read(ctx context.Context, k kind, path, root string) *parsed {
	l.mu.Lock()
	f := l.files[path]
	if f == nil {
		f = &file{}
		l.files[path] = f
	}
	l.mu.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.parsed != nil && f.parsed.isCurrent() {
		return f.parsed
	}
	p := &parsed{stamps: map[string]stamp{path: stampOf(path)}}
	if k == luacheckrcFile {
		l.evaluate(ctx, p, path, root)
	} else {
		p.parse(k, path, root)
	}
	if ctx.Err() == nil { // it may have been cut short
		f.parsed = p
	}
	return p
}

func (p *parsed) isCurrent() bool {
	for path, s := range p.stamps {
		if now := stampOf(path); now.size != s.size || !now.modified.Equal(s.modified) {
			return false
		}
	}
	return true
}

// fails: the file says nothing.
func (p *parsed) fails(path string, problem *Problem) {
	p.layer = &Layer{From: Origin{Name: path}, Folder: folderOf(path)}
	p.problems = []*Problem{problem}
}

func folderOf(path string) string { return glob.Clean(filepath.Dir(path)) }

// evaluate runs a .luacheckrc.
func (l *Loader) evaluate(ctx context.Context, p *parsed, path, root string) {
	result, problem := luacheckrc.Evaluate(ctx, luacheckrc.Request{Command: l.options.Child, Root: root, File: path})
	for _, asked := range result.Asked {
		p.stamps[asked] = stampOf(asked)
	}
	if problem != nil {
		p.fails(path, problem)
		return
	}
	p.layer, p.problems = decodeLuacheckrc(path, folderOf(path), result.Options)
}

// parse reads a file of JSON.
func (p *parsed) parse(k kind, path, root string) {
	text, err := read(root, path)
	if err != nil {
		p.fails(path, &Problem{File: path, Message: err.Error()})
		return
	}
	decode := decodeLuaflow
	if k == luarcFile {
		decode = decodeLuarc
	}
	p.layer, p.problems = parse(path, folderOf(path), text, decode)
}

func read(root, path string) ([]byte, error) {
	r, err := rootfs.Open(root)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.Read(path)
}
