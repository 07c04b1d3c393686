package lsp

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"go.lsp.dev/uri"

	"log"

	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

func testPages(t *testing.T, text string) (*pages, *logBuffer) {
	buf := &logBuffer{}
	doc := func(code string) (string, bool) { return text, code == "dead-store" }
	s := newServer(Options{Version: "v1.2/3"})
	return newPages(&s.options, doc, log.New(buf, "", 0)), buf
}

func TestPages(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	path := filepath.Join(cache, "luaflow", "3", "checks", "dead-store.md")
	for _, text := range []string{"# one\n", "# two\n", "# two\n"} {
		p, log := testPages(t, text)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if got := p.href("dead-store"); got != string(uri.File(path)) {
					t.Errorf("href %q", got)
				}
			})
		}
		wg.Wait()
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("the page is %q: %v", got, err)
		}
		if p.href("nosuch") != "" || log.String() != "" {
			t.Errorf("log: %s", log)
		}
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("left in the folder: %v %v", left, err)
	}
}

// TestNoPages: where no page can be written there is no link, and one line in the log.
func TestNoPages(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o644))
	for name, cache := range map[string]string{"not a folder": file, "not absolute": "cache"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("XDG_CACHE_HOME", cache)
			p, log := testPages(t, "# page\n")
			for range 3 {
				if got := p.href("dead-store"); got != "" {
					t.Errorf("href %q", got)
				}
			}
			if strings.Count(log.String(), "\n") != 1 {
				t.Errorf("log: %s", log)
			}
		})
	}
}

// TestPagesFollowNoLink: a link in the place of a page is replaced, and what it leads to stays.
func TestPagesFollowNoLink(t *testing.T) {
	if runtime.GOOS == "windows" {
		external.Missing(t, "symbolic links need rights on Windows")
	}
	const page = "# page\n"
	for _, held := range []string{"precious", page} {
		cache := t.TempDir()
		t.Setenv("XDG_CACHE_HOME", cache)
		folder, theirs := filepath.Join(cache, "luaflow", "3", "checks"), filepath.Join(cache, "theirs")
		must.Do(t, os.MkdirAll(folder, 0o755))
		must.Write(t, theirs, held)
		path := filepath.Join(folder, "dead-store.md")
		must.Do(t, os.Symlink(theirs, path))
		p, log := testPages(t, page)
		if p.href("dead-store") == "" || log.String() != "" {
			t.Errorf("no page: %s", log)
		}
		if got, err := os.ReadFile(theirs); err != nil || string(got) != held {
			t.Errorf("written through the link: %q, %v", got, err)
		}
		if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
			t.Errorf("the page is %v, %v", info.Mode(), err)
		}
	}
}
