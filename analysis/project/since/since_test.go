package since

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

func TestNewLines(t *testing.T) {
	for _, c := range []struct {
		before, now string
		want        Lines
	}{
		{"", "", nil},
		{"a\nb\n", "a\nb\n", nil},
		{"a\nb\n", "a\r\nb", nil},
		{"a\nb\nc\n", "a\nc\n", nil},
		{"a\nc\n", "a\nb\nc\n", Lines{{2, 2}}},
		{"a\n", "x\na\ny\nz\n", Lines{{1, 1}, {3, 4}}},
		{"end\nend\n", "end\nend\nend\n", Lines{{3, 3}}},
		{"a\nb\nc\nd\n", "c\nd\na\nb\n", Lines{{1, 2}}},
		{"a\nx\nb\n", "a\ny\nb\n", Lines{{2, 2}}},
		{"", "a\nb", Lines{{1, 2}}},
	} {
		if got := newLines(c.before, c.now); !reflect.DeepEqual(got, c.want) {
			t.Errorf("from %q to %q: %v, want %v", c.before, c.now, got, c.want)
		}
	}
}

// TestNewLinesOfManyChanges: however many lines have changed, those that have not are known
// again.
func TestNewLinesOfManyChanges(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		var before, now []string
		var want []bool
		for i := range 3000 {
			line := fmt.Sprintf("  local v%d = %d", i, r.IntN(5))
			if r.IntN(3) == 0 {
				line = "end"
			}
			if r.IntN(10) > 0 {
				before = append(before, line)
			} else {
				line += " -- new"
			}
			if r.IntN(10) > 0 {
				now = append(now, line)
				want = append(want, strings.HasSuffix(line, "new"))
			}
		}
		got := make([]bool, len(now)+1) // the last line is empty, as the text before has it
		for _, l := range newLines(strings.Join(before, "\n")+"\n", strings.Join(now, "\n")+"\n") {
			for i := l.first; i <= l.last; i++ {
				got[i-1] = true
			}
		}
		for i := range want {
			if now[i] != "end" && got[i] != want[i] {
				t.Fatalf("line %d, %q: new %v", i+1, now[i], got[i])
			}
		}
	}
}

// repository changes into an empty repository, and returns what runs git there.
func repository(t *testing.T, git string) (folder string, run func(args ...string) string) {
	t.Helper()
	for _, name := range []string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"} {
		t.Setenv(name, os.DevNull)
	}
	for _, name := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+name+"_NAME", "a")
		t.Setenv("GIT_"+name+"_EMAIL", "a@b.c")
	}
	folder = t.TempDir()
	t.Chdir(folder)
	run = func(args ...string) string {
		t.Helper()
		out, err := exec.Command(git, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %s: %s%v", args, out, err)
		}
		return strings.TrimSpace(string(out))
	}
	run("init", "-q", "-b", "main", ".")
	return folder, run
}

// TestSinceRunsNoProgramOfTheRepository plants a program in each place of a repository from
// which git may run one, and looks whether it ran.
func TestSinceRunsNoProgramOfTheRepository(t *testing.T) {
	git := external.Program(t, "git")
	external.Program(t, "sh")
	folder, run := repository(t, git)
	for _, name := range []string{"a.lua", "lost.lua", "sub/b.lua"} {
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o777))
		must.Write(t, name, "local x = 1 -- "+name+"\nreturn 2\n")
	}
	run("add", ".")
	run("commit", "-qm", "one")
	ran := filepath.Join(folder, "ran")
	must.Do(t, os.Mkdir(ran, 0o777))
	plantPrograms(t, run, ran)
	for _, name := range []string{"a.lua", "lost.lua", "sub/b.lua"} {
		must.Write(t, name, "local x = 1 -- "+name+"\nlocal y = 1\nreturn 2\n")
	}
	lost := run("-c", "core.fsmonitor=false", "rev-parse", "HEAD:lost.lua")
	must.Do(t, os.Remove(filepath.Join(".git/objects", lost[:2], lost[2:])))
	// A folder that looks like a repository, as it can come with a clone.
	must.Do(t, os.CopyFS("sub/bare", os.DirFS(".git")))
	must.Write(t, "sub/bare/c.lua", "local z = 1\n")

	for _, at := range []string{".", "sub/bare"} {
		t.Chdir(filepath.Join(folder, at))
		c, err := Since(t.Context(), ".", "HEAD")
		must.Do(t, err)
		for name, isFirstNew := range map[string]bool{"a.lua": false, "sub/b.lua": false, "lost.lua": true, "sub/bare/c.lua": true} {
			lines, err := c.Lines(filepath.Join(folder, name))
			if lines.Meet(1, 1) != isFirstNew || !lines.Meet(2, 2) || (err != nil) != (name == "lost.lua") {
				t.Errorf("from %s: %s has the new lines %v, %v", at, name, lines, err)
			}
		}
		c.Close()
	}
	t.Chdir(folder)
	if got := differing(t, NewHeads(t.Context()), folder); got != "a.lua lost.lua sub/b.lua sub/bare/c.lua" {
		t.Errorf("%s differ from HEAD", got)
	}
	if left, _ := os.ReadDir(ran); len(left) > 0 {
		t.Errorf("programs ran: %v", left)
	}

	// The programs are such as git runs where nobody holds it back.
	for _, args := range [][]string{
		{"diff", "HEAD", "--", "a.lua"}, {"diff", "--no-ext-diff", "HEAD", "--", "a.lua"}, {"diff", "HEAD", "--", "sub"},
		{"cat-file", "-p", lost}, {"commit", "-qm", "two", "--allow-empty"},
	} {
		_ = exec.Command(git, args...).Run() // what it makes of what they say does not matter
	}
	t.Chdir(filepath.Join(folder, "sub/bare"))
	_ = exec.Command(git, "-c", "core.bare=true", "status").Run()
	for _, name := range []string{"fsmonitor", "clean", "process", "external", "textconv", "transport", "hook"} {
		if _, err := os.Stat(filepath.Join(ran, name)); err != nil {
			t.Errorf("git does not run %s either", name)
		}
	}
}

// plantPrograms makes the configuration of a repository name programs, each of which leaves a
// file in a folder.
func plantPrograms(t *testing.T, git func(...string) string, ran string) {
	t.Helper()
	program := func(name string) string {
		path := filepath.Join(ran+"-programs", name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Do(t, os.WriteFile(path, []byte("#!/bin/sh\n: > '"+filepath.Join(ran, name)+"'\nexit 1\n"), 0o777))
		return path
	}
	must.Write(t, ".gitattributes", "*.lua filter=f diff=d\nsub/*.lua filter=g\n")
	hooks := ran + "-hooks"
	must.Do(t, os.MkdirAll(hooks, 0o777))
	hook := []byte(must.Read(t, program("hook")))
	for _, name := range []string{"post-index-change", "reference-transaction", "pre-commit", "post-checkout", "fsmonitor-watchman", "pre-auto-gc"} {
		must.Do(t, os.WriteFile(filepath.Join(hooks, name), hook, 0o777))
		must.Do(t, os.WriteFile(filepath.Join(".git/hooks", name), hook, 0o777))
	}
	for option, value := range map[string]string{
		"core.fsmonitor": program("fsmonitor"), "core.hooksPath": hooks, "filter.f.clean": program("clean"), "filter.f.smudge": program("smudge"),
		"filter.g.process": program("process"), "diff.external": program("external"), "diff.d.textconv": program("textconv"), "diff.e.command": program("command"),
		"core.pager": program("pager"), "pager.merge-base": program("pager"), "pager.ls-tree": program("pager"), "core.sshCommand": program("ssh"),
		"core.editor": program("editor"), "core.alternateRefsCommand": program("refs"), "gpg.program": program("gpg"), "log.showSignature": "true",
		"credential.helper": program("credential"), "alias.merge-base": "!" + program("alias"), "alias.cat-file": "!" + program("alias"),
		"core.repositoryFormatVersion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true",
		"remote.origin.url": "ext::" + program("transport"), "protocol.ext.allow": "always", "core.askPass": program("askpass"),
		"core.gitProxy": program("proxy"), "uploadpack.packObjectsHook": program("pack"), "trace2.eventTarget": filepath.Join(ran, "trace"),
	} {
		git("-c", "core.fsmonitor=false", "-c", "core.hooksPath="+os.DevNull, "config", option, value)
	}
}
