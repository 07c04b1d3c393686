package lsp

import (
	"context"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis/project"
	"luaflow/compile/testkit/must"
	"luaflow/lsp/recording"
)

// interrupter is the output of a recording: it calls what is to happen when the next entry is written.
// Definition files are read meanwhile.
type interrupter struct{ next atomic.Pointer[func()] }

func (i *interrupter) Write(p []byte) (int, error) {
	if next := i.next.Swap(nil); next != nil {
		(*next)()
	}
	return len(p), nil
}

func (i *interrupter) set(next func()) { i.next.Store(&next) }

// isWaiting reports whether nothing was written since.
func (i *interrupter) isWaiting() bool { return i.next.Load() != nil }

// TestLooksTogether: of two looks at a file the one counts that began last, whoever ends first; and neither says again what
// another has found to be gone.
func TestLooksTogether(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.lua")
	must.Write(t, path, "local unread = 1\n")
	between := &interrupter{}
	s := newServer(Options{Record: recording.NewRecorder(between, "test")})
	defer s.publisher.stop()
	params := &protocol.InitializeParams{}
	params.WorkspaceFolders = protocol.NewNullable([]protocol.WorkspaceFolder{{URI: uri.File(folder), Name: "w"}})
	s.own.Workspace = workspaceAll
	s.configuration.initialize(params, &s.own)
	first := project.Walk(folder, project.Options{}).Files[0]
	visit := func(wasKnown bool, meanwhile func(l *look)) *diskFile {
		t.Helper()
		l := s.files.newLook(false)
		defer l.reader.Close()
		must.Write(t, path, "local unread = 1 -- "+t.Name()+"\n"+must.Read(t, path)) // for it to be read
		between.set(func() { meanwhile(l) })
		now := first.Again()
		l.visit(context.Background(), &now, wasKnown)
		if between.isWaiting() {
			t.Error("nothing came between")
		}
		return s.files.known(path)
	}
	if f := visit(false, func(*look) {}); f.report == nil {
		t.Fatal("there is no report on the file")
	}
	stale := &diskFile{File: first, rules: "of an old configuration"}
	if f := visit(false, func(l *look) { l.put(s.files.known(path), stale, fileSaid{}) }); f.rules == stale.rules || f.report == nil {
		t.Error("a look that began before counts")
	}
	if f := visit(true, func(l *look) { l.drop(path) }); f != nil {
		t.Error("a file that is gone is there again")
	}
	if f := visit(false, func(*look) {}); f == nil {
		t.Error("a file that was found is not there")
	}
	must.Write(t, filepath.Join(folder, ".luaflow.json"), `{"exclude":["a.lua"]}`)
	s.configuration.look()
	l := s.files.newLook(false)
	defer l.reader.Close()
	now := first.Again()
	if l.visit(context.Background(), &now, true); s.files.known(path) != nil {
		t.Error("a file is reported on that is excluded by now")
	}
	must.Do(t, os.Remove(path))
}

// TestLooksOfFolders: a file in a folder of the workspace is reported on when another folder, in which it had been found before,
// is one no more, and whoever knew of it from there does not say otherwise.
func TestLooksOfFolders(t *testing.T) {
	folder := t.TempDir()
	inside := filepath.Join(folder, "inside")
	must.Do(t, os.Mkdir(inside, 0o700))
	path := filepath.Join(inside, "a.lua")
	must.Write(t, path, "local unread = 1\n")
	s := newServer(Options{})
	defer s.publisher.stop()
	s.own.Workspace = workspaceAll
	look := func(folders ...string) *look {
		params := &protocol.InitializeParams{}
		var list []protocol.WorkspaceFolder
		for _, f := range folders {
			list = append(list, protocol.WorkspaceFolder{URI: uri.File(f), Name: filepath.Base(f)})
		}
		params.WorkspaceFolders = protocol.NewNullable(list)
		s.configuration.initialize(params, &s.own)
		return s.files.newLook(false)
	}
	around := look(folder)
	around.everywhere()
	around.reader.Close()
	known := s.files.known(path).File
	if s.files.reportOn(path) == nil {
		t.Fatal("there is no report on the file")
	}
	within := look(inside)
	defer within.reader.Close()
	for range 2 {
		within.visit(context.Background(), &known, true)
		within.everywhere()
		if s.files.reportOn(path) == nil {
			t.Fatal("there is no report on the file that was found in another folder before")
		}
	}
	late := known
	late.Root, late.Inside = folder, filepath.Join("inside", "a.lua")
	if within.visit(context.Background(), &late, true); s.files.reportOn(path) == nil {
		t.Error("a look that knew of the file from another folder takes the report back")
	}
}

// TestLookForNames: a file that was reported on is not read again when somebody wants to know what all files do with globals.
func TestLookForNames(t *testing.T) {
	folder := t.TempDir()
	must.Write(t, filepath.Join(folder, "a.lua"), "function defined() end\n")
	must.Write(t, filepath.Join(folder, ".luaflow.json"), `{"std":"lua53"}`)
	s := newServer(Options{})
	defer s.publisher.stop()
	params := &protocol.InitializeParams{}
	params.WorkspaceFolders = protocol.NewNullable([]protocol.WorkspaceFolder{{URI: uri.File(folder), Name: "w"}})
	s.own.Workspace = workspaceAll
	s.configuration.initialize(params, &s.own)
	look := func(asksNames bool) (reads int) {
		l := s.files.newLook(asksNames)
		defer l.reader.Close()
		l.everywhere()
		return l.read
	}
	if n := look(false); n != 1 {
		t.Errorf("%d files are read", n)
	}
	if n := look(true); n != 0 {
		t.Errorf("%d files are read again", n)
	}
	if len(s.globals.files) != 1 {
		t.Error("what it defines is not known")
	}
}

// serverOn returns a server that reports on all files of a folder, and what is called when it reads something.
func serverOn(t *testing.T, folder string) (*server, *interrupter) {
	t.Helper()
	between := &interrupter{}
	s := newServer(Options{Record: recording.NewRecorder(between, "test")})
	t.Cleanup(s.publisher.stop)
	params := &protocol.InitializeParams{}
	params.WorkspaceFolders = protocol.NewNullable([]protocol.WorkspaceFolder{{URI: uri.File(folder), Name: "w"}})
	s.own.Workspace = workspaceAll
	s.configuration.initialize(params, &s.own)
	return s, between
}

// TestLookOfOldRules: a look that knew the configuration of before does not take the report back that one with the new has made.
func TestLookOfOldRules(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.lua")
	must.Write(t, path, "local unread = 1\n")
	s, between := serverOn(t, folder)
	file := project.Walk(folder, project.Options{}).Files[0]
	must.Write(t, filepath.Join(folder, ".luaflow.json"), `{"exclude":["a.lua"]}`)
	s.configuration.look()
	l := s.files.newLook(false)
	defer l.reader.Close()
	between.set(func() { l.put(nil, &diskFile{File: file, report: &fileReport{}}, fileSaid{}) }) // while the configuration is being read
	now := file.Again()
	if l.visit(context.Background(), &now, false); between.isWaiting() || s.files.reportOn(path) == nil {
		t.Error("a look by the old configuration takes the report back")
	}
}

// TestClosedWhileExcluded: nobody goes on looking at the file of a document that was closed when that is excluded by then.
func TestClosedWhileExcluded(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.lua")
	must.Write(t, path, "local unread = 1\n")
	s, _ := serverOn(t, folder)
	l := s.files.newLook(false)
	defer l.reader.Close()
	if l.everywhere(); s.files.reportOn(path) == nil {
		t.Fatal("there is no report on the file")
	}
	must.Write(t, filepath.Join(folder, ".luaflow.json"), `{"exclude":["a.lua"]}`)
	s.configuration.look()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if report := s.files.closed(ctx, path); report != nil || ctx.Err() != nil {
		t.Errorf("there is a report: %t; the look has ended by itself: %t", report != nil, ctx.Err() == nil)
	}
}
