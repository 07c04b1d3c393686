package lsp

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis/outline"
	"luaflow/lsp/session"
)

// maxNamed is of how many names one request finds out which files they stand for. What a text names
// after that is found out when the client asks for it, by documentLink/resolve.
const maxNamed = 200

// namedFile is what a text calls another file, as it is handed to the client in a link that is not
// resolved.
type namedFile struct {
	Document uri.URI `json:"document"`
	Name     string  `json:"name"`
	IsModule bool    `json:"isModule"`
}

// documentLink answers with the names of other files in a document, those that are in the workspace.
func (s *server) documentLink(params *protocol.DocumentLinkParams) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	return func(ctx context.Context) (any, error) {
		links, err := session.AskUnit(ctx, snap, outline.Links)
		if err != nil {
			return nil, err
		}
		m := mapper{snap.File, s.client.encoding}
		document := uri.URI(snap.Key)
		files := s.namedFiles(document)
		defer files.close()
		targets := map[namedFile]string{}
		out := []protocol.DocumentLink{}
		for _, link := range links {
			named := namedFile{document, link.Name, link.IsModule}
			target, isKnown := targets[named]
			if !isKnown && len(targets) < maxNamed {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				target, isKnown = files.find(named), true
				targets[named] = target
			}
			switch answer := (protocol.DocumentLink{Range: m.rangeOf(link.Span)}); {
			case target != "":
				answer.Target = new(uri.File(target))
				out = append(out, answer)
			case !isKnown:
				if answer.Data, err = json.Marshal(&named); err != nil {
					return nil, err
				}
				out = append(out, answer)
			}
		}
		return out, nil
	}, nil
}

// resolveLink answers with the link, and with the file that it leads to, if it is there.
func (s *server) resolveLink(link *protocol.DocumentLink) (work, error) {
	return func(context.Context) (any, error) {
		var named namedFile
		if json.Unmarshal(link.Data, &named) == nil && named.Name != "" {
			files := s.namedFiles(named.Document)
			defer files.close()
			if target := files.find(named); target != "" {
				link.Target = new(uri.File(target))
			}
		}
		return link, nil
	}, nil
}

// namedFiles finds the files that a document names, in the places where a program that runs there
// would: the folder of the workspace, that of the document, and the libraries of the configuration.
type namedFiles struct {
	folders []string
	roots   []*os.Root // of folders; nil for what is no folder
}

// namedFiles returns what finds the files that a document names. It must be closed.
func (s *server) namedFiles(document uri.URI) *namedFiles {
	c := s.configuration
	c.mu.Lock()
	path := c.path(fileName(document))
	workspace := c.folderOf(path).path
	c.mu.Unlock()
	n := &namedFiles{folders: []string{workspace, filepath.Dir(path)}}
	if workspace == "" || workspace == n.folders[1] {
		n.folders = n.folders[1:]
	}
	rules, _, _ := c.rulesOf(path)
	for _, library := range rules.Libraries() {
		n.folders = append(n.folders, library.Value)
	}
	n.roots = make([]*os.Root, len(n.folders))
	for i, folder := range n.folders {
		n.roots[i], _ = os.OpenRoot(folder)
	}
	return n
}

func (n *namedFiles) close() {
	for _, root := range n.roots {
		if root != nil {
			_ = root.Close()
		}
	}
}

// find returns the path of the file that a name stands for; "" if there is none in the folders.
func (n *namedFiles) find(named namedFile) string {
	names := []string{named.Name}
	if named.IsModule {
		name := strings.ReplaceAll(named.Name, ".", "/")
		names = []string{name + ".lua", name + "/init.lua"}
	}
	for _, folder := range n.folders {
		for _, name := range names {
			path := filepath.FromSlash(name)
			if !filepath.IsAbs(path) {
				path = filepath.Join(folder, path)
			} else if named.IsModule {
				continue
			}
			if n.isFile(path) {
				return path
			}
		}
	}
	return ""
}

// isFile reports whether a file stands in one of the folders, and not by a link that leads out of it.
func (n *namedFiles) isFile(path string) bool {
	for i, root := range n.roots {
		inside, err := filepath.Rel(n.folders[i], path)
		if root == nil || err != nil || !filepath.IsLocal(inside) {
			continue
		}
		if found, err := root.Stat(inside); err == nil && found.Mode().IsRegular() {
			return true
		}
	}
	return false
}
