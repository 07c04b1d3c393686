package compile_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/external"
	"luaflow/compile/source"
)

// TestCorpus compares every file below the folder LUAFLOW_CORPUS with luac5.3: the
// chunk with and without debug information, byte for byte; the first error of a
// refused file; the listing. `.ci/corpus` fetches such a folder.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("LUAFLOW_CORPUS")
	if dir == "" {
		external.Missing(t, "LUAFLOW_CORPUS does not name a folder of Lua files (see .ci/corpus)")
	}
	luac := external.Program(t, "luac5.3")
	files := make(chan string)
	var wg sync.WaitGroup
	var mu sync.Mutex
	accepted, refused, failed := 0, 0, 0
	for range runtime.NumCPU() {
		wg.Go(func() {
			tmp := t.TempDir()
			for f := range files {
				ok, problem := compareWithLuac(luac, f, tmp)
				mu.Lock()
				switch {
				case problem != "":
					if failed++; failed <= 20 {
						t.Errorf("%s: %s", f, problem)
					}
				case ok:
					accepted++
				default:
					refused++
				}
				mu.Unlock()
			}
		})
	}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && filepath.Base(path) != "MANIFEST.tsv" && filepath.Base(filepath.Dir(path)) != ".done" {
			files <- path
		}
		return err
	})
	close(files)
	wg.Wait()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d accepted, %d refused, %d differ", accepted, refused, failed)
	if accepted == 0 {
		t.Error("the corpus holds no Lua file")
	}
}

// compareWithLuac reports whether luac accepts a file, and what differs.
func compareWithLuac(luac, file, tmp string) (accepted bool, problem string) {
	main, problem := compareUnstripped(luac, file, tmp)
	if main == nil || problem != "" {
		return main != nil, problem
	}
	out := filepath.Join(tmp, "luac.out")
	if _, said := run(filepath.Dir(file), luac, "-s", "-o", out, filepath.Base(file)); said != "" {
		return true, said
	}
	if problem := sameFile(out, bytecode.AppendDump(nil, main, true)); problem != "" {
		return true, "stripped chunk: " + problem
	}
	return true, ""
}

// compareUnstripped returns the code of a file, nil if luac or we refuse it, and what differs,
// the chunk without debug information left out: it has nothing that the other has not.
func compareUnstripped(luac, file, tmp string) (main *bytecode.Proto, problem string) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err.Error()
	}
	// Named by its base: luac shortens long paths in messages.
	name := filepath.Base(file)
	u := compile.Compile(source.NewFile(name, string(text)))
	out := filepath.Join(tmp, "luac.out")
	listing, said := run(filepath.Dir(file), luac, "-l", "-l", "-o", out, name)
	if said != "" {
		said = strings.TrimPrefix(said, luac+": ")
		if ours := firstError(u); ours != said {
			return nil, "luac says\n\t" + said + "\nwe say\n\t" + ours
		}
		return nil, ""
	}
	if len(u.Errors) > 0 {
		return nil, "luac accepts it, we say " + firstError(u)
	}
	if problem := sameFile(out, bytecode.AppendDump(nil, u.Main, false)); problem != "" {
		return u.Main, "chunk: " + problem
	}
	var ours bytes.Buffer
	if err := bytecode.List(&ours, u.Main, bytecode.ListOptions{}); err != nil {
		return u.Main, err.Error()
	}
	if problem := sameListing(listing, ours.String()); problem != "" {
		return u.Main, "listing: " + problem
	}
	return u.Main, ""
}
