package luacheck

import (
	"os"
	"strings"

	"luaflow/analysis/project"
)

// Gather turns the paths of a command line into files: those named, in folders those named
// *.lua, or if all is set all, in the order of their paths, and those that rockspecs stand for.
// What was passed over is told.
func Gather(paths []string, follow, all bool) (files []project.File, told []project.Problem) {
	for _, path := range paths {
		switch {
		case path == project.Stdin:
			files = append(files, project.Named(path))
		case strings.HasSuffix(path, ".rockspec"):
			files = append(files, fromRockspec(path)...)
		default:
			found := fromPath(path, follow, all)
			files = append(files, found.Files...)
			told = append(told, found.PassedOver(path)...)
		}
	}
	for i := range files {
		if path, ok := strings.CutPrefix(files[i].Path, "./"); ok && path != "" && path[0] != '/' {
			files[i].Path = path
		}
	}
	return files, told
}

// fromPath returns a file, or what is in a folder.
func fromPath(path string, follow, all bool) *project.Found {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return &project.Found{Files: []project.File{project.Named(path)}}
	}
	return project.Plain(path, follow, all)
}
