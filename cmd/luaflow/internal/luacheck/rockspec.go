package luacheck

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"luaflow/analysis/config"
	"luaflow/analysis/config/luacheckrc"
	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/config/tree"
	"luaflow/analysis/project"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Rockspecs, the files by which LuaRocks builds a package, in luacheck's place: one that
// the command line names stands for the files of Lua that it installs. A rockspec is a
// program, and runs where configurations do.

// fromRockspec returns the files that a rockspec stands for; the rockspec if that is not known.
func fromRockspec(path string) (files []project.File) {
	root, paths, err := expandRockspec(path)
	if err != nil {
		return []project.File{{Path: path, Err: err}}
	}
	for _, path := range paths {
		files = append(files, fileNamed(root, path))
	}
	return files
}

// fileNamed returns a file that a rockspec names, which may have come from anywhere.
func fileNamed(root, path string) project.File {
	in := project.File{Path: path, Root: root}
	inside, err := filepath.Rel(root, path)
	if err != nil || !filepath.IsLocal(inside) {
		in.Err = errors.New("is outside of the folder " + root)
		return in
	}
	info, err := os.Stat(path)
	if err != nil {
		in.Err = err
		return in
	}
	in.Inside = inside
	return in.With(info)
}

// expandRockspec returns the files that a rockspec stands for, in the order of their paths, and
// the folder that they stand in.
func expandRockspec(path string) (root string, files []string, err error) {
	build, err := buildOf(path)
	if err != nil {
		return "", nil, err
	}
	if build == nil || build.Kind != tree.Table {
		return filepath.Dir(path), detectModules(path), nil
	}
	modules := build.Get("modules")
	if kind := build.Get("type"); modules == nil && (kind == nil || kind.Text == "builtin" || kind.Text == "module") {
		return filepath.Dir(path), detectModules(path), nil
	}
	files = namedIn(files, modules)
	if install := build.Get("install"); install != nil {
		files = namedIn(namedIn(files, install.Get("lua")), install.Get("bin"))
	}
	slices.Sort(files)
	return ".", files, nil
}

// namedIn adds the files of Lua that are values of a table, if it is one.
func namedIn(files []string, table *tree.Node) []string {
	add := func(value *tree.Node) {
		if value.Kind == tree.String && strings.HasSuffix(value.Text, ".lua") {
			files = append(files, filepath.FromSlash(value.Text))
		}
	}
	if table != nil {
		for _, item := range table.Items {
			add(item)
		}
		for i := range table.Fields {
			add(table.Fields[i].Value)
		}
	}
	return files
}

// buildOf returns what a rockspec sets `build` to, nil if it does not.
func buildOf(path string) (*tree.Node, error) {
	f, err := rootfs.Regular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := rootfs.ReadAll(f, rootfs.MaxSize)
	if err != nil {
		return nil, err
	}
	u := compile.CompileAs(source.NewFile(path, string(text)), syntax.Language{Dialects: syntax.Lua51})
	if len(u.Errors) > 0 {
		e := u.Errors[0]
		return nil, &rockspecError{syntaxFault, fmt.Sprintf("line %d: %s", e.Line, e.Msg)}
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	folder := filepath.Dir(path)
	result, problem := luacheckrc.Evaluate(luacheckrc.Request{Command: config.SelfCommand(), Root: folder, Folder: folder, File: path})
	switch {
	case problem == nil:
		return result.Options.Get("build"), nil
	case problem.Line > 0:
		return nil, &rockspecError{RuntimeFault, fmt.Sprintf("line %d: %s", problem.Line, problem.Message)}
	}
	return nil, &rockspecError{RuntimeFault, problem.Message}
}

// notInstalled is the names beside modules that LuaRocks does not take for modules.
var notInstalled = []string{"spec", ".luarocks", "lua_modules", "test.lua", "tests.lua"}

// detectModules returns the files that LuaRocks installs where a rockspec names none: those
// below the first folder that is there of src, lua and lib, else below its own, and the
// programs beside it.
func detectModules(path string) (files []string) {
	top := filepath.Dir(path)
	modules := top
	for _, name := range []string{"src", "lua", "lib"} {
		if folder := filepath.Join(top, name); isFolder(folder) {
			modules = folder
			break
		}
	}
	for _, path := range luaIn(modules) {
		below, _ := filepath.Rel(modules, path)
		first, _, _ := strings.Cut(filepath.ToSlash(below), "/")
		if !slices.Contains(notInstalled, first) {
			files = append(files, path)
		}
	}
	for _, name := range []string{"bin", "src/bin"} {
		if folder := filepath.Join(top, filepath.FromSlash(name)); isFolder(folder) {
			return append(files, slices.DeleteFunc(luaIn(folder), func(path string) bool { return filepath.Dir(path) != folder })...)
		}
	}
	return files
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// luaIn returns the files named *.lua below a folder, in the order of their paths.
func luaIn(folder string) (paths []string) {
	for _, f := range project.Plain(folder, false, false).Files {
		paths = append(paths, f.Path)
	}
	return paths
}
