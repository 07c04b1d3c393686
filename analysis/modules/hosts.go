package modules

import (
	_ "embed"
	"path"
	"slices"
	"strings"
	"sync"

	"luaflow/analysis/config/glob"
	"luaflow/analysis/summary"
)

// What is known of programs that load files of others, and of files that are there for those who work on a program.

// Roots is what the summaries of a program do not tell of how it is started, and where its modules are found. The zero Roots tells nothing.
type Roots struct {
	Folder string         // where the paths of the program begin, "" if the patterns begin there too
	Files  []glob.Pattern // the files that are roots
	// Entries, if not nil, is the paths of the only roots: nothing else starts the program, and what they return is used. Then nothing counts
	// as unused that something may come to blindly (summary.Part.Blind).
	Entries []string
	// PackagePath is the templates of package.path, in the order in which they are tried: paths with slashes in which each `?` stands for the
	// name of a module, its dots as slashes. They are absolute, or begin at the top of the program if Folder is "".
	PackagePath []string
	// IsInstalled reports whether a module is installed, for all programs of the machine, under a name to which no file answers; nil if nobody
	// is to ask the machine. It is asked last, about what would be reported.
	IsInstalled func(name string) bool
}

// templates returns the PackagePath from the folder of the program on, but for what is not in that.
func (r *Roots) templates() (all []string) {
	for _, template := range r.PackagePath {
		if rest, ok := strings.CutPrefix(template, r.Folder); ok {
			all = append(all, strings.TrimPrefix(rest, "/"))
		}
	}
	return all
}

// host is a program that loads files of others.
type host struct {
	name                                                   string
	signs, roots, fields, lists, unlike, libraries, shares []string
}

//go:embed roots.txt
var rootsText string

// hosts returns the hosts of roots.txt.
var hosts = sync.OnceValue(func() (all []host) {
	for line := range strings.Lines(rootsText) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		if words[0] == "host" {
			all = append(all, host{name: strings.Join(words[1:], " ")})
			continue
		}
		h := &all[len(all)-1]
		list := map[string]*[]string{"sign": &h.signs, "root": &h.roots, "field": &h.fields, "list": &h.lists, "unlike": &h.unlike, "library": &h.libraries, "shares": &h.shares}[words[0]]
		*list = append(*list, words[1:]...)
	}
	return all
})

// tests is the files that a program has for those who work on it. They are roots, but do not tell what kind of program it is.
var tests = []string{
	"/**/spec", "/**/specs", "/**/test", "/**/tests", "/**/t", "/**/example", "/**/examples", "/**/demo", "/**/demos", "/**/bench", "/**/benchmark",
	"/**/benchmarks", "/**/doc", "/**/docs", "/**/*_spec.lua", "/**/*_test.lua", "/**/test_*.lua", "/**/test.lua", "/**/tests.lua",
	"/**/tools", "/**/scripts", "/**/util", "/**/utils", "/**/contrib", "/**/build", "/**/ci", "/**/.ci", "/**/.github",
}

// sharesObjects reports whether the host, or other code that it loads, gets at objects of the files.
func (h *host) sharesObjects() bool { return slices.Contains(h.shares, "objects") }

// isList reports whether a file that is no Lua lists the files that the host loads.
func (h *host) isList(s *summary.Summary) bool {
	isNamed := s.Foreign && slices.ContainsFunc(h.lists, func(pattern string) bool {
		is, _ := path.Match(pattern, path.Base(s.Path))
		return is
	})
	return isNamed && !slices.ContainsFunc(h.unlike, func(word string) bool { return slices.Contains(s.Parts[0].Words, word) })
}

// folders returns the folders that are for a host, of all paths and folders of a program.
func (h *host) folders(all map[string]bool) (folders []string) {
	if len(h.signs) == 0 {
		return nil
	}
	for at := range all {
		folder, ok := strings.CutSuffix(at, h.signs[0])
		if !ok || folder != "" && folder[len(folder)-1] != '/' {
			continue
		}
		if !slices.ContainsFunc(h.signs, func(sign string) bool { return !all[folder+sign] }) {
			folders = append(folders, strings.TrimSuffix(folder, "/"))
		}
	}
	slices.Sort(folders)
	return folders
}
