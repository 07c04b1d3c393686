package cache

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/atomicfile"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

// someResult returns a result with everything in it that one may have.
func someResult() report.Result {
	return report.Result{Notes: []report.Note{{At: report.Range{Line: 1, Col: 2, EndLine: 3, EndCol: 4}, Message: "too large"}, {Message: "too large"}}, Findings: []report.Finding{
		{Code: "dead-store", Luacheck: "311", Message: "väl", Severity: analysis.Hint, At: report.Range{Line: 1, Col: 2, EndLine: 3, EndCol: 4}, LastCol: 5,
			Path:    []report.Related{{At: report.Range{Line: 2, Col: 3, EndLine: 2, EndCol: 4}, Message: "there"}},
			Related: []report.Related{{At: report.Range{Line: 5, Col: 6, EndLine: 7, EndCol: 8}, Message: "here", Other: "sub/other.lua"}, {At: report.Range{Line: 1, Col: 1, EndLine: 1, EndCol: 1}, Message: ""}},
			Excerpt: report.Excerpt{Text: "  x", Indent: 2, Carets: 1}, Line: 1<<63 + 5, Ordinal: 7,
			Fixes: []report.Fix{{Title: "drop", Level: analysis.Safe, Edits: []report.Edit{{Range: report.Range{Line: 1, Col: 1, EndLine: 1, EndCol: 2}, Text: "\x00"}}}, {Title: "keep", Level: analysis.Unsafe, Edits: []report.Edit{}}}},
		{},
	}}
}

func TestResultsSurviveTheCache(t *testing.T) {
	for _, want := range []report.Result{{}, someResult()} {
		got, ok := decodeResult(encodeResult(want))
		if !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	}
}

// FuzzDecodeResult: whatever stands in a cache, it is read without harm, and what is
// accepted can be printed.
func FuzzDecodeResult(f *testing.F) {
	f.Add(encodeResult(someResult()))
	f.Fuzz(func(t *testing.T, value string) {
		if res, ok := decodeResult(value); ok {
			for _, format := range report.Formats {
				format.Append(nil, &report.File{Name: "a.lua", Findings: res.Findings, Notes: res.Notes})
			}
		}
	})
}

// fill puts entries into the shard and values with a first byte, and returns their keys.
func fill(c *Cache, first byte, n int, value string) (keys []key) {
	for i := range n {
		k := keyOf(fmt.Sprint(i))
		k[0] = first
		c.put(k, value)
		keys = append(keys, k)
	}
	return keys
}

func testCache(t *testing.T, folder string) *Cache {
	t.Helper()
	c, err := Open(folder)
	must.Do(t, err)
	return c
}

func shardPath(folder string, first byte) string { return filepath.Join(folder, shardName(first)) }

func TestCacheIsBounded(t *testing.T) {
	folder := t.TempDir()
	c := testCache(t, folder)
	value := strings.Repeat("x", maxResults/shards/8)
	keys := fill(c, 7, 12, value)
	must.Do(t, c.Close())
	c = testCache(t, folder)
	if c.get(keys[11]) != value || c.get(keys[0]) != "" {
		t.Error("not the newest entries are kept")
	}
	oldest := keys[5]
	if c.get(oldest) != value {
		t.Fatal("an entry that should fit is gone")
	}
	fill(c, 7, 2, value)
	must.Do(t, c.Close())
	if c = testCache(t, folder); c.get(oldest) != value {
		t.Error("an entry that was used went before one that was not")
	}
	if info, err := os.Stat(shardPath(folder, 7)); err != nil || info.Size() > maxResults/shards {
		t.Errorf("%v, %v", info.Size(), err)
	}
}

func TestDamagedCacheIsEmpty(t *testing.T) {
	folder := t.TempDir()
	c := testCache(t, folder)
	k := fill(c, 1, 1, "value")[0]
	must.Do(t, c.Close())
	good := must.Read(t, shardPath(folder, 1))
	for name, text := range map[string]string{
		"empty": "", "foreign": "SQLite format 3\x00" + good, "cut": string(good[:len(good)-1]),
		"longer": good + "x", "a bit": strings.Replace(good, "value", "valve", 1),
		"a head alone": magic, "huge": strings.Repeat("x", maxResults/shards+1),
	} {
		must.Write(t, shardPath(folder, 1), text)
		c := testCache(t, folder)
		if got := c.get(k); got != "" {
			t.Errorf("%s: got %q", name, got)
		}
		c.put(k, "again")
		must.Do(t, c.Close())
		if got := testCache(t, folder).get(k); got != "again" {
			t.Errorf("%s: not written anew: %q", name, got)
		}
	}
	must.Do(t, os.Remove(shardPath(folder, 1)))
	must.Do(t, os.Mkdir(shardPath(folder, 1), 0o777))
	if testCache(t, folder).get(k) != "" {
		t.Error("a folder has an entry")
	}
}

// TestCachesShareAFolder: runs at the same time leave a cache that can be read, with
// the entries of one of them at least, and nothing beside it.
func TestCachesShareAFolder(t *testing.T) {
	folder := t.TempDir()
	var running sync.WaitGroup
	for i := range 8 {
		running.Go(func() {
			c := testCache(t, folder)
			fill(c, byte(i%2), 50, fmt.Sprint("value", i))
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
	for first := range byte(2) {
		if order, values := testCache(t, folder).readShard(first); len(order) != 50 || len(values) != 50 {
			t.Errorf("%d entries", len(order))
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, ".*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// userCache opens the user's cache of a test, and returns its folder.
func userCache(t *testing.T, home string) (*Cache, string) {
	t.Helper()
	for name, folder := range map[string]string{"HOME": ".", "XDG_CACHE_HOME": "cache", "XDG_CONFIG_HOME": "settings", "LocalAppData": "cache", "AppData": "settings"} {
		t.Setenv(name, filepath.Join(home, folder))
	}
	c, err := Open("")
	must.Do(t, err)
	return c, c.root.Name()
}

// TestForgedCacheIsEmpty: who can write the user's cache, but cannot read the user's secret,
// cannot say what is in it.
func TestForgedCacheIsEmpty(t *testing.T) {
	home := t.TempDir()
	c, folder := userCache(t, home)
	k := fill(c, 1, 1, "value")[0]
	must.Do(t, c.Close())
	path := shardPath(folder, 1)
	good := must.Read(t, path)
	get := func(k key) string {
		c, _ := userCache(t, home)
		defer c.root.Close()
		return c.get(k)
	}
	if got := get(k); got != "value" {
		t.Fatalf("what was written is %q", got)
	}
	forger := Cache{}
	for name, secret := range map[string][]byte{"without a secret": nil, "with another secret": make([]byte, 32)} {
		forger.secret = secret
		must.Write(t, path, forger.encodeShard(1, []key{k}, map[key]string{k: "forged"}))
		if got := get(k); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
	must.Write(t, path, good)
	must.Write(t, shardPath(folder, 2), good)
	moved := k
	moved[0] = 2
	if got := get(moved); got != "" {
		t.Errorf("moved to other keys: %q", got)
	}
	if info, err := os.Stat(filepath.Join(home, "settings/luaflow/cache-secret")); runtime.GOOS == "linux" && (err != nil || !atomicfile.IsPrivate(info)) {
		t.Errorf("the secret: %v, %v", info, err)
	}
	// A secret that others may know is not used.
	if runtime.GOOS == "linux" {
		must.Do(t, os.Chmod(filepath.Join(home, "settings/luaflow/cache-secret"), 0o644))
		if got := get(k); got != "" {
			t.Errorf("with a secret that all can read: %q", got)
		}
	}
}

// TestNamedCacheCanBeCarried: a folder that somebody has named needs no secret of the place
// where it was made.
func TestNamedCacheCanBeCarried(t *testing.T) {
	home := t.TempDir()
	userCache(t, home)
	here, there := t.TempDir(), filepath.Join(t.TempDir(), "restored")
	c := testCache(t, here)
	k := fill(c, 1, 1, "value")[0]
	must.Do(t, c.Close())
	must.Do(t, os.CopyFS(there, os.DirFS(here)))
	userCache(t, t.TempDir())
	if got := testCache(t, there).get(k); got != "value" {
		t.Errorf("got %q", got)
	}
}

// TestCacheFollowsNoLink: neither reading nor writing leaves the folder, nor does it go to
// another file in it.
func TestCacheFollowsNoLink(t *testing.T) {
	if runtime.GOOS == "windows" {
		external.Missing(t, "symbolic links need rights on Windows")
	}
	folder, outside := t.TempDir(), t.TempDir()
	c := testCache(t, outside)
	k := fill(c, 1, 1, "theirs")[0]
	must.Do(t, c.Close())
	theirs := shardPath(outside, 1)
	before := must.Read(t, theirs)
	for name, target := range map[string]string{"outside": theirs, "inside": "copy", "nowhere": "none"} {
		must.Write(t, filepath.Join(folder, "copy"), before)
		_ = os.Remove(shardPath(folder, 1))
		must.Do(t, os.Symlink(target, shardPath(folder, 1)))
		c := testCache(t, folder)
		if got := c.get(k); got != "" {
			t.Errorf("%s: read %q", name, got)
		}
		c.put(k, "mine")
		must.Do(t, c.Close())
		if must.Read(t, theirs) != before || must.Read(t, filepath.Join(folder, "copy")) != before {
			t.Errorf("%s: written through the link", name)
		}
		if got := testCache(t, folder).get(k); got != "mine" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestCacheOfSomebodyElseIsRefused: so that nobody reads from it, or writes into it.
func TestCacheOfSomebodyElseIsRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		external.Missing(t, "folders have no owner there that os knows")
	}
	home := t.TempDir()
	foreign := "/"
	if os.Geteuid() == 0 {
		foreign = t.TempDir()
		must.Do(t, os.Chown(foreign, 4321, 4321))
	}
	if _, err := Open(foreign); !errors.Is(err, errForeign) {
		t.Errorf("named: %v", err)
	}
	if os.Geteuid() != 0 {
		return
	}
	_, folder := userCache(t, home)
	must.Do(t, os.Chown(folder, 4321, 4321))
	if c, err := Open(""); !errors.Is(err, errForeign) || c != nil {
		t.Errorf("the user's: %v", err)
	}
}

// TestCacheFilesOfOthersAreEmpty: in a folder of the user's own where others can write, too,
// they do not say what is found.
func TestCacheFilesOfOthersAreEmpty(t *testing.T) {
	if runtime.GOOS == "windows" {
		external.Missing(t, "files have no owner there that os knows")
	}
	folder := t.TempDir()
	must.Do(t, os.Chmod(folder, 0o777))
	c := testCache(t, folder)
	k := fill(c, 1, 1, "value")[0]
	must.Do(t, c.Close())
	path := shardPath(folder, 1)
	for mode, want := range map[os.FileMode]string{0o600: "value", 0o644: "value", 0o664: "", 0o646: ""} {
		must.Do(t, os.Chmod(path, mode))
		if got := testCache(t, folder).get(k); got != want {
			t.Errorf("%v: got %q", mode, got)
		}
	}
	must.Do(t, os.Chmod(path, 0o600))
	if os.Geteuid() != 0 {
		return
	}
	must.Do(t, os.Chown(path, 4321, 4321))
	c = testCache(t, folder)
	if got := c.get(k); got != "" {
		t.Errorf("of somebody else: %q", got)
	}
	c.put(k, "mine")
	must.Do(t, c.Close())
	if got := testCache(t, folder).get(k); got != "mine" {
		t.Errorf("not written anew: %q", got)
	}
}

// TestFactsSurviveTheCache: facts of a text are the user's, apart from results, and only those of the same name and text.
func TestFactsSurviveTheCache(t *testing.T) {
	cached := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cached)
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv(Env, "")
	open := func() *Cache {
		t.Helper()
		c := OpenFacts()
		if c == nil {
			t.Fatal("there is no cache")
		}
		return c
	}
	c := open()
	hash := c.SetContent(project.File{}, "return 1")
	c.SetFact(hash, "name", "väl\x00ue")
	must.Do(t, c.Close())
	c = open()
	if got, ok := c.Fact(hash, "name"); !ok || got != "väl\x00ue" {
		t.Errorf("%q, %t", got, ok)
	}
	for _, other := range [][2]string{{hash, "other"}, {c.SetContent(project.File{}, "return 2"), "name"}} {
		if got, ok := c.Fact(other[0], other[1]); ok {
			t.Errorf("%q is known of %q", got, other)
		}
	}
	must.Do(t, c.Close())
	if t.Setenv(Env, "off"); OpenFacts() != nil {
		t.Error("there is a cache where nobody wants one")
	}
	if entries, err := os.ReadDir(filepath.Join(cached, "luaflow")); err != nil || len(entries) != 1 || entries[0].Name() != "facts" {
		t.Errorf("%v, %v", entries, err)
	}
}
