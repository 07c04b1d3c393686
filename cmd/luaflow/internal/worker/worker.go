// Package worker has a build system run one process for many command lines: it serves the persistent workers of Bazel in their
// JSON form (https://bazel.build/remote/creating, worker_protocol.proto), and reads files of arguments.
package worker

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"luaflow/analysis/config/rootfs"
)

// flag is the only argument of a process that is to be a worker.
const flag = "--persistent_worker"

// IsWanted reports whether a command line asks for a worker.
func IsWanted(args []string) bool { return slices.Equal(args, []string{flag}) }

// request is a WorkRequest. What it says of its inputs is not used: each command line reads its files anew.
type request struct {
	Arguments  []string `json:"arguments"`
	RequestID  int32    `json:"requestId"`
	Cancel     bool     `json:"cancel"`
	SandboxDir string   `json:"sandboxDir"`
}

// response is a WorkResponse. Fields that have the values of their types may be missing.
type response struct {
	ExitCode  int    `json:"exitCode"`
	Output    string `json:"output"`
	RequestID int32  `json:"requestId"`
}

// Serve answers requests one after the other, each by what run makes of its command line, until in ends. What run writes is the
// output of the answer. A request to cancel another one is not answered: that one has been, as nothing is done meanwhile. Serve
// returns an error if what it reads is no request, or nobody reads the answers.
func Serve(in io.Reader, out io.Writer, run func(args []string, out io.Writer) (code int)) error {
	requests, answers := json.NewDecoder(in), json.NewEncoder(out)
	answers.SetEscapeHTML(false)
	for {
		var r request
		if err := requests.Decode(&r); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("a request of the build system: %w", err)
		}
		if r.Cancel {
			continue
		}
		if err := answers.Encode(answer(&r, run)); err != nil {
			return err
		}
	}
}

// answer returns the answer to a request.
func answer(r *request, run func(args []string, out io.Writer) (code int)) response {
	a := response{RequestID: r.RequestID}
	if r.SandboxDir != "" { // only of those who ask for it
		a.ExitCode, a.Output = 1, "luaflow: files in a folder for each request (sandboxDir) are not supported\n"
		return a
	}
	var out bytes.Buffer
	a.ExitCode = run(r.Arguments, &out)
	a.Output = strings.ToValidUTF8(out.String(), "\ufffd")
	return a
}

// flagFile is how the argument begins that names a file of arguments.
const flagFile = "--flagfile="

// Expand returns a command line with the arguments that stand in the file that its last argument names, one in each line, as they are:
// build systems write such a file, and hand a worker what is in it.
func Expand(args []string) ([]string, error) {
	if len(args) == 0 || !strings.HasPrefix(args[len(args)-1], flagFile) {
		return args, nil
	}
	name := strings.TrimPrefix(args[len(args)-1], flagFile)
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", name, rootfs.Reason(err))
	}
	expanded := slices.Clip(args[:len(args)-1])
	for line := range strings.Lines(string(text)) {
		expanded = append(expanded, strings.TrimRight(line, "\r\n"))
	}
	return expanded, nil
}
