package project

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"luaflow/analysis/config/rootfs"
)

// This file defines the walk of luacheck, which asks nobody what belongs to a project.

// Plain returns the files named *.lua below a folder, or if all is set all files, in the
// order of their paths: hidden ones, too, and those that git ignores, and a file under each
// of its names. Symbolic links that lead out of the folder are followed only if follow says
// so.
func Plain(path string, follow, all bool) *Found {
	p := plain{follow: follow, all: all}
	place, _ := PlaceOf(path) // what is not there is met again when it is read
	p.folder(plainFolder{folder: folder{path: path, root: path, top: place, inside: ".", place: place}})
	slices.SortStableFunc(p.found.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return &p.found
}

type plain struct {
	follow, all bool
	found       Found
}

// plainFolder is a folder and the places of those above it, as the walk came.
type plainFolder struct {
	folder
	above []string
}

// folder visits what is below a folder. Of a loop of links each round but the first is left
// out.
func (p *plain) folder(in plainFolder) {
	if slices.Contains(in.above, in.place) {
		return
	}
	entries, err := os.ReadDir(in.path)
	if err != nil {
		p.found.Files = append(p.found.Files, File{Path: in.path, Root: in.root, Inside: in.inside, Err: err})
		return
	}
	above := append(slices.Clip(in.above), in.place)
	for _, e := range entries {
		at := plainFolder{in.folder, above}
		at.path = strings.TrimSuffix(in.path, "/") + "/" + e.Name()
		at.inside, at.place = filepath.Join(in.inside, e.Name()), filepath.Join(in.place, e.Name())
		info, err := e.Info()
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			info, err = p.resolve(&at.folder)
		}
		switch {
		case err != nil || info == nil:
		case info.IsDir():
			p.folder(at)
		case info.Mode().IsRegular() && p.mayTake(at.path):
			p.found.Files = append(p.found.Files, File{Path: at.path, Root: at.root, Inside: at.inside, Stamp: rootfs.StampOf(info), IsLink: at.isLink})
		}
	}
}

func (p *plain) mayTake(path string) bool { return p.all || strings.HasSuffix(path, ".lua") }

// resolve puts what a symbolic link leads to in its place, nil if it is left.
func (p *plain) resolve(at *folder) (info fs.FileInfo, err error) {
	at.isLink = true
	if at.place, err = filepath.EvalSymlinks(at.place); err != nil {
		return nil, err
	}
	if info, err = os.Lstat(at.place); err != nil {
		return nil, err
	}
	if inside, err := filepath.Rel(at.top, at.place); err == nil && filepath.IsLocal(inside) {
		at.inside = inside
		return info, nil
	}
	if !p.follow {
		if info.IsDir() || p.mayTake(at.path) {
			p.found.Left++
		}
		return nil, nil
	}
	if info.IsDir() {
		at.root, at.top, at.inside = at.path, at.place, "."
	} else {
		at.root, at.inside = filepath.Split(at.place)
	}
	return info, nil
}
