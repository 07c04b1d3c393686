package config

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// This file finds the configuration files that count for a folder.

// kind is a kind of configuration file.
type kind uint8

// The kinds, the weakest first.
const (
	luacheckrcFile kind = iota
	luarcFile
	luaflowFile
	kinds
)

// fileNames is the names of the files of each kind, the first that is there counts.
var fileNames = [kinds][]string{
	luacheckrcFile: {".luacheckrc"},
	luarcFile:      {".luarc.json", ".luarc.jsonc"},
	luaflowFile:    {FileName},
}

// FileNames returns the names of all configuration files, for those who watch them.
func FileNames() (names []string) {
	for _, of := range fileNames {
		names = append(names, of...)
	}
	return names
}

// found is the configuration files of a folder, by kind; "" where there is none.
type found [kinds]string

// search looks for files, once in each folder.
type search struct {
	own          map[string]*found // by folder: what is in it, nil for nothing
	repositories map[string]string // by folder: see repository
}

func newSearch() search { return search{map[string]*found{}, map[string]string{}} }

// top returns the folder in which the search that starts in a folder ends: the workspace's,
// the innermost if there are several; else the one that holds .git; else the folder
// itself.
func (s *search) top(folder string, workspaces []string) string {
	best := ""
	for _, w := range workspaces {
		if w = filepath.Clean(w); contains(w, folder) && len(w) > len(best) {
			best = w
		}
	}
	if best == "" {
		best = s.repository(folder)
	}
	if best == "" {
		return folder
	}
	return best
}

// repository returns the nearest folder from this one upwards that holds .git, "" for none.
func (s *search) repository(folder string) string {
	root, known := s.repositories[folder]
	if known {
		return root
	}
	if exists(inside(folder, ".git")) {
		root = folder
	} else if above := parent(folder); above != folder {
		root = s.repository(above)
	}
	s.repositories[folder] = root
	return root
}

// discover searches from a folder up to the top.
func (s *search) discover(folder, top string) (files found) {
	for at := folder; ; at = parent(at) {
		if here := s.in(at); here != nil {
			for k, path := range here {
				if files[k] == "" {
					files[k] = path
				}
			}
		}
		if at == top || at == parent(at) {
			return files
		}
	}
}

// in returns the files in a folder, nil for none.
func (s *search) in(folder string) *found {
	files, known := s.own[folder]
	if !known {
		for k := range kinds {
			if path := first(folder, fileNames[k]); path != "" {
				if files == nil {
					files = new(found)
				}
				files[k] = path
			}
		}
		s.own[folder] = files
	}
	return files
}

// contains reports whether a path is a folder or in it.
func contains(folder, path string) bool {
	inside, err := filepath.Rel(folder, path)
	return err == nil && inside != ".." && !strings.HasPrefix(inside, ".."+string(filepath.Separator))
}

// first returns the first of some files that is there.
func first(folder string, names []string) string {
	for _, name := range names {
		if path := inside(folder, name); exists(path) {
			return path
		}
	}
	return ""
}

// parent returns what filepath.Dir does for a path that is clean, in which it need not look
// for what is not.
func parent(path string) string {
	end := strings.LastIndexByte(path, filepath.Separator)
	if end <= len(filepath.VolumeName(path)) { // a root
		return filepath.Dir(path)
	}
	return path[:end]
}

// inside returns what filepath.Join does for a clean folder and the name of something in it.
func inside(folder, name string) string {
	if os.IsPathSeparator(folder[len(folder)-1]) { // a root
		return folder + name
	}
	return folder + string(filepath.Separator) + name
}

// exists reports whether there is something of a name. What is no file, a folder or a pipe, is
// a problem for who reads it.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// isLink reports whether a path is a symbolic link, which may lead nowhere.
func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// kindOf returns the kind of a file that was named by hand.
func kindOf(path string) kind {
	name := filepath.Base(path)
	switch ext := filepath.Ext(name); {
	case ext != ".json" && ext != ".jsonc":
		return luacheckrcFile
	case strings.Contains(name, "luarc"):
		return luarcFile
	}
	return luaflowFile
}

// UserLuacheckrc returns where luacheck looks for a .luacheckrc if it finds none in the
// project: in the user's folder of configurations. It is "" if there is no such folder.
func UserLuacheckrc() string {
	folder, err := os.UserConfigDir()
	switch runtime.GOOS {
	case "darwin":
		return joined(folder, err, "Luacheck")
	case "windows":
		folder, err = os.UserCacheDir() // it is the local one
		return joined(folder, err, "Luacheck")
	}
	return joined(folder, err, "luacheck")
}

func joined(folder string, err error, program string) string {
	if err != nil {
		return ""
	}
	return filepath.Join(folder, program, fileNames[luacheckrcFile][0])
}
