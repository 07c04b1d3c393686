package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"luaflow/analysis"
)

// someResult has everything in it that a result may have.
func someResult() result {
	return result{notes: []note{{jsonRange{1, 2, 3, 4}, "too large"}, {message: "too large"}}, findings: []finding{
		{code: "dead-store", luacheck: "311", message: "väl", severity: analysis.Hint, at: jsonRange{1, 2, 3, 4}, lastCol: 5,
			related: []relatedPlace{{jsonRange{5, 6, 7, 8}, "here"}, {jsonRange{1, 1, 1, 1}, ""}},
			excerpt: excerpt{"  x", 2, 1}, line: 1<<63 + 5, ordinal: 7,
			fixes: []jsonFix{{"drop", true, []jsonEdit{{jsonRange{1, 1, 1, 2}, "\x00"}}}, {"keep", false, []jsonEdit{}}}},
		{},
	}}
}

func TestResultsSurviveTheCache(t *testing.T) {
	for _, want := range []result{{}, someResult()} {
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
			for _, format := range formats {
				format.file(nil, &report{name: "a.lua", findings: res.findings, notes: res.notes})
			}
		}
	})
}

// fill puts entries into the shard and values with a first byte, and returns their keys.
func fill(c *cache, first byte, n int, value string) (keys []cacheKey) {
	for i := range n {
		k := keyOf(fmt.Sprint(i))
		k[0] = first
		c.put(k, value)
		keys = append(keys, k)
	}
	return keys
}

func testCache(t *testing.T, folder string) *cache {
	t.Helper()
	c, err := openCache(folder)
	must(t, err)
	return c
}

func TestCacheIsBounded(t *testing.T) {
	folder := t.TempDir()
	c := testCache(t, folder)
	value := strings.Repeat("x", maxShard/8)
	keys := fill(c, 7, 12, value)
	must(t, c.close())
	c = testCache(t, folder)
	if c.get(keys[11]) != value || c.get(keys[0]) != "" {
		t.Error("not the newest entries are kept")
	}
	oldest := keys[5]
	if c.get(oldest) != value {
		t.Fatal("an entry that should fit is gone")
	}
	fill(c, 7, 2, value)
	must(t, c.close())
	if c = testCache(t, folder); c.get(oldest) != value {
		t.Error("an entry that was used went before one that was not")
	}
	if info, err := os.Stat(c.path(7)); err != nil || info.Size() > maxShard {
		t.Errorf("%v, %v", info.Size(), err)
	}
}

func TestDamagedCacheIsEmpty(t *testing.T) {
	folder := t.TempDir()
	c := testCache(t, folder)
	k := fill(c, 1, 1, "value")[0]
	must(t, c.close())
	good, err := os.ReadFile(c.path(1))
	must(t, err)
	for name, text := range map[string]string{
		"empty": "", "foreign": "SQLite format 3\x00" + string(good), "cut": string(good[:len(good)-1]),
		"longer": string(good) + "x", "a bit": strings.Replace(string(good), "value", "valve", 1),
		"a head alone": cacheMagic, "huge": strings.Repeat("x", maxShard+1),
	} {
		must(t, os.WriteFile(c.path(1), []byte(text), 0o666))
		c := testCache(t, folder)
		if got := c.get(k); got != "" {
			t.Errorf("%s: got %q", name, got)
		}
		c.put(k, "again")
		must(t, c.close())
		if got := testCache(t, folder).get(k); got != "again" {
			t.Errorf("%s: not written anew: %q", name, got)
		}
	}
	must(t, os.Remove(c.path(1)))
	must(t, os.Mkdir(c.path(1), 0o777))
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
			if err := c.close(); err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
	for first := range byte(2) {
		if order, values := readShard(testCache(t, folder).path(first)); len(order) != 50 || len(values) != 50 {
			t.Errorf("%d entries", len(order))
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, ".*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}
