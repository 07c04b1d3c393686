package meter

import "testing"

// TestRun stops work at a step, from beside it and before it begins.
func TestRun(t *testing.T) {
	const never = -1
	for _, c := range []struct {
		stopAt, steps int
		finished      bool
	}{
		{never, 5, true},
		{3, 3, false},
		{5, 5, false}, // at its last step
		{0, 0, false}, // before it begins
	} {
		m := new(Meter)
		m.Watch(func(steps int) {
			if steps == c.stopAt {
				m.Stop()
			}
		})
		if c.stopAt == 0 {
			m.Stop()
		}
		did := 0
		finished := m.Run(func() {
			for range 5 {
				m.Step()
				did++
			}
		})
		if finished != c.finished || m.Steps() != c.steps || finished && did != 5 || !finished && did != max(0, c.steps-1) {
			t.Errorf("stopped at %d: finished %t after %d steps, %d turns", c.stopAt, finished, m.Steps(), did)
		}
		if again := m.Run(func() {}); again != c.finished {
			t.Errorf("stopped at %d: what comes next runs: %t", c.stopAt, again)
		}
	}
}

// TestNilMeter: without a meter work goes on to its end.
func TestNilMeter(t *testing.T) {
	var m *Meter
	m.Step()
}

// TestRunLetsOthersThrough: a panic, and the stop of another meter, are not those of this one.
func TestRunLetsOthersThrough(t *testing.T) {
	outer, inner := new(Meter), new(Meter)
	innerFinished := true
	outerFinished := outer.Run(func() {
		innerFinished = inner.Run(func() {
			outer.Stop()
			outer.Step()
		})
	})
	if outerFinished || !innerFinished {
		t.Errorf("outer finished: %t, inner returned: %t", outerFinished, !innerFinished)
	}
	defer func() {
		if v := recover(); v != "wrong" {
			t.Errorf("the panic is %v", v)
		}
	}()
	new(Meter).Run(func() { panic("wrong") })
}
