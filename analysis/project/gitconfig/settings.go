package gitconfig

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// This file reads configuration files of git, the syntax of git-config(1).

// settings is what configuration files have said so far.
type settings struct {
	repository   Repository
	home         string
	excludesFile string
	found        bool
	isUsers      bool // excludesFile is what the user has said
	perWorktree  bool // each worktree has a file of its own
	inside       bool // what is read now is the repository's own
}

// maxDepth is how deep files may include one another, as in git.
const maxDepth = 10

// read reads a file, and what it includes where it says so.
func (s *settings) read(path string, depth int) {
	if depth > maxDepth {
		return
	}
	l := lines{rest: strings.TrimPrefix(s.content(path), "\ufeff")}
	for l.next() {
		switch {
		case l.section == "core" && l.key == "excludesfile":
			s.excludesFile, s.found, s.isUsers = s.path(l.value), true, !s.inside
			if l.value != "" { // which names no file
				s.excludesFile = from(s.repository.Top, s.excludesFile)
			}
		case l.section == "extensions" && l.key == "worktreeconfig":
			s.perWorktree = strings.EqualFold(l.value, "true")
		case l.key == "path" && (l.section == "include" || s.holds(l.section, path)):
			s.read(from(filepath.Dir(path), s.path(l.value)), depth+1)
		}
	}
}

// content returns what a file holds, "" if it cannot be read.
func (s *settings) content(path string) string {
	if !s.inside {
		return content(path)
	}
	text, err := s.repository.Read(path)
	if err != nil {
		return ""
	}
	return string(text)
}

// path returns a path in which ~ stands for the user's folder.
func (s *settings) path(value string) string {
	if below, ok := strings.CutPrefix(value, "~/"); ok && s.home != "" {
		return filepath.Join(s.home, below)
	}
	return value
}

// holds reports whether a section includes a file on a condition that is met.
func (s *settings) holds(section, path string) bool {
	condition, ok := strings.CutPrefix(section, "includeif.gitdir")
	if !ok {
		return false
	}
	pattern, isAnyCase := strings.CutPrefix(condition, "/i:")
	if !isAnyCase {
		if pattern, ok = strings.CutPrefix(condition, ":"); !ok {
			return false
		}
	}
	if strings.HasSuffix(pattern, "/") {
		pattern += "**"
	}
	pattern = filepath.ToSlash(s.path(pattern))
	if below, isHere := strings.CutPrefix(pattern, "./"); isHere {
		pattern = filepath.ToSlash(filepath.Dir(path)) + "/" + below
	} else if !filepath.IsAbs(pattern) {
		pattern = "**/" + pattern
	}
	dir := filepath.ToSlash(s.repository.Dir)
	if isAnyCase {
		dir, pattern = strings.ToLower(dir), strings.ToLower(pattern)
	}
	matches, err := doublestar.Match(pattern, dir)
	return err == nil && matches
}

// lines reads the settings of one file.
type lines struct {
	rest                string
	section, key, value string
}

// next reads the next setting, and reports whether there is one. It ends where the
// text has no form that git reads.
func (l *lines) next() bool {
	for {
		l.rest = strings.TrimLeft(l.rest, " \t\r\n")
		switch {
		case l.rest == "":
			return false
		case l.rest[0] == '#' || l.rest[0] == ';':
			_, l.rest, _ = strings.Cut(l.rest, "\n")
		case l.rest[0] == '[':
			if !l.header() {
				return false
			}
		default:
			n := 0
			for n < len(l.rest) && isKey(l.rest[n]) {
				n++
			}
			l.key, l.rest = strings.ToLower(l.rest[:n]), l.rest[n:]
			l.value = ""
			l.rest = strings.TrimLeft(l.rest, " \t")
			if after, ok := strings.CutPrefix(l.rest, "="); ok {
				l.rest = after
				return n > 0 && l.readValue()
			}
			return n > 0
		}
	}
}

func isKey(c byte) bool {
	return c == '-' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// header reads `[section]` or `[section "sub"]`, which makes section.sub, and reports whether the
// text has that form.
func (l *lines) header() bool {
	i := 1
	for i < len(l.rest) && (isKey(l.rest[i]) || l.rest[i] == '.') {
		i++
	}
	l.section = strings.ToLower(l.rest[1:i])
	l.rest = strings.TrimLeft(l.rest[i:], " \t")
	if sub, ok := strings.CutPrefix(l.rest, `"`); ok {
		var name strings.Builder
		for i = 0; i < len(sub) && sub[i] != '"'; i++ {
			if sub[i] == '\\' && i+1 < len(sub) {
				i++
			}
			name.WriteByte(sub[i])
		}
		l.section += "." + name.String()
		l.rest = sub[min(i+1, len(sub)):]
	}
	var ok bool
	l.rest, ok = strings.CutPrefix(l.rest, "]")
	return ok
}

// readValue reads what stands after the = of a setting, and reports whether it has the form of a
// value.
func (l *lines) readValue() bool {
	var value strings.Builder
	kept := 0 // what is not blanks at the end, outside of quotes
	quoted, comment := false, false
	for i := 0; i < len(l.rest); i++ {
		c := l.rest[i]
		switch {
		case c == '\n':
			l.value, l.rest = value.String()[:kept], l.rest[i+1:]
			return !quoted
		case comment:
		case c == '\\':
			i++
			if i < len(l.rest) && l.rest[i] == '\r' {
				i++
			}
			if i == len(l.rest) {
				break
			}
			if l.rest[i] != '\n' {
				value.WriteByte(escaped(l.rest[i]))
				kept = value.Len()
			}
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '#' || c == ';'):
			comment = true
		case !quoted && (c == ' ' || c == '\t' || c == '\r'):
			if value.Len() > 0 {
				value.WriteByte(c)
			}
		default:
			value.WriteByte(c)
			kept = value.Len()
		}
	}
	l.value, l.rest = value.String()[:kept], ""
	return !quoted
}

// escaped returns the byte that one after a backslash stands for.
func escaped(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'b':
		return '\b'
	}
	return c
}

// ExcludesFile returns the path of the file with further patterns, and whether it is the
// user who names it, so that it may be anywhere: what `core.excludesFile` says last, else
// git's default, and "" if there is no home folder in which that could be. The file need not
// exist.
func (r Repository) ExcludesFile() (path string, isUsers bool) {
	s := settings{repository: r}
	for _, path := range s.files() {
		s.read(path, 0)
	}
	s.inside = true
	s.read(filepath.Join(r.Common, "config"), 0)
	if s.perWorktree {
		s.read(filepath.Join(r.Dir, "config.worktree"), 0)
	}
	switch {
	case s.found:
		return s.excludesFile, s.isUsers
	case s.home == "":
		return "", true
	}
	return filepath.Join(s.user(), "ignore"), true
}

// files returns the user's configuration files, those that go before others last.
func (s *settings) files() (paths []string) {
	if home, err := os.UserHomeDir(); err == nil {
		s.home = home
	}
	if no := os.Getenv("GIT_CONFIG_NOSYSTEM"); no == "" || no == "0" || no == "false" {
		paths = append(paths, environment("GIT_CONFIG_SYSTEM", "/etc/gitconfig"))
	}
	if global, ok := os.LookupEnv("GIT_CONFIG_GLOBAL"); ok {
		paths = append(paths, global)
	} else if s.home != "" {
		paths = append(paths, filepath.Join(s.user(), "config"), filepath.Join(s.home, ".gitconfig"))
	}
	return paths
}

// user returns the folder of the user's files of git.
func (s *settings) user() string {
	return filepath.Join(environment("XDG_CONFIG_HOME", filepath.Join(s.home, ".config")), "git")
}

// environment returns the value of a variable, or what counts if it is empty.
func environment(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}
