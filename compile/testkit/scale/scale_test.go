package scale

import "testing"

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
