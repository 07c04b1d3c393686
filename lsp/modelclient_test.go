package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"luaflow/compile/testkit/must"
	"luaflow/lsp/recording"
	"luaflow/lsp/session"
)

// This file defines what model clients can do, and how long they wait.

// modelTraits is what a model client can do, and how its server works.
type modelTraits struct {
	encoding         protocol.PositionEncodingKind
	watches          bool // says when files change
	isAsked          bool // is asked for its settings, and does not send them
	pulls            bool // asks for diagnostics
	streams          bool // and gets those of the workspace in parts
	resolves         bool // asks for the edits of an action apart
	stops            bool // is shown progress, and stops it
	runs             bool // has programs for configurations
	spoils           bool // the memory that versions leave
	hastens          bool // checks no text at each key
	workspace        string
	references       string
	observe          session.Observer // nil for nobody
	keeps, freshKeep bool             // the server, and fresh ones, keep what they know of files, all in one place
	neverRests       bool             // no text is at rest: nothing is done that nobody asks for
}

func newModel(t testing.TB, seed uint64, texts []string) *model {
	r := rand.New(rand.NewPCG(seed, 1))
	yes := func() bool { return r.IntN(2) == 0 }
	traits := modelTraits{
		encoding: []protocol.PositionEncodingKind{"utf-8", "utf-16", "utf-32"}[r.IntN(3)],
		watches:  yes(), isAsked: yes(), pulls: yes(), resolves: yes(), stops: yes(), runs: r.IntN(4) == 0, spoils: seed%2 == 0, hastens: seed%3 == 0,
		keeps: seed%4 == 1 || seed%4 == 2, freshKeep: seed%4 >= 2,
		workspace:  []string{workspaceOff, workspaceChanged, workspaceAll}[r.IntN(3)],
		references: []string{"all", byFlow}[r.IntN(2)],
	}
	traits.streams = traits.pulls && yes()
	return newModelOf(t, r, texts, traits)
}

// selfProgram is this very program, which TestMain makes evaluate a .luacheckrc if it is started to do that.
var selfProgram, _ = os.Executable()

// lostAfter is how many calls are answered, each of which was sent when the one before it was answered, until an answer that
// has not come by then counts as lost. So it hangs on what the server does, and not on a clock, which on a busy machine
// runs ahead. Between two of them the client waits for betweenCalls.
const (
	lostAfter    = 1000
	betweenCalls = 5 * time.Millisecond
)

// errLost is there instead of an answer.
var errLost = errors.New("it is lost, as calls after it have been answered")

// awaitAnswer returns the answer to a call, which is lost if so many others are answered before.
func awaitAnswer(p *recording.Player, id string, lostAfter int) (any, error) {
	for turn := range lostAfter {
		answer, err := awaitFor(p, id, betweenCalls)
		if !errors.Is(err, context.DeadlineExceeded) {
			return answer, err
		}
		ping := fmt.Sprintf("ping %s %d", id, turn)
		if err := p.Send(object{"jsonrpc": "2.0", "id": ping, "method": "luaflow/ping"}); err != nil {
			return nil, err
		}
		if _, err := awaitFor(p, fmt.Sprintf("%q", ping), patience); err != nil {
			return nil, fmt.Errorf("answer to %s: %w", ping, err)
		}
	}
	return nil, fmt.Errorf("answer to %s: %w", id, errLost)
}

// awaitFor returns the answer to a call that comes in some time.
func awaitFor(p *recording.Player, id string, wait time.Duration) (any, error) {
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	return p.Await(ctx, id)
}

// How often what is not as it is to be is looked at, with longer pauses from one time to the next, up to longestPause.
const (
	patientTries = 60
	hastyTries   = 10
	longestPause = 200 * time.Millisecond
)

// eventually calls compare until there is no fault, or there has been one often enough.
func (m *model) eventually(compare func() *modelFault) (fault *modelFault) {
	wait := time.Millisecond
	for range m.tries {
		if fault = compare(); fault == nil || fault.err != nil {
			return fault
		}
		time.Sleep(wait)
		wait = min(2*wait, longestPause)
	}
	return fault
}

// TestLostAnswer: an answer that does not come is found to be lost by those that do; one that comes late is not.
func TestLostAnswer(t *testing.T) {
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	p := recording.NewPlayer(t.TempDir(), in, out, nil)
	var served sync.WaitGroup
	served.Go(func() {
		stream := jsonrpc2.NewStream(&duplex{toServer, fromServer})
		var late jsonrpc2.ID
		for n := 0; ; n++ {
			msg, _, err := stream.Read(context.Background())
			if err != nil {
				_ = fromServer.Close()
				return
			}
			id := msg.(*jsonrpc2.Call).ID()
			ids := []jsonrpc2.ID{id}
			switch {
			case n == 0:
				ids = nil
			case n == 1:
				late, ids = id, nil
			case n == 10:
				ids = append(ids, late)
			}
			for _, id := range ids {
				_, _ = stream.Write(context.Background(), jsonrpc2.NewResponse(id, nil, nil))
			}
		}
	})
	for id := range 2 {
		must.Do(t, p.Send(object{"jsonrpc": "2.0", "id": id, "method": "a"}))
	}
	if _, err := awaitAnswer(p, "1", 20); err != nil {
		t.Error(err)
	}
	if _, err := awaitAnswer(p, "0", 20); !errors.Is(err, errLost) {
		t.Errorf("the error is %v", err)
	}
	must.Do(t, p.Close())
	served.Wait()
}
