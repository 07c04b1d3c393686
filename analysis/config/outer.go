package config

import "path/filepath"

// This file has what a project's root excludes hold for folders with a file of their own: of
// the files further up no more counts than which files are to be checked.

// readOuter returns what the files say that are above those that count for a folder.
func (l *Loader) readOuter(folder string) (outer []*parsed) {
	for _, s := range l.outerSources(folder) {
		if l.options.Untrusted && s.kind == luacheckrcFile {
			continue
		}
		if p := l.read(s); !p.missing {
			outer = append(outer, p)
		}
	}
	return outer
}

// outerSources returns the files of each kind that are above the one that counts for a folder, the
// outermost last.
func (l *Loader) outerSources(folder string) (outer []source) {
	if l.options.NoSearch {
		return nil
	}
	inner := l.sources(folder)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range inner {
		if s.path == "" || s.named || !contains(s.root, s.folder) {
			continue
		}
		for at := s.folder; at != s.root && at != filepath.Dir(at); {
			at = filepath.Dir(at)
			if here := l.search.in(at); here != nil && here[s.kind] != "" {
				outer = append(outer, source{path: here[s.kind], kind: s.kind, root: s.root, folder: at})
			}
		}
	}
	return outer
}

// addOuter adds what the files further up exclude.
func (l *Loaded) addOuter(outer []*parsed) {
	for _, p := range outer {
		l.Problems = append(l.Problems, p.problems...)
		paths := &Layer{From: p.layer.From, Folder: p.layer.Folder, Exclude: p.layer.Exclude, Include: p.layer.Include}
		if paths.Exclude != nil || paths.Include != nil {
			stack, _ := NewStack(paths) // which chooses no standard
			l.outer = append(l.outer, stack)
		}
	}
}

// Excluded reports what Stack.Excluded does, for the files further up too.
func (l *Loaded) Excluded(path string) (from Origin, ok bool) {
	if from, ok = l.Stack.Excluded(path); ok {
		return from, true
	}
	for _, stack := range l.outer {
		if from, ok = stack.Excluded(path); ok {
			return from, true
		}
	}
	return Origin{}, false
}
