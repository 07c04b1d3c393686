package project

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"luaflow/analysis/config/rootfs"
)

// Walk returns the files of Lua in a folder.
func Walk(path string, options Options) *Found {
	w := walker{options: options, entered: map[string]bool{}}
	w.enter(folder{path: path, pattern: options.Pattern})
	w.stops() // in the last folder there may have been too many
	w.opener.Close()
	if w.aliases {
		w.found.Files = withoutAliases(w.found.Files)
	}
	return &w.found
}

// enter walks a folder that nothing is to be taken outside of.
func (w *walker) enter(in folder) {
	place, err := PlaceOf(in.path)
	if err == nil && w.entered[place] {
		return
	}
	w.entered[place] = true
	in.path = filepath.Clean(in.path)
	in.root, in.top, in.inside, in.place, in.ignored = in.path, place, ".", place, nil
	if !w.options.NoIgnore {
		// What is ignored is said of places, whatever links lead there.
		in.ignored = w.ignoresAbove(place)
	}
	w.folder(in)
}

// folder walks what is in a folder. A symbolic link to a folder inside is not followed, as
// what it leads to has its own name, and a loop cannot trap the walk.
func (w *walker) folder(in folder) {
	if w.stops() {
		return
	}
	entries, err := os.ReadDir(in.path)
	if err != nil {
		w.found.Files = append(w.found.Files, File{Path: in.path, Root: in.root, Inside: in.inside, Err: err})
	}
	if !w.options.NoIgnore {
		in.ignored = w.ignoredBy(&in, entries)
	}
	for _, e := range entries {
		at := in
		at.place = joined(in.place, e.Name())
		if w.ignores(&at, e) {
			continue
		}
		at.path, at.inside = joined(in.path, e.Name()), joined(in.inside, e.Name())
		if in.pattern != "" && doublestar.PathMatchUnvalidated(in.pattern, at.path) {
			at.pattern = ""
		}
		mayBe := at.pattern == "" && (mayBeLua(e.Name()) || namesExtension(in.pattern) || w.options.Foreign && isForeign(e.Name()))
		switch {
		case e.IsDir():
			if !isSkipped(e.Name()) {
				w.folder(at)
			}
		case e.Type()&fs.ModeSymlink != 0:
			w.link(&at, e.Name(), mayBe)
		case mayBe:
			w.entry(&at, e)
		}
	}
}

// ignores reports whether git ignores what stands in a folder. From some work on it ignores
// nothing.
func (w *walker) ignores(at *folder, e fs.DirEntry) bool {
	if at.ignored == nil || w.steps > w.options.maxSteps() {
		return false
	}
	is := at.ignored.Ignores(filepath.ToSlash(at.place), e.IsDir(), &w.steps)
	if w.steps > w.options.maxSteps() {
		w.passOver(at.root, errTooMuch)
	}
	return is
}

var errTooMuch = errors.New("there is too much to compare with patterns of .gitignore: from here on what git ignores is taken, too")

// joined returns what filepath.Join does for a clean path and a name, which need no cleaning.
func joined(folder, name string) string {
	switch {
	case folder == ".":
		return name
	case os.IsPathSeparator(folder[len(folder)-1]):
		return folder + name
	}
	return folder + string(filepath.Separator) + name
}

// entry takes a file of a folder if it is Lua.
func (w *walker) entry(at *folder, e fs.DirEntry) {
	info, err := e.Info()
	switch {
	case err != nil: // it just went away
	case !info.Mode().IsRegular():
		if filepath.Ext(at.path) != "" {
			w.passOver(at.path, rootfs.NotRegular(info.Mode()))
		}
	default:
		w.take(File{
			Path: at.path, Root: at.root, Inside: at.inside, Stamp: rootfs.StampOf(info), IsLink: at.isLink,
			IsForeign: w.options.Foreign && isForeign(at.path),
		})
	}
}

// link takes what a symbolic link leads to, a file inside or, if that is asked for, a file
// or folder outside.
func (w *walker) link(at *folder, name string, mayBe bool) {
	target, err := filepath.EvalSymlinks(at.place)
	if err != nil {
		return // it leads nowhere, or to itself
	}
	info, err := os.Lstat(target)
	if err != nil || isSkipped(name) && info.IsDir() {
		return
	}
	inside, err := filepath.Rel(at.top, target)
	f := File{Path: at.path, Root: at.root, Inside: inside, IsLink: true, IsForeign: w.options.Foreign && isForeign(name)}
	if err != nil || !filepath.IsLocal(inside) {
		if !w.options.Follow {
			if info.IsDir() || mayBe && filepath.Ext(name) != "" {
				w.found.Left++
			}
			return
		}
		if info.IsDir() {
			followed := *at
			followed.isLink = true
			w.enter(followed)
			return
		}
		f.Root, f.Inside = filepath.Split(target)
	}
	switch {
	case !mayBe || info.IsDir():
	case !info.Mode().IsRegular():
		w.passOver(at.path, rootfs.NotRegular(info.Mode()))
	default:
		f.Stamp = rootfs.StampOf(info)
		w.take(f)
	}
}

// take takes a file if it is Lua, or foreign and there are not too many of those.
func (w *walker) take(f File) {
	switch {
	case f.IsForeign && exceeds(w.foreign+1, w.options.MostForeign):
		w.found.LacksForeign = true
		return
	case f.IsForeign:
		w.foreign++
	case filepath.Ext(f.Path) == "" && !w.namesLua(&f):
		return
	}
	w.aliases = w.aliases || f.IsLink
	w.found.Files = append(w.found.Files, f)
}

// withoutAliases returns, of the files in their array, each once: under its own name if
// that is one of them.
func withoutAliases(files []File) []File {
	roots := map[string]string{}
	placeOf := func(f *File) string {
		if _, ok := roots[f.Root]; !ok {
			roots[f.Root], _ = PlaceOf(f.Root) // which has been seen
		}
		return filepath.Join(roots[f.Root], f.Inside)
	}
	own := map[string]bool{}
	for i := range files {
		if !files[i].IsLink {
			own[placeOf(&files[i])] = true
		}
	}
	known := map[string]bool{}
	return slices.DeleteFunc(files, func(f File) bool {
		place := placeOf(&f)
		isAlias := known[place] || f.IsLink && own[place]
		known[place] = known[place] || !isAlias
		return isAlias
	})
}

// isSkipped reports whether a folder of some name is passed over.
func isSkipped(name string) bool {
	return strings.HasPrefix(name, ".") || name == "node_modules"
}

func mayBeLua(name string) bool {
	ext := filepath.Ext(name)
	return ext == ".lua" || ext == ""
}

// foreign is how the names of files end that are no Lua and may name modules and functions of it: those of programs that Lua is embedded
// in, of hosts' configurations, of languages that become Lua. Nmap's scripts are Lua, but nobody takes them for that by their names: what
// they name counts.
var foreign = map[string]bool{
	".c": true, ".h": true, ".cc": true, ".cpp": true, ".cxx": true, ".hpp": true, ".m": true, ".rs": true, ".go": true, ".py": true, ".cs": true,
	".conf": true, ".cfg": true, ".ini": true, ".toml": true, ".yaml": true, ".yml": true, ".json": true, ".xml": true, ".toc": true, ".in": true,
	".vim": true, ".sh": true, ".mk": true, ".cmake": true, ".template": true, ".tpl": true, ".tmpl": true, ".etlua": true, ".html": true,
	".sty": true, ".tex": true, ".rockspec": true, ".moon": true, ".fnl": true, ".tl": true, ".nse": true,
}

// depends is a file by which mods for Minetest, which is Luanti today, say what they need.
const depends = "depends.txt"

// ForeignEnds returns how the names of files end that are no Lua and may name what is, in ascending order.
func ForeignEnds() []string { return slices.Sorted(maps.Keys(foreign)) }

func isForeign(name string) bool {
	return foreign[filepath.Ext(name)] || filepath.Base(name) == depends
}

// namesExtension reports whether a pattern says how its files' names end.
func namesExtension(pattern string) bool {
	ext := filepath.Ext(pattern)
	return ext != "" && !strings.ContainsAny(ext, "*?[{")
}

// firstLine is how much is read of a file to see whether it is a script of Lua.
const firstLine = 256

// namesLua reports whether the first line of a file is a #! line whose program,
// or env's argument, is some Lua: lua, lua5.3, luajit, texlua.
func (w *walker) namesLua(file *File) bool {
	f, err := w.opener.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	line, _ := bufio.NewReaderSize(io.LimitReader(f, firstLine), firstLine).ReadString('\n')
	line, found := strings.CutPrefix(line, "#!")
	if !found {
		return false
	}
	for word := range strings.FieldsSeq(line) {
		name := filepath.Base(word)
		if strings.HasPrefix(name, "lua") || strings.HasSuffix(name, "lua") {
			return true
		}
	}
	return false
}
