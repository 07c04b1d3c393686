package compile_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"luaflow/compile"
)

// run runs luac in a folder and returns its standard output and the first line of
// its errors.
func run(dir, luac string, args ...string) (out, said string) {
	cmd := exec.Command(luac, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		said, _, _ = strings.Cut(stderr.String(), "\n")
		if said == "" {
			said = err.Error()
		}
	}
	return stdout.String(), said
}

// firstError returns a unit's first error as Lua prints it, "nothing" if it has none.
func firstError(u *compile.Unit) string {
	if len(u.Errors) == 0 {
		return "nothing"
	}
	e := u.Errors[0]
	if e.Line == 0 {
		return e.Msg
	}
	return fmt.Sprintf("%s:%d: %s", u.File.Name(), e.Line, e.Msg)
}

func sameFile(want string, got []byte) string {
	data, err := os.ReadFile(want)
	if err != nil {
		return err.Error()
	}
	if i := firstDifference(data, got); i >= 0 {
		return fmt.Sprintf("differs at byte %d of %d (ours has %d)", i, len(data), len(got))
	}
	return ""
}

func firstDifference(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}

// header matches the head of a function in a listing, up to its name: an address of
// luac's, a path of ours.
var header = regexp.MustCompile(`(?m)^(?:main|function) <.*> \(\d+ instructions? at (\S+)\)$`)

// sameListing compares luac's listing with ours, in which paths stand in the place
// of addresses.
func sameListing(luac, ours string) string {
	var names []string
	heads := header.FindAllStringSubmatch(luac, -1)
	for i, h := range header.FindAllStringSubmatch(ours, -1) {
		if i < len(heads) {
			names = append(names, heads[i][1], h[1])
		}
	}
	luac = strings.NewReplacer(names...).Replace(luac)
	if luac == ours {
		return ""
	}
	a, b := strings.Split(luac, "\n"), strings.Split(ours, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d:\n\t%s\n\t%s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, ours has %d", len(a), len(b))
}
