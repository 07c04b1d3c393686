package session

import (
	"context"
	"testing"
	"testing/synctest"

	"luaflow/compile/meter"
)

// TestAttemptsFollowOneAnother holds that of a flight nobody works beside somebody who was stopped and has
// not noticed it yet.
func TestAttemptsFollowOneAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		on := &terms{slots: make(chan struct{}, 2), document: context.Background(), text: context.Background()}
		var f flight[int]
		attempts, working := 0, 0
		goOn := make(chan struct{})
		compute := func(steps *meter.Meter) int {
			attempts++
			if working++; working > 1 {
				t.Error("two attempts are at work")
			}
			<-goOn
			working--
			steps.Step()
			return attempts
		}
		ctx, leave := context.WithCancel(t.Context())
		for range 3 {
			go f.wait(ctx, on, compute)
		}
		synctest.Wait()
		leave()
		synctest.Wait() // the attempt goes on: it is between two steps

		var got int
		go func() { got, _ = f.wait(t.Context(), on, compute) }()
		synctest.Wait()
		if attempts != 1 {
			t.Errorf("%d attempts began while the first was at work", attempts-1)
		}
		close(goOn)
		synctest.Wait()
		if got != 2 {
			t.Errorf("got the value of attempt %d, want that of the second", got)
		}
	})
}
