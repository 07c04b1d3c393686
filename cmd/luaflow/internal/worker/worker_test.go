package worker_test

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luaflow/cmd/luaflow/internal/worker"
	"luaflow/compile/testkit/must"
)

// TestServe: each request has one answer in a line, by its number, and fields that are missing have the values of their types.
func TestServe(t *testing.T) {
	run := func(args []string, out io.Writer) int {
		fmt.Fprintf(out, "%q <é>\n\xff", args)
		return len(args)
	}
	for _, test := range []struct{ requests, want, err string }{
		{"", "", ""},
		{`{"arguments":["a","b c"],"inputs":[{"path":"a","digest":"x"}],"requestId":12,"verbosity":10}`, `{"exitCode":2,"output":"[\"a\" \"b c\"] <é>\n�","requestId":12}` + "\n", ""},
		{"{}\n{\"requestId\":-1}", `{"exitCode":0,"output":"[] <é>\n�","requestId":0}` + "\n" + `{"exitCode":0,"output":"[] <é>\n�","requestId":-1}` + "\n", ""},
		{`{"requestId":1}{"requestId":1,"cancel":true}`, `{"exitCode":0,"output":"[] <é>\n�","requestId":1}` + "\n", ""},
		{`{"requestId":1,"sandboxDir":"x"}`, `{"exitCode":1,"output":"luaflow: files in a folder for each request (sandboxDir) are not supported\n","requestId":1}` + "\n", ""},
		{`{"requestId":1}{"requestId":"x"}`, `{"exitCode":0,"output":"[] <é>\n�","requestId":1}` + "\n", "a request of the build system: json: cannot unmarshal string"},
		{`{"requestId":1`, "", "a request of the build system: unexpected EOF"},
	} {
		var out strings.Builder
		err := worker.Serve(strings.NewReader(test.requests), &out, run)
		if out.String() != test.want || (err == nil) != (test.err == "") || err != nil && !strings.HasPrefix(err.Error(), test.err) {
			t.Errorf("%s: %v, want %q\n%s want\n%s", test.requests, err, test.err, &out, test.want)
		}
	}
}

// TestGone: who does not read the answers gets no more of them.
func TestGone(t *testing.T) {
	in, out := io.Pipe()
	in.Close()
	if err := worker.Serve(strings.NewReader(`{}{}`), out, func([]string, io.Writer) int { return 0 }); err == nil {
		t.Error("no error")
	}
}

func TestExpand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "flags")
	must.Write(t, file, "b\r\n\nc d\n--flagfile=x")
	for _, test := range []struct{ args, want []string }{
		{nil, nil},
		{[]string{"a"}, []string{"a"}},
		{[]string{"a", "--flagfile=" + file}, []string{"a", "b", "", "c d", "--flagfile=x"}},
		{[]string{"--flagfile=" + file, "a"}, []string{"--flagfile=" + file, "a"}},
	} {
		if got, err := worker.Expand(test.args); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%q: %q, %v, want %q", test.args, got, err, test.want)
		}
	}
	if _, err := worker.Expand([]string{"--flagfile=" + file + "x"}); err == nil || err.Error() != file+"x: no such file or folder" {
		t.Errorf("got %v", err)
	}
}
