package scale

import "testing"

// TestTurn: each case has its turn in one of five runs that follow one another, and in one that has no number.
func TestTurn(t *testing.T) {
	turns := map[int]int{}
	for _, run := range []string{"3", "4", "5", "6", "7"} {
		t.Setenv(seedVariable, run)
		for i := range 20 {
			if Turn(i) {
				turns[i]++
			}
		}
	}
	t.Setenv(seedVariable, "")
	for i := range 20 {
		if turns[i] != 1 || !Turn(i) {
			t.Errorf("case %d has %d turns of five, without a number %t", i, turns[i], Turn(i))
		}
	}
}

func TestShare(t *testing.T) {
	t.Setenv(variable, "100")
	for _, c := range []struct {
		run   string
		full  int
		steps int
		seed  uint64
	}{
		{"", 50, 50, 0}, {"0", 50, 10, 0}, {"7", 50, 10, 7}, {"7", 3, 1, 7}, {"18446744073709551615", 10, 2, 1<<64 - 1},
	} {
		t.Setenv(seedVariable, c.run)
		if steps, seed := Share(t, c.full); steps != c.steps || seed != c.seed {
			t.Errorf("run %q: %d of %d steps, seed %d", c.run, steps, c.full, seed)
		}
	}
	for _, wrong := range []string{"-1", "x"} {
		func() {
			t.Setenv(seedVariable, wrong)
			defer func() {
				if recover() == nil {
					t.Errorf("%q is a number", wrong)
				}
			}()
			Share(t, 1)
		}()
	}
}

func TestScale(t *testing.T) {
	for _, c := range []struct {
		percent         string
		of1, of5, of200 int
		every1, every5  int
		full            bool
	}{
		{"", 1, 1, 10, 20, 100, false},
		{"1", 1, 1, 2, 100, 500, false},
		{"100", 1, 5, 200, 1, 5, true},
		{"300", 3, 15, 600, 1, 5, true},
	} {
		t.Setenv(variable, c.percent)
		if Of(1) != c.of1 || Of(5) != c.of5 || Of(200) != c.of200 {
			t.Errorf("%q: %d of 1, %d of 5, %d of 200", c.percent, Of(1), Of(5), Of(200))
		}
		if Every(1) != c.every1 || Every(5) != c.every5 || Full() != c.full {
			t.Errorf("%q: every %d for 1, every %d for 5, full %t", c.percent, Every(1), Every(5), Full())
		}
	}
	for _, wrong := range []string{"0", "-1", "full", "10%"} {
		func() {
			t.Setenv(variable, wrong)
			defer func() {
				if recover() == nil {
					t.Errorf("%q is a percentage", wrong)
				}
			}()
			Of(1)
		}()
	}
}
