package recording

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain looks for goroutines at the end: what is started here ends.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
