package recording

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"slices"
	"strings"
)

// This file makes the little of a repository that the server asks git for: a HEAD, the commit that it names, and the
// trees of that; and what is ignored in all of it. The texts of the files are not in it. The format is that of git's loose
// objects, see https://git-scm.com/book/en/v2/Git-Internals-Git-Objects.

// PutRepository writes into the .git of a folder on the disk of the conversation what a recording knows of a repository: what
// is ignored in all of it; or that its HEAD holds some files below a folder and no others there, beside those elsewhere that
// were put before. The error is that of the first file that cannot be written, or of a name that git does not give to a text.
func (p *Player) PutRepository(known *Repository) error {
	r := repository{put: func(name string, content []byte) error { return p.WriteFile(known.Folder+"/.git/"+name, content) }, hash: sha1.New}
	head, hasHead := p.heads[known.Folder]
	if known.Ignored != nil {
		if err := r.put("info/exclude", []byte(*known.Ignored)); err != nil || hasHead {
			return err
		}
		return r.configure()
	}
	if !hasHead {
		head = map[string]string{}
		p.heads[known.Folder] = head
	}
	maps.DeleteFunc(head, func(path, _ string) bool { return known.Below == "" || strings.HasPrefix(path, known.Below+"/") })
	maps.Copy(head, known.Blobs)
	for _, name := range head {
		if len(name) == hex.EncodedLen(sha256.Size) {
			r.hash = sha256.New
		}
	}
	return r.commit(head)
}

// configure writes the configuration: that of the user, who is another one now, names no patterns of what is ignored.
func (r *repository) configure() error {
	config := "[core]\n\trepositoryformatversion = 0\n"
	if r.hash().Size() == sha256.Size {
		config = "[extensions]\n\tobjectformat = sha256\n[core]\n\trepositoryformatversion = 1\n"
	}
	return r.put("config", []byte(config+"\texcludesFile =\n"))
}

// repository is one that is being written.
type repository struct {
	put  func(name string, content []byte) error // a file of it
	hash func() hash.Hash                        // by which its objects are named
}

// commit writes a commit of some files, and makes it the HEAD.
func (r *repository) commit(blobs map[string]string) error {
	tree, err := r.tree(blobs)
	if err != nil {
		return err
	}
	const by = "luaflow <luaflow> 0 +0000"
	name, err := r.object("commit", fmt.Appendf(nil, "tree %x\nauthor %s\ncommitter %s\n\nrecorded\n", tree, by, by))
	if err != nil {
		return err
	}
	if err := r.configure(); err != nil {
		return err
	}
	for _, file := range []struct{ name, text string }{
		{"refs/heads/main", fmt.Sprintf("%x\n", name)}, {"HEAD", "ref: refs/heads/main\n"},
	} {
		if err := r.put(file.name, []byte(file.text)); err != nil {
			return err
		}
	}
	return nil
}

// treeEntry is a file or a folder in a tree.
type treeEntry struct {
	mode, name string
	object     []byte // its name
}

// order returns the name by which git orders the entries of a tree.
func (e *treeEntry) order() string {
	if e.mode == folderMode {
		return e.name + "/"
	}
	return e.name
}

// The modes of files and folders in a tree.
const (
	fileMode   = "100644"
	folderMode = "40000"
)

// tree writes a tree of files, by path from its top, and returns its name.
func (r *repository) tree(blobs map[string]string) (name []byte, err error) {
	var entries []treeEntry
	folders := map[string]map[string]string{}
	for path, blob := range blobs {
		first, rest, isInside := strings.Cut(path, "/")
		if isInside {
			if folders[first] == nil {
				folders[first] = map[string]string{}
			}
			folders[first][rest] = blob
			continue
		}
		object, err := hex.DecodeString(blob)
		if err != nil || len(object) != r.hash().Size() {
			return nil, fmt.Errorf("%q is no name of a text", blob)
		}
		entries = append(entries, treeEntry{fileMode, first, object})
	}
	for folder, inside := range folders {
		object, err := r.tree(inside)
		if err != nil {
			return nil, err
		}
		entries = append(entries, treeEntry{folderMode, folder, object})
	}
	slices.SortFunc(entries, func(a, b treeEntry) int { return cmp.Compare(a.order(), b.order()) })
	var content []byte
	for _, e := range entries {
		content = append(fmt.Appendf(content, "%s %s\x00", e.mode, e.name), e.object...)
	}
	return r.object("tree", content)
}

// object writes an object and returns its name.
func (r *repository) object(kind string, content []byte) (name []byte, err error) {
	whole := append(fmt.Appendf(nil, "%s %d\x00", kind, len(content)), content...)
	sum := r.hash()
	sum.Write(whole)
	name = sum.Sum(nil)
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write(whole) // into memory
	_ = z.Close()
	at := hex.EncodeToString(name)
	return name, r.put("objects/"+at[:2]+"/"+at[2:], packed.Bytes())
}
