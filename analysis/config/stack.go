package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"luaflow/analysis/config/glob"
	"luaflow/analysis/config/std"
)

// This file defines stacks: all that is said about the files of one folder, from which
// comes what holds for one file.

// Stack is layers in the order of the package comment. It is safe for concurrent use.
type Stack struct {
	layers []*Layer
	custom map[string]*std.Standard

	mu     sync.Mutex
	merged map[string]*Config // by the overrides that match
}

// pathDefaults is the standards that luacheck adds by the path of a file.
var pathDefaults = []struct{ glob, std string }{
	{"**/spec/**/*_spec.lua", "busted"},
	{"**/test/**/*_spec.lua", "busted"},
	{"**/tests/**/*_spec.lua", "busted"},
	{"**/*.rockspec", "rockspec"},
	{"**/*.luacheckrc", "luacheckrc"},
	{"**/config.ld", "ldoc"},
}

// NewStack merges layers. The problems are names of standards that nobody defines.
func NewStack(layers ...*Layer) (*Stack, []*Problem) {
	s := &Stack{merged: map[string]*Config{}}
	s.layers = withPathDefaults(layers)
	for _, l := range s.layers {
		for name, standard := range l.Stds {
			if s.custom == nil {
				s.custom = map[string]*std.Standard{}
			}
			s.custom[name] = standard.Value
		}
	}
	var problems []*Problem
	for _, l := range s.layers {
		problems = append(problems, s.unknownStandards(l)...)
		for i := range l.Files {
			problems = append(problems, s.unknownStandards(&l.Files[i].Layer)...)
		}
	}
	return s, problems
}

// withPathDefaults adds the standards by path: to the last of the project's files that
// chooses a standard, so that they are added to this one, and what that file itself
// says of paths may still take them away. A program that chooses by hand, on the
// command line, gets what it chooses.
func withPathDefaults(layers []*Layer) []*Layer {
	at := -1
	for i, l := range layers {
		if l.Folder != "" && (at < 0 || l.Std != nil) {
			at = i
		}
	}
	if at < 0 {
		layers, at = append([]*Layer{{Folder: "/"}}, layers...), 0
	}
	with := *layers[at]
	with.Files = nil
	for _, d := range pathDefaults {
		own := slices.ContainsFunc(layers[at].Files, func(o Override) bool { return o.Glob == d.glob && o.Std != nil })
		if !own {
			standard := Setting[Standard]{Value: Standard{Names: []string{d.std}, Adds: true}}
			with.Files = append(with.Files, Override{Glob: d.glob, Layer: Layer{Std: &standard}, byDefault: true})
		}
	}
	with.Files = append(with.Files, layers[at].Files...)
	layers = slices.Clone(layers)
	layers[at] = &with
	return layers
}

// unknownStandards complains of the names that a layer chooses.
func (s *Stack) unknownStandards(l *Layer) (problems []*Problem) {
	if l.Std == nil {
		return nil
	}
	for _, name := range l.Std.Value.Names {
		if standard(name, s.custom) == nil {
			known := slices.Sorted(maps.Keys(s.custom))
			known = append(known, std.Names()...)
			problems = append(problems, &Problem{
				File: l.Std.Name, Line: l.Std.Line,
				Message: fmt.Sprintf("there is no standard %q: choose from %s, or define it", name, words(known)),
			})
		}
	}
	return problems
}

// For is what holds for a file, by its absolute path.
func (s *Stack) For(path string) *Config {
	path = glob.Clean(path)
	var key strings.Builder
	var layers []*Layer
	for i, l := range s.layers {
		layers = append(layers, l)
		for _, n := range l.matching(path) {
			fmt.Fprintf(&key, "%d.%d ", i, n)
			layers = append(layers, &l.Files[n].Layer)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.merged[key.String()]
	if c == nil {
		c = merge(layers, s.custom)
		s.merged[key.String()] = c
	}
	return c
}

// matching is the overrides that apply to a path, the general first.
func (l *Layer) matching(path string) (matching []int) {
	for n := range l.Files {
		if glob.Match(glob.Join(l.Folder, l.Files[n].Glob), path) {
			matching = append(matching, n)
		}
	}
	slices.SortStableFunc(matching, func(a, b int) int {
		return glob.Compare(glob.Join(l.Folder, l.Files[a].Glob), glob.Join(l.Folder, l.Files[b].Glob))
	})
	return matching
}

// Excluded reports whether a file is not to be checked, and where that is said: in
// `exclude_files`, or in an `include_files` that does not name it.
func (s *Stack) Excluded(path string) (Origin, bool) {
	path = glob.Clean(path)
	var included bool
	var asked Origin
	for _, l := range s.layers {
		if from, ok := l.names(l.Exclude, path); ok {
			return from, true
		}
		if l.Include == nil || len(l.Include.Items) == 0 {
			continue
		}
		asked = l.Include.Origin
		if _, ok := l.names(l.Include, path); ok {
			included = true
		}
	}
	return asked, !asked.IsDefault() && !included
}

// names reports whether a path matches one of the globs of a list.
func (l *Layer) names(list *List[string], path string) (Origin, bool) {
	if list != nil {
		for _, item := range list.Items {
			if glob.Match(glob.Join(l.Folder, item.Value), path) {
				return item.Origin, true
			}
		}
	}
	return Origin{}, false
}
