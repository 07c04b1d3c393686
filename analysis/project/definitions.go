package project

import (
	"slices"
	"strings"
	"sync"

	"luaflow/analysis/config"
	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/definitions"
	"luaflow/compile"
	"luaflow/compile/source"
)

// Definitions knows what the definition files of libraries say. It reads a file again when that has changed, or what holds
// for it, and may be asked by any number of goroutines. The zero Definitions is ready.
type Definitions struct {
	// OnRead is told of each file that is read; nil for nobody.
	OnRead func(path string, content []byte)

	mu     sync.Mutex
	files  map[string]defined            // by path
	tables map[string]*definitions.Table // by the paths of the libraries; emptied by Refresh
}

// defined is what one file said when it was read last.
type defined struct {
	stamp rootfs.Stamp
	rules string // the key of what held for it
	table *definitions.Table
}

// Refresh forgets which files the libraries have, and their stamps. Until then they are taken to be what they were when they
// were first asked for.
func (d *Definitions) Refresh() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tables = nil
}

// Of returns what the definition files of the libraries say that a configuration names. loaderOf returns what reads the
// configuration of a file or folder, and stop is asked now and then whether to stop, nil for never. It is nil if they say
// nothing, or are more than MostRead.
func (d *Definitions) Of(rules *config.Config, loaderOf func(path string) *config.Loader, stop func() bool) *definitions.Table {
	var libraries []string
	for _, library := range rules.Libraries() {
		libraries = append(libraries, library.Value)
	}
	if len(libraries) == 0 {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	key := strings.Join(libraries, "\x00")
	table, ok := d.tables[key]
	if !ok {
		table = d.read(Workspace{Folders: libraries, LoaderOf: loaderOf, Known: map[string]bool{}, Most: MostRead, Stop: stop})
		if stop != nil && stop() {
			return nil
		}
		if d.tables == nil {
			d.tables = map[string]*definitions.Table{}
		}
		d.tables[key] = table
	}
	return table
}

// read reads the definition files among some that have changed.
func (d *Definitions) read(libraries Workspace) *definitions.Table {
	opener := Opener{OnRead: d.OnRead}
	defer opener.Close()
	var units compile.Memory
	var all []*definitions.Table
	now := map[string]defined{}
	isAll := libraries.Each(func(f *File) {
		loaded := libraries.LoaderOf(f.Path).For(f.Path)
		file := defined{stamp: f.Stamp, rules: loaded.Key(f.Path)}
		if was, ok := d.files[f.Path]; ok && was.stamp == file.stamp && was.rules == file.rules {
			file = was
		} else if content, err := opener.Read(f, MaxSource); err == nil && definitions.MayBeMeta(string(content)) {
			rules := loaded.For(f.Path)
			text := string(content)
			u := units.CompileAs(source.NewFile(f.Path, text), rules.Language(rules.Decide(f.Path, text)))
			if definitions.IsMeta(u.Tree) {
				file.table = definitions.Read(u)
			}
		}
		now[f.Path] = file
		all = append(all, file.table)
	})
	if !isAll {
		return nil
	}
	for path, file := range d.files { // of other libraries
		if _, ok := now[path]; !ok {
			now[path] = file
		}
	}
	d.files = now
	return definitions.Merge(slices.Clip(all))
}
