package since

import (
	"context"
	"path/filepath"
	"strings"

	"luaflow/analysis/project"
)

// Heads knows which files of working trees differ from what the HEADs of their repositories hold. A file
// without a repository, or in one without a commit, has nothing to differ from. It belongs to one
// goroutine at a time; NewHeads returns one.
type Heads struct {
	ctx    context.Context
	heads  map[extent]*head
	tops   map[string]string // by folder, "" for none
	places map[string]string // of the roots of files

	// OnHead is told what the HEAD of a repository, whose folder top is without links, holds below one of its folders, ""
	// for all, when that is found out: git's names of the texts, by path from top. Nil for nobody.
	OnHead func(top, below string, blobs map[string]string)
}

// extent is the files of a repository that are below one of its folders.
type extent struct {
	top   string // of the repository, absolute and without links
	below string // from there, with slashes; "" for all
}

// head is what a HEAD holds.
type head struct {
	tree    string // git's name of all of it
	changes *Changes
	isFresh bool // it was looked at since the last Refresh
}

// NewHeads returns Heads whose git is stopped when ctx ends.
func NewHeads(ctx context.Context) *Heads {
	return &Heads{ctx: ctx, heads: map[extent]*head{}, tops: map[string]string{}, places: map[string]string{}}
}

// Refresh forgets what may have changed since.
func (h *Heads) Refresh() {
	clear(h.tops)
	clear(h.places)
	for _, known := range h.heads {
		known.isFresh = false
	}
}

// Past is what a HEAD holds of a file. Two are equal if they hold the same of it.
type Past struct {
	HasHead bool   // there is one
	blob    string // git's name of the text; "" if HEAD does not have the file
}

// Of returns what is held of a file.
func (h *Heads) Of(f *project.File) Past {
	root, place := h.place(f)
	top := h.topOf(filepath.Dir(place))
	if top == "" {
		return Past{}
	}
	changes := h.head(top, root)
	if changes == nil {
		return Past{}
	}
	inside, err := filepath.Rel(changes.top, place)
	if err != nil {
		return Past{}
	}
	return Past{true, changes.blobs[filepath.ToSlash(inside)]}
}

// Name returns git's name of what is held of the file; "" if that is nothing.
func (p Past) Name() string { return p.blob }

// Holds reports whether a text is what is held of its file, however its lines end: git may have changed
// that on the way.
func (p Past) Holds(text string) bool {
	if p.blob == "" {
		return false
	}
	return blobName(text, len(p.blob)) == p.blob ||
		strings.Contains(text, "\r\n") && blobName(strings.ReplaceAll(text, "\r\n", "\n"), len(p.blob)) == p.blob
}

// place returns where a file is, and the folder that the walk began in that has found it, both
// absolute and without links.
func (h *Heads) place(f *project.File) (root, place string) {
	if !f.IsFound() {
		place, _ = project.PlaceOf(f.Path) // what leads nowhere differs from nothing
		return filepath.Dir(place), place
	}
	root, isKnown := h.places[f.Root]
	if !isKnown {
		root, _ = project.PlaceOf(f.Root)
		h.places[f.Root] = root
	}
	return root, filepath.Join(root, f.Inside)
}

// topOf returns the repository of a folder, "" if it is in none.
func (h *Heads) topOf(folder string) string {
	top, isKnown := h.tops[folder]
	if !isKnown {
		top, _ = project.Repository(folder)
		h.tops[folder] = top
	}
	return top
}

// head returns the changes since the HEAD of the repository with its top folder at top: those below folder, or all
// if that is not inside. It returns nil if the repository has no HEAD, or git fails.
func (h *Heads) head(top, folder string) *Changes {
	at := extent{top: top}
	if below, err := filepath.Rel(top, folder); err == nil && filepath.IsLocal(below) && below != "." {
		at.below = filepath.ToSlash(below)
	}
	known := h.heads[at]
	if known == nil {
		known = &head{}
		h.heads[at] = known
	}
	if known.isFresh {
		return known.changes
	}
	known.isFresh = true
	tree, err := git(h.ctx, top, "rev-parse", "--verify", "--quiet", "HEAD^{tree}")
	if tree = strings.TrimSpace(tree); err != nil {
		known.tree, known.changes = "", nil
	} else if tree != known.tree {
		known.tree, known.changes = "", nil
		var folders []string
		if at.below != "" {
			folders = append(folders, at.below+"/")
		}
		if changes, err := changesFrom(h.ctx, top, tree, folders...); err == nil {
			known.tree, known.changes = tree, changes
			if h.OnHead != nil {
				h.OnHead(top, at.below, changes.blobs)
			}
		}
	}
	return known.changes
}
