// Package steps has the files that the steps of a distributed check hand to one another: sets of summaries, and what is said of each file.
package steps

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/globals"
	"luaflow/analysis/modules"
	"luaflow/analysis/project"
	"luaflow/analysis/summary"
	"luaflow/cmd/luaflow/internal/atomicfile"
)

// Said is what the rest of a program says of a file.
type Said struct {
	modules.Slice
	Globals *summary.Globals `json:"globals,omitempty"` // what other files do with those that the file has to do with
}

// Names returns what other files do with globals.
func (s *Said) Names() *globals.Names {
	if s.Globals == nil {
		return &globals.Names{}
	}
	return project.NamesOf(s.Globals)
}

// WriteSet writes summaries to a file.
func WriteSet(file string, all []*summary.Summary) error {
	return atomicfile.Write(file, summary.AppendSet(nil, all))
}

// ReadSets returns the summaries of several files, merged.
func ReadSets(files []string) ([]*summary.Summary, error) {
	var sets [][]*summary.Summary
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %s", file, rootfs.Reason(err))
		}
		set, err := summary.ParseSet(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		sets = append(sets, set)
	}
	return summary.Merge(sets...), nil
}

// ending is how the name of the file ends that says something of another.
const ending = ".slice"

// WriteSaid writes what is said of each file of a program into a folder.
func WriteSaid(folder string, p *modules.Program) error {
	for i, slice := range p.Slices() {
		text, err := json.Marshal(Said{slice, p.Globals(i)})
		if err != nil {
			return err
		}
		to := at(folder, p.Files[i].Path)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return fmt.Errorf("%s: %s", to, rootfs.Reason(err))
		}
		if err := atomicfile.Write(to, append(text, '\n')); err != nil {
			return fmt.Errorf("%s: %s", to, rootfs.Reason(err))
		}
	}
	return nil
}

// ReadSaid returns what is said in a folder of a file.
func ReadSaid(folder, file string) (*Said, error) {
	text, err := os.ReadFile(at(folder, file))
	if err != nil {
		return nil, fmt.Errorf("nothing is said of it in %s: %s", folder, rootfs.Reason(err))
	}
	s := new(Said)
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("%s: %w", at(folder, file), err)
	}
	return s, nil
}

// at returns where in a folder something is said of a file. Whatever the path of that, it stays in the folder.
func at(folder, file string) string {
	return filepath.Join(folder, filepath.FromSlash(path.Join("/", file))+ending)
}
