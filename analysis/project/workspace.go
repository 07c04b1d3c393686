package project

import (
	"os"
	"path/filepath"

	"luaflow/analysis/config"
)

// Extent is an amount of source.
type Extent struct {
	Files int   // how many
	Bytes int64 // of all of them together
}

// Add adds a file.
func (e *Extent) Add(f *File) {
	e.Files++
	e.Bytes += f.Size()
}

// Exceeds reports whether there are more files, or more bytes.
func (e Extent) Exceeds(limit Extent) bool { return e.Files > limit.Files || e.Bytes > limit.Bytes }

// MostRead is how much is read of the files of a workspace that are not checked. In a larger one
// what another file could refute stays unsaid.
var MostRead = Extent{20_000, 256 << 20}

// Workspace is the files that may define what another file reads: those of folders, and of the
// libraries that a configuration names, but for those that it excludes.
type Workspace struct {
	// Folders is folders and files, absolute.
	Folders []string
	// LoaderOf returns what reads the configuration of a folder or file.
	LoaderOf func(path string) *config.Loader
	// Known is the paths of files that are not visited. Those that are visited are added.
	Known map[string]bool
	// Most is how many files, and how many bytes of them, Each visits in all folders together before it ends. Files that are visited
	// only because of All or Foreign count apart: of these it visits as much again, and goes on without the rest.
	Most Extent
	// Lacks: the last Each has left out files of All or Foreign.
	Lacks bool
	// Stop is asked now and then whether to stop; nil for never.
	Stop func() bool
	// All: files that their configuration excludes are visited too.
	All bool
	// Unasked: no configuration is read of files, which may be a program to run in each folder. What one excludes is visited as
	// any other file.
	Unasked bool
	// Foreign: files that are not Lua, but may name what is, are visited too.
	Foreign bool
	// Told is told what git ignores; nil for nobody.
	Told Ignores
	// Walked is told what each walk has found; nil for nobody.
	Walked func(*Found)
}

// Each calls visit for each file, in the order of the folders and by name inside a folder, once
// for each path. It reports whether that was all: that there was no more than Most, what Lacks tells
// of aside, and no reason to stop.
func (w *Workspace) Each(visit func(*File)) (isAll bool) {
	var visited, beside Extent
	w.Lacks = false
	take := func(f *File) {
		path := filepath.Clean(f.Path)
		if f.Err != nil || w.Known[path] || f.Size() > MaxSource {
			return
		}
		switch isBeside := f.IsForeign || !w.Unasked && w.excludes(path); {
		case !isBeside:
			visited.Add(f)
		case !w.All && !f.IsForeign:
			return
		default:
			if beside.Add(f); beside.Exceeds(w.Most) {
				w.Lacks = true
				return
			}
		}
		w.Known[path] = true
		visit(f)
	}
	ends := func() bool { return visited.Exceeds(w.Most) || w.Stop != nil && w.Stop() }
	for _, folder := range w.Folders {
		found := w.found(folder, visited)
		w.Lacks = w.Lacks || found.LacksForeign
		for i := range found.Files {
			if take(&found.Files[i]); ends() {
				return false
			}
		}
		if found.IsPartial {
			return false
		}
	}
	return true
}

// found returns what is in a folder, or a file.
func (w *Workspace) found(path string, visited Extent) *Found {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return &Found{Files: []File{Named(path)}}
	}
	most := max(w.Most.Files-visited.Files, 1)
	if w.All { // the walk does not tell what is excluded from the rest
		most += w.Most.Files
	}
	found := Walk(path, Options{
		NoIgnore: !IgnoresLikeGit(w.LoaderOf(path), path), Most: most, MostForeign: w.Most.Files, Stop: w.Stop,
		Told: w.Told, Foreign: w.Foreign,
	})
	if w.Walked != nil {
		w.Walked(found)
	}
	return found
}

func (w *Workspace) excludes(path string) bool {
	_, excluded := w.LoaderOf(path).For(path).Excluded(path)
	return excluded
}
