package main

import (
	"context"
	"encoding/json"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn3x1[context.Context, string, func(int, file), error](&readFn{})
	register.DoFn3x1[int, func(*file) bool, func([]byte), error](&summarizeFn{})
	register.DoFn2x1[[]byte, func(int, file), error](&linkFn{})
	register.DoFn4x1[int, func(*file) bool, func(*file) bool, func(string), error](&reportFn{})
	register.Combiner3[sets, []byte, []byte](&mergeFn{})
	register.Emitter2[int, file]()
	register.Emitter1[[]byte]()
	register.Emitter1[string]()
	register.Iter1[file]()
}

// shardOf returns the part that a file is dealt with in.
func (c *check) shardOf(path string) int {
	h := fnv.New32a()
	_, _ = io.WriteString(h, path)
	return int(h.Sum32() % uint32(c.Shards))
}

// findings returns what luaflow check finds in the files of which names holds the paths, as lines of JSON in no order.
func findings(s beam.Scope, c check, names beam.PCollection) beam.PCollection {
	files := beam.ParDo(s.Scope("read"), &readFn{c}, names)
	summaries := beam.ParDo(s.Scope("summarize"), &summarizeFn{c}, beam.GroupByKey(s, files))
	program := beam.Combine(s.Scope("merge"), &mergeFn{Check: c}, summaries)
	said := beam.ParDo(s.Scope("link"), &linkFn{c}, program)
	return beam.ParDo(s.Scope("report"), &reportFn{c}, beam.CoGroupByKey(s, files, said))
}

// readFn reads a file, for the part that it is dealt with in.
type readFn struct{ Check check }

// ProcessElement emits a file by the number of its part.
func (f *readFn) ProcessElement(ctx context.Context, name string, emit func(int, file)) error {
	system, err := filesystem.New(ctx, f.Check.Root)
	if err != nil {
		return err
	}
	defer system.Close()
	text, err := filesystem.Read(ctx, system, strings.TrimSuffix(f.Check.Root, "/")+"/"+name)
	if err != nil {
		return err
	}
	emit(f.Check.shardOf(name), file{name, text})
	return nil
}

// summarizeFn summarizes the files of a part.
type summarizeFn struct{ Check check }

// ProcessElement emits the set of the summaries of a part.
func (f *summarizeFn) ProcessElement(_ int, files func(*file) bool, emit func([]byte)) error {
	return f.Check.in(func(at *folder) error {
		names, err := at.put("source", files)
		if err != nil {
			return err
		}
		if _, err := at.luaflow("source", 0, append([]string{"summarize", "-o", "../set", "--"}, names...)...); err != nil {
			return err
		}
		set, err := at.get("set")
		if err == nil {
			emit(set)
		}
		return err
	})
}

// sets are sets of summaries that are not merged yet.
type sets struct{ List [][]byte }

// merged is how many sets are merged at a time.
const merged = 16

// mergeFn merges sets of summaries.
type mergeFn struct{ Check check }

// CreateAccumulator returns no sets.
func (f *mergeFn) CreateAccumulator() sets { return sets{} }

// AddInput returns sets with one more.
func (f *mergeFn) AddInput(all sets, set []byte) (sets, error) {
	return f.compact(sets{append(all.List, set)}, merged)
}

// MergeAccumulators returns the sets of both.
func (f *mergeFn) MergeAccumulators(a, b sets) (sets, error) {
	return f.compact(sets{append(a.List, b.List...)}, merged)
}

// ExtractOutput returns one set, of all summaries; nil if there are none.
func (f *mergeFn) ExtractOutput(all sets) ([]byte, error) {
	all, err := f.compact(all, 1)
	if err != nil || len(all.List) == 0 {
		return nil, err
	}
	return all.List[0], nil
}

// compact merges all sets into one if there are more than most.
func (f *mergeFn) compact(all sets, most int) (sets, error) {
	if len(all.List) <= most {
		return all, nil
	}
	err := f.Check.in(func(at *folder) error {
		next := 0
		names, err := at.put("sets", func(out *file) bool {
			if next == len(all.List) {
				return false
			}
			*out = file{string(rune('a'+next%26)) + strings.Repeat("+", next/26), all.List[next]}
			next++
			return true
		})
		if err != nil {
			return err
		}
		if _, err := at.luaflow("sets", 0, append([]string{"link", "--merge", "../set", "--"}, names...)...); err != nil {
			return err
		}
		set, err := at.get("set")
		all.List = [][]byte{set}
		return err
	})
	return all, err
}

// linkFn links the summaries of all files, and emits what is said of each, for the part that it is dealt with in.
type linkFn struct{ Check check }

// ProcessElement emits what is said of each file, by the number of its part.
func (f *linkFn) ProcessElement(set []byte, emit func(int, file)) error {
	if len(set) == 0 {
		return nil
	}
	return f.Check.in(func(at *folder) error {
		if err := os.WriteFile(at.path("set"), set, 0o600); err != nil {
			return err
		}
		if _, err := at.luaflow(".", 0, "link", "set", "-o", "said"); err != nil {
			return err
		}
		said := os.DirFS(at.path("said"))
		return fs.WalkDir(said, ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fs.ReadFile(said, path)
			if err == nil {
				emit(f.Check.shardOf(strings.TrimSuffix(path, filepath.Ext(path))), file{path, text})
			}
			return err
		})
	})
}

// reportFn reports on the files of a part, with what is said of them.
type reportFn struct{ Check check }

// ProcessElement emits the findings in a part, as lines of JSON.
func (f *reportFn) ProcessElement(_ int, files, said func(*file) bool, emit func(string)) error {
	return f.Check.in(func(at *folder) error {
		names, err := at.put("source", files)
		if err != nil {
			return err
		}
		if _, err := at.put("said", said); err != nil {
			return err
		}
		out, err := at.luaflow("source", 2, append([]string{"report", "--with", "../said", "--format", "json", "--"}, names...)...)
		if err != nil {
			return err
		}
		var found []json.RawMessage
		if err := json.Unmarshal(out, &found); err != nil {
			return err
		}
		for _, f := range found {
			emit(string(f))
		}
		return nil
	})
}
