package spelling

import (
	"testing"
	"testing/quick"
)

// TestDistance: what it takes to make one word of another, and as much back.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"function", "function", 0}, {"fuction", "function", 1},
		{"Table", "table", 1}, {"nubmer", "number", 2}, {"string", "sting", 1}, {"page", "table", 3},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
	if err := quick.Check(func(a, b string, cut uint8) bool {
		end := min(int(cut), len(a))
		return Distance(a, b) == Distance(b, a) && Distance(a, a[:end]) == len(a)-end && Distance(a, b) <= max(len(a), len(b))
	}, nil); err != nil {
		t.Error(err)
	}
}

// TestIsSlip: both ways; what is a slip, and what tells words apart on purpose.
func TestIsSlip(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"selection", "selecton", true}, {"posistion", "position", true}, {"binaryFlags", "binaryflags", true}, {"height", "heigth", true},
		{"width", "widht", true}, {"left_x_edge", "left_y_edge", false}, {"left__edge", "left_x_edge", false}, {"items", "item", false},
		{"marker1", "marker2", false}, {"xmin", "ymin", false}, {"clean", "clear", false}, {"cleaned", "cleared", false},
		{"Width", "width", false}, {"no", "on", false}, {"", "", false}, {"a", "", false}, {"same", "same", false}, {"tab", "table", false},
	} {
		if IsSlip(c.a, c.b) != c.want || IsSlip(c.b, c.a) != c.want {
			t.Errorf("%q and %q: not %t", c.a, c.b, c.want)
		}
	}
	if err := quick.Check(func(a, b string) bool { return !IsSlip(a, b) || Distance(a, b) <= 2 }, nil); err != nil {
		t.Error(err)
	}
}
