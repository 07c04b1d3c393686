package gitignore

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

// names is what patterns are tried on; those that end with a slash are folders.
var names = []string{
	"a", "b", "ab", "aab", "ba", "a.lua", "b.lua", "A", "-", "a-b", "a]b", "[ab]", "a[", "!a", "#a", "a b", "a ", "a  ", `a\`, `a\b`, `\`,
	"*", "a*", "?", "{a,b}", "a{a,b}", "^", "é", "aé", ":", "a1", "7", "_", "\x7f", "\t",
	"d/", "d/a", "d/b", "d/ab", "d/a.lua", "d/e/", "d/e/a", "d/e/b", "d/e/f/", "d/e/f/a", "d/e/f/a.lua",
	"aa/", "aa/a", "aa/b.lua", "a d/", "a d/a", "x/", "x/d/", "x/d/a", "x/aa/", "x/aa/b",
}

// signs is what patterns are made of.
var signs = []string{
	"a", "a", "a", "b", "d", "e", "f", "x", "aa", ".lua", "A", "-", " ", "#", "!", "é", ",", "1",
	"*", "*", "*", "*", "*", "**", "***", "?", "?", "/", "/", "/", "/", "**/", "/**", "/**/", `\`, `\\`, `\*`, `\/`, `\ `, `\{`,
	"[", "]", "[a", "[ab]", "[!a]", "[^a]", "[a-d]", "[d-a]", "[]a]", "[!]a]", "[a-]", "[-a]", `[\]]`, `[\a-\d]`, "[a/]", "[!/]",
	"[[:alpha:]]", "[[:digit:][:upper:]]", "[![:alnum:]]", "[[:punct:]]", "[[:none:]]", "[[:space:]]", "[[:]", "[[::]]", "[[:a]", "[[a]",
	"[[:cntrl:]]", "[[:graph:]]", "[[:print:]]", "[[:xdigit:]]", "[[:blank:]]", "[[:lower:]-z]", "{a,b}", "{", "}",
}

func draw(r *rand.Rand) string {
	var b strings.Builder
	if r.IntN(6) == 0 {
		b.WriteString("!")
	}
	if r.IntN(4) == 0 {
		b.WriteString("/")
	}
	for range 1 + r.IntN(5) {
		b.WriteString(signs[r.IntN(len(signs))])
	}
	switch r.IntN(8) {
	case 0, 1:
		b.WriteString("/")
	case 2:
		b.WriteString(" ")
	case 3:
		b.WriteString("\r")
	}
	return b.String()
}

// TestIgnoresWhatGitIgnores draws patterns at random and asks git.
func TestIgnoresWhatGitIgnores(t *testing.T) {
	git := external.Program(t, "git")
	top := t.TempDir()
	for _, name := range []string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"} {
		t.Setenv(name, os.DevNull)
	}
	t.Setenv("XDG_CONFIG_HOME", top)
	if out, err := exec.Command(git, "init", "-q", top).CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	texts := []string{
		"", "a", "a\n!a", "a/\nb", "*\n!a", "*\n!*/", "*.lua\n!a.lua", "/d/**", "d/*/a", "**/a", "a/**/b", "a**", "/a**/a", "d**/a", "**d/a", "d/**/**/a",
		"\ufeffa", "a\x00b", "a\\", "\\", "[", "#a", "\\#a", "\\!a", "a \nb", "a\\ ", "a\\  ", "a\\\\ ", "/", "!", "//", "d//", "a/..", "./a", "a\r\nb\r",
	}
	for range 120 {
		lines := []string{draw(r), draw(r), draw(r)}
		texts = append(texts, strings.Join(lines[:1+r.IntN(3)], "\n"))
	}
	var asked bytes.Buffer
	for i, text := range texts {
		folder := fmt.Sprint(i)
		must.Do(t, os.Mkdir(filepath.Join(top, folder), 0o777))
		must.Write(t, filepath.Join(top, folder, ".gitignore"), text)
		for _, name := range names {
			if strings.HasSuffix(name, "/") { // what is not there is a file to git
				must.Do(t, os.MkdirAll(filepath.Join(top, folder, name), 0o777))
			}
			fmt.Fprintf(&asked, "%s/%s\x00", folder, strings.TrimSuffix(name, "/"))
		}
	}
	cmd := exec.Command(git, "-C", top, "check-ignore", "--no-index", "--stdin", "-z", "-v", "-n")
	cmd.Stdin = &asked
	out, err := cmd.Output()
	must.Do(t, err)
	fields := strings.Split(string(out), "\x00")
	ignored := 0
	for i, text := range texts {
		list := (*List)(nil).With(fmt.Sprint("/", i), text)
		for _, name := range names {
			// File of patterns, line, pattern, name.
			want := fields[2] != "" && !strings.HasPrefix(fields[2], "!")
			if want {
				ignored++
			}
			if got := ignores(list, fmt.Sprint("/", i), name); got != want {
				t.Errorf("%q ignores %q: %v, git says %v (by %q, for %q)", text, name, got, want, fields[2], fields[3])
			}
			fields = fields[4:]
		}
	}
	if all := len(texts) * len(names); ignored < all/12 || ignored > all*9/10 {
		t.Errorf("%d of %d ignored: too few or too many to say much", ignored, all)
	}
}

// ignores asks about a file or folder below another and about all that it is in.
func ignores(list *List, above, name string) bool {
	isFolder := strings.HasSuffix(name, "/")
	parts := strings.Split(strings.TrimSuffix(name, "/"), "/")
	for i, part := range parts {
		above += "/" + part
		if list.Ignores(above, i < len(parts)-1 || isFolder, new(int)) {
			return true
		}
	}
	return false
}

// TestMatchIsLinear: what a match costs grows with the pattern and the name, whatever the
// pattern repeats. The bound is counted: parts of the pattern times bytes of the name.
func TestMatchIsLinear(t *testing.T) {
	for _, unit := range []string{`\{a,a,\}`, "*a", "**/a/", "**/", "*?", "[a-z]*", "a**", "*/**/", "?", "***", "{a,a}"} {
		for _, name := range []string{strings.Repeat("a", 4000), strings.Repeat("a/", 2000)} {
			pattern := "x/" + strings.Repeat(unit, 1000)
			list := (*List)(nil).With("/", pattern+"b\n*"+pattern+"b")
			steps := 0
			if list.Ignores("/x/"+name, false, &steps) {
				t.Errorf("%q ignores %q", unit, name[:4])
			}
			if steps > 2*(len(pattern)+3)*(len(name)+3) {
				t.Errorf("%q takes %d steps for %q", unit, steps, name[:4])
			}
		}
	}
}

func TestListsGoByTheirFolder(t *testing.T) {
	list := (*List)(nil).With("/p", "a\nb\n").With("/p/q", "!a\n")
	for name, want := range map[string]bool{"/p/a": true, "/p/q/a": false, "/p/q/b": true, "/p/qa/a": true, "/a": false, "/pa/a": false} {
		if got := list.Ignores(name, false, new(int)); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if list = (*List)(nil); list.Ignores("/a", false, new(int)) || list.With("/", "# nothing\n") != nil {
		t.Error("nothing ignores something")
	}
}
