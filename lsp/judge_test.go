package lsp

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"luaflow/analysis/config"
	"luaflow/analysis/config/luacheckrc"
	"luaflow/compile/testkit/must"
	"luaflow/lsp/testkit/metamodel"
)

// TestMain has all that servers say in all tests of the package judged by the meta-model of the protocol, and
// looks for goroutines at the end: what a server starts ends with it.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == config.EvalCommand { // started to evaluate a .luacheckrc
		os.Exit(luacheckrc.EvalMain(os.Stdin, os.Stdout))
	}
	var mu sync.Mutex
	faults := map[string]string{} // the first message with each
	newJudge = func() listener {
		return &counted{&metamodel.Judge{Own: "luaflow/", Complain: func(message []byte, wrong []string) {
			mu.Lock()
			defer mu.Unlock()
			if text := strings.Join(wrong, "\n\t"); faults[text] == "" {
				faults[text] = string(message)
			}
		}}}
	}
	code := m.Run()
	mu.Lock()
	defer mu.Unlock()
	for text, message := range faults {
		fmt.Printf("the server says what the protocol does not know:\n\t%s\n\t%.2000s\n", text, message)
		code = max(code, 1)
	}
	if err := goleak.Find(); err != nil {
		fmt.Println(err)
		code = max(code, 1)
	}
	if testing.Verbose() {
		fmt.Printf("%d messages of servers were judged\n", judged.Load())
	}
	os.Exit(code)
}

// counted is a listener that counts what the server says.
type counted struct{ listener }

// judged counts what servers said.
var judged atomic.Int64

// TestServersAreJudged: what a server says is heard by a judge.
func TestServersAreJudged(t *testing.T) {
	before := judged.Load()
	ctx, c := startFake(t, Options{})
	must.Do(t, c.Shutdown(ctx))
	if n := judged.Load() - before; n < 2 {
		t.Errorf("of the answers to initialize and shutdown %d were judged", n)
	}
}

// Server implements listener.
func (c *counted) Server(frame []byte) {
	judged.Add(1)
	c.listener.Server(frame)
}
