package lsp

import (
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis/project"
	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

// keptFacts is what servers keep for one another in a test. It hands out what was there when it was opened.
type keptFacts struct {
	mu    sync.Mutex
	facts map[string]string
	read  map[string]bool // the names of the files whose texts were noted
}

// keptUse is one use of keptFacts.
type keptUse struct {
	of       *keptFacts
	was, now map[string]string
}

func (k *keptFacts) open() (Kept, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return &keptUse{k, maps.Clone(k.facts), map[string]string{}}, true
}

func (u *keptUse) Content(f project.File) (name string, ok bool) {
	name, ok = u.was["stamp "+f.Path+f.Stamp.String()]
	return name, ok && f.Stamp.IsValid()
}

func (u *keptUse) SetContent(f project.File, text string) (name string) {
	u.of.mu.Lock()
	if u.of.read == nil {
		u.of.read = map[string]bool{}
	}
	if filepath.Ext(f.Path) == ".lua" {
		u.of.read[filepath.Base(f.Path)] = true
	}
	u.of.mu.Unlock()
	name = strings.Clone(text) // which is gone when the next one is read
	u.now["stamp "+f.Path+f.Stamp.String()] = name
	return name
}

func (u *keptUse) Fact(name, key string) (value string, ok bool) {
	value, ok = u.was["fact "+key+"\n"+name]
	return value, ok
}

func (u *keptUse) SetFact(name, key, value string) { u.now["fact "+key+"\n"+name] = value }

func (u *keptUse) Close() error {
	u.of.mu.Lock()
	defer u.of.mu.Unlock()
	if u.of.facts == nil {
		u.of.facts = map[string]string{}
	}
	maps.Copy(u.of.facts, u.now)
	return nil
}

// TestKept: what a server has found out of files the next one need not find again, and knows the same, whatever has become of what is kept.
func TestKept(t *testing.T) {
	git := external.Program(t, "git")
	folder := t.TempDir()
	write := func(name, text string) { must.Write(t, filepath.Join(folder, name), text) }
	write(".luaflow.json", `{"std":"lua53","roots":["main.lua"]}`)
	write("main.lua", "local m = require 'm'\nm.used()\nlocal dead = 1\nshared()\nfunction defined() end\nnowhere()\n")
	write("m.lua", "local M = {}\nfunction M.used() end\nfunction M.unused() end\nreturn M\n")
	write("shared.lua", "function shared() end\nlocal dead = 1\n")
	for _, args := range []string{"init -q", "add .", "-c user.name=a -c user.email=b commit -qm one"} {
		must.Do(t, exec.Command(git, append([]string{"-C", folder}, strings.Fields(args)...)...).Run())
	}
	write("shared.lua", "function shared() end\n\nlocal dead = 2\n")
	all := []string{"m.lua", "main.lua", "shared.lua"}
	for _, mode := range []string{workspaceChanged, workspaceAll} {
		var kept keptFacts
		read := func(want ...string) {
			t.Helper()
			kept.read = map[string]bool{}
			without := knownOfFolder(t, Options{}, folder, mode)
			for name, of := range map[string]string{"unused-export": "m.lua", "nowhere": "main.lua", "dead": "shared.lua"} {
				if isOne := mode == workspaceAll || of == "shared.lua"; strings.Contains(without, name) != isOne {
					t.Fatalf("with %s, %s is found: %t", mode, name, !isOne)
				}
			}
			if known := knownOfFolder(t, Options{Kept: kept.open}, folder, mode); known != without {
				t.Errorf("with %s there is known\n%s\nnot\n%s", mode, known, without)
			}
			if got := slices.Sorted(maps.Keys(kept.read)); !slices.Equal(got, want) {
				t.Errorf("with %s these are read: %q, not %q", mode, got, want)
			}
		}
		read(all...)
		read()
		write("shared.lua", "function shared() end\n\n\nlocal dead = 3 -- "+mode+"\n")
		read("shared.lua")
		write("m.lua", "local M = {}\nfunction M.used() end\nfunction M.unused() end\nreturn M\n") // as it was
		read("m.lua")
		for key := range kept.facts {
			if strings.HasPrefix(key, "fact facts") {
				kept.facts[key] = "damaged"
			}
		}
		read(all...)
		read()
	}
}

// knownOfFolder returns what a server knows of the files in a folder when it has looked at them, linked them, and checked those again
// of which there was something to say.
func knownOfFolder(t *testing.T, options Options, folder, mode string) string {
	t.Helper()
	s := newServer(options)
	defer s.publisher.stop()
	params := &protocol.InitializeParams{}
	params.WorkspaceFolders = protocol.NewNullable([]protocol.WorkspaceFolder{{URI: uri.File(folder), Name: "w"}})
	s.own.Workspace = optionWord(mode)
	s.configuration.initialize(params, &s.own)
	s.globals.asksSummaries, s.globals.isAsked = true, true
	l := s.files.newLook(true)
	l.asksProgram = true
	l.openKept()
	l.everywhere()
	l.reader.Close()
	l.closeKept()
	s.globals.looked(true)
	s.links.link()
	s.files.renew()
	var known strings.Builder
	for _, path := range slices.Sorted(maps.Keys(s.files.files)) {
		f := s.files.files[path]
		fmt.Fprintf(&known, "%s %t %t: %q\n", path, f.hasNames, f.hasProgram, f.report.left(nil))
		g := s.globals.files[path]
		fmt.Fprintf(&known, "%v %x\n", len(g.counted), g.program.form)
	}
	return known.String()
}
