package config

import (
	"encoding/binary"
	"maps"
	"path/filepath"
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
	layers    []*Layer
	custom    map[string]*std.Standard
	overrides [][]override // by layer
	excluded  []Setting[glob.Pattern]
	roots     []glob.Pattern // see Roots
	templates []string       // see PackagePath
	included  []Setting[glob.Pattern]

	mu     sync.Mutex
	merged map[string]*Config // by the overrides that match
}

// override is what a layer says of some paths.
type override struct {
	glob   glob.Pattern
	number int // from 1, in the stack
	layer  *Layer
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

// NewStack merges layers. The problems are names of standards that nobody defines,
// which are left out.
func NewStack(layers ...*Layer) (*Stack, []*Problem) {
	s := &Stack{merged: map[string]*Config{}}
	for _, l := range layers {
		for name, standard := range l.Stds {
			if s.custom == nil {
				s.custom = map[string]*std.Standard{}
			}
			s.custom[name] = standard.Value
		}
	}
	var problems []*Problem
	for _, l := range withPathDefaults(layers) {
		own := *l // others may share it
		own.Std = s.known(l.Std, &problems)
		own.Files = slices.Clone(l.Files)
		for i := range own.Files {
			own.Files[i].Std = s.known(own.Files[i].Std, &problems)
		}
		s.layers = append(s.layers, &own)
	}
	s.compile()
	return s, problems
}

// known returns a choice of standards without names that nobody defines; nil if nothing is
// left of it.
func (s *Stack) known(choice *Setting[Standard], problems *[]*Problem) *Setting[Standard] {
	if choice == nil || choice.Value.Table != nil {
		return choice
	}
	known := *choice
	known.Value.Names = nil
	for _, name := range choice.Value.Names {
		if isStandard(name, s.custom) {
			known.Value.Names = append(known.Value.Names, name)
			continue
		}
		there := append(slices.Sorted(maps.Keys(s.custom)), std.Names()...)
		*problems = append(*problems, &Problem{
			File: choice.Name, Line: choice.Line,
			Message: notKnown("there is no standard", name, there).Error(),
		})
	}
	if len(known.Value.Names) == 0 {
		return nil
	}
	return &known
}

// withPathDefaults adds the standards by path: to the last layer of the project that
// chooses a standard, so that they are added to this one, and what that layer itself
// says of paths may still take them away.
func withPathDefaults(layers []*Layer) []*Layer {
	at := -1
	for i, l := range layers {
		if l.Folder != "" && !l.ByHand && (at < 0 || l.Std != nil) {
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

// For returns what holds for a file, by its absolute path.
func (s *Stack) For(path string) *Config {
	layers, key := s.layersFor(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.merged[key]
	if c == nil {
		c = merge(layers, s.custom)
		s.merged[key] = c
	}
	return c
}

// layersFor returns the layers of a file, and a key that is the same for files of the same
// layers: the numbers of the overrides among them.
func (s *Stack) layersFor(path string) (layers []*Layer, key string) {
	name := glob.PathOf(path)
	numbers := make([]byte, 0, 16)
	layers = make([]*Layer, 0, len(s.layers)+4)
	for i, l := range s.layers {
		layers = append(layers, l)
		for _, o := range s.overrides[i] {
			if o.glob.Match(name) {
				numbers = binary.BigEndian.AppendUint32(numbers, uint32(o.number))
				layers = append(layers, o.layer)
			}
		}
	}
	return layers, string(numbers)
}

// compile puts the overrides of all layers in the order in which they apply, the
// general first, and gives each a number.
func (s *Stack) compile() {
	number := 0
	s.overrides = make([][]override, len(s.layers))
	for i, l := range s.layers {
		for n := range l.Files {
			number++
			s.overrides[i] = append(s.overrides[i], override{glob.Compile(l.Folder, l.Files[n].Glob), number, &l.Files[n].Layer})
		}
		slices.SortStableFunc(s.overrides[i], func(a, b override) int { return glob.Compare(a.glob, b.glob) })
		s.excluded = append(s.excluded, l.globs(l.Exclude)...)
		s.included = append(s.included, l.globs(l.Include)...)
		for _, root := range l.globs(l.Roots) {
			s.roots = append(s.roots, root.Value)
		}
		s.templates = append(s.templates, l.templates()...)
	}
}

// globs compiles the items of a list.
func (l *Layer) globs(list *List[string]) (globs []Setting[glob.Pattern]) {
	if list == nil {
		return nil
	}
	for _, item := range list.Items {
		globs = append(globs, Setting[glob.Pattern]{glob.Compile(l.Folder, item.Value), item.Origin})
	}
	return globs
}

// Excluded reports whether a file is not to be checked, and where that is said: in
// `exclude_files`, or in an `include_files` that does not name it.
func (s *Stack) Excluded(path string) (Origin, bool) {
	if len(s.excluded)+len(s.included) == 0 {
		return Origin{}, false
	}
	name := glob.PathOf(path)
	if from, ok := anyMatches(s.excluded, name); ok {
		return from, true
	}
	if len(s.included) == 0 {
		return Origin{}, false
	}
	_, ok := anyMatches(s.included, name)
	return s.included[0].Origin, !ok
}

// Roots returns the patterns of the files that start the program, as far as somebody has said which those are.
func (s *Stack) Roots() []glob.Pattern { return s.roots }

// PackagePath returns the templates of where modules are, as package.path has them, in their order: absolute paths with slashes. Those of all
// layers hold.
func (s *Stack) PackagePath() []string { return s.templates }

// templates returns what PackagePath does, of one layer. Several may stand in one text, with semicolons between them.
func (l *Layer) templates() (all []string) {
	if l.PackagePath == nil {
		return nil
	}
	for _, item := range l.PackagePath.Items {
		for template := range strings.SplitSeq(item.Value, ";") {
			if path, ok := libraryPath(strings.TrimSpace(template), l.Folder); ok && strings.Contains(template, "?") {
				all = append(all, filepath.ToSlash(path))
			}
		}
	}
	return all
}

// Includes reports whether somebody has said which files are to be checked.
func (s *Stack) Includes() bool { return len(s.included) > 0 }

func anyMatches(globs []Setting[glob.Pattern], name glob.Path) (Origin, bool) {
	for i := range globs {
		if globs[i].Value.Match(name) {
			return globs[i].Origin, true
		}
	}
	return Origin{}, false
}
