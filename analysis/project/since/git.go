package since

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/project"
)

// gitCommand returns git in a folder, in such a way that it runs no program but itself, whatever
// the repository asks for: no monitor of the file system, no hook, no transport for what a
// partial clone has not fetched, no repository but one with a .git.
func gitCommand(ctx context.Context, folder string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append([]string{
		"-C", folder, "--no-pager",
		"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "safe.bareRepository=explicit",
		"-c", "protocol.allow=never", "-c", "credential.helper=", "-c", "gc.auto=0", "-c", "maintenance.auto=false",
	}, args...)...)
	cmd.Env = append(environ(folder),
		"GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0")
	return cmd
}

// located are the variables by which git tells the programs that it runs, an editor for one, which
// repository it is in.
var located = []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX"}

// environ returns the environment of a git in a folder. One that is the top of a repository is in that,
// whatever somebody else said.
func environ(folder string) []string {
	if _, err := os.Lstat(filepath.Join(folder, ".git")); err != nil {
		return os.Environ()
	}
	return slices.DeleteFunc(os.Environ(), func(setting string) bool {
		name, _, _ := strings.Cut(setting, "=")
		return slices.Contains(located, name)
	})
}

// git runs git and returns what it prints. Its error is what it says.
func git(ctx context.Context, folder string, args ...string) (string, error) {
	cmd := gitCommand(ctx, folder, args...)
	var problem bytes.Buffer
	cmd.Stderr = &problem
	out, err := cmd.Output()
	said, _, _ := strings.Cut(strings.TrimSpace(problem.String()), "\n")
	switch {
	case err == nil:
	case said != "":
		err = fmt.Errorf("git: %s", said)
	case args[0] == "merge-base":
		err = errors.New("git: it has no commit in common with HEAD")
	}
	return string(out), err
}

// gitTexts is a git that is asked for one text after the other. It is safe for several
// goroutines.
type gitTexts struct {
	mu  sync.Mutex
	cmd *exec.Cmd
	ask io.WriteCloser
	say *bufio.Reader
	err error // of the conversation; there is no other from then on
}

func openGitTexts(ctx context.Context, folder string) (*gitTexts, error) {
	g := &gitTexts{cmd: gitCommand(ctx, folder, "cat-file", "--batch")}
	var err error
	if g.ask, err = g.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := g.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	g.say = bufio.NewReader(out)
	return g, g.cmd.Start()
}

func (g *gitTexts) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	_ = g.ask.Close()
	if g.err != nil {
		_ = g.cmd.Process.Kill() // it may wait for somebody to read
	}
	_ = g.cmd.Wait()
}

// Text is what git has by a name: the answer is a line with name, type and size, the text,
// and a newline; or a line that says that it is missing.
func (g *gitTexts) text(name string) (string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.err != nil {
		return "", g.err
	}
	text, err := g.read(name)
	if err != nil && !errors.Is(err, errMissing) {
		g.err = err
	}
	return text, err
}

var errMissing = errors.New("git does not have what it held")

func (g *gitTexts) read(name string) (string, error) {
	if _, err := fmt.Fprintln(g.ask, name); err != nil {
		return "", err
	}
	line, err := g.say.ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("git cat-file: %w", err)
	}
	var said, kind string
	var size int64
	if n, _ := fmt.Sscan(line, &said, &kind, &size); n < 3 {
		return "", errMissing
	}
	if size > project.MaxSource {
		return "", rootfs.TooLarge(project.MaxSource)
	}
	text := make([]byte, size+1)
	if _, err := io.ReadFull(g.say, text); err != nil {
		return "", fmt.Errorf("git cat-file: %w", err)
	}
	return string(text[:size]), nil
}
