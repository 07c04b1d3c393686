package lsp

import (
	"path/filepath"
	"testing"

	"luaflow/analysis/project"
	"luaflow/compile/testkit/must"

	"go.lsp.dev/uri"
)

// TestEnoughIsRead: diagnostics wait for other files no longer when enough of them has been
// read, by number or by size, though there are more.
func TestEnoughIsRead(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a.lua", "b.lua", "c.lua"} {
		must.Write(t, filepath.Join(folder, name), "return 1\n")
	}
	for _, test := range []struct {
		name   string
		enough project.Extent
		want   bool
	}{
		{"by number", project.Extent{Files: 3, Bytes: 1000}, true}, {"by size", project.Extent{Files: 1000, Bytes: 3*9 - 1}, true},
		{"neither", project.Extent{Files: 4, Bytes: 3 * 9}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newServer(Options{enough: test.enough})
			defer s.publisher.stop()
			s.configuration.arrange([]uri.URI{uri.File(folder)})
			found, _, ok := s.globals.readAll()
			if len(found) != 3 || !ok {
				t.Fatalf("%d files were read: %v", len(found), ok)
			}
			select {
			case <-s.globals.first:
				if !test.want {
					t.Error("they wait no longer")
				}
			default:
				if test.want {
					t.Error("they wait for more")
				}
			}
		})
	}
}
