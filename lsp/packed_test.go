package lsp

import (
	"path/filepath"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/modules"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// TestPacked packs the diagnostics of the examples of all checks, and of what was not looked at, and takes them out of
// the pack as they were. A file has the same id as a document with its text.
func TestPacked(t *testing.T) {
	paths, err := filepath.Glob("../analysis/checks/*/testdata/*.lua")
	must.Do(t, err)
	if len(paths) < 50 {
		t.Fatalf("%d examples", len(paths))
	}
	s := newServer(Options{})
	s.client.unnecessary, s.client.deprecated, s.client.related, s.client.data = true, true, true, true
	tags, places := 0, 0
	for _, path := range paths {
		text := must.Read(t, path)
		file := source.NewFile(path, text)
		c := checker.New()
		c.All = true
		found := c.Check(compile.Compile(file))
		if len(found) > 0 {
			found[0].Related = append(found[0].Related, analysis.PointElsewhere([]modules.Place{{Path: "sub/other.lua", Line: 3}}, "there")...)
		}
		m, doc := mapper{file, s.client.encoding}, string(docURI(path))
		omitted := append(c.Omitted, analysis.Omission{What: "all", Span: source.NoSpan})
		list := append(s.diagnostics(m, doc, found), s.notes(m, omitted)...)
		for i := range list {
			tags += list[i].Tags.Len()
			places += len(list[i].RelatedInformation)
		}
		p := packedOf(doc, list)
		want, err := saidOf(list)
		must.Do(t, err)
		got, err := saidOf((&unpacking{p, doc}).diagnostics(s, nil))
		must.Do(t, err)
		for i := range want {
			if i >= len(got) || string(got[i]) != string(want[i]) {
				t.Fatalf("%s: diagnostic %d of %d is %s in place of %s", path, i, len(got), got[min(i, len(got)-1)], want[i])
			}
		}
		l := &look{workspaceFiles: s.files}
		r := l.reportOf(file, doc, found, omitted)
		if whole := idOf(p); len(list) <= maxSent && r.id(nil) != whole {
			t.Errorf("%s: the id as a document is %s, as a file %s", path, whole, r.id(nil))
		}
	}
	if tags == 0 || places == 0 {
		t.Errorf("%d tags, %d other places", tags, places)
	}
}
