package lsp

import (
	"os"
	"os/exec"
	"testing"

	"luaflow/compile/testkit/must"
)

func TestAlive(t *testing.T) {
	if !alive(os.Getpid()) {
		t.Error("this process is not alive")
	}
	other := exec.Command(os.Args[0], "-test.run=^$")
	must.Do(t, other.Run())
	if alive(other.Process.Pid) {
		t.Error("a process that has ended is alive")
	}
}
