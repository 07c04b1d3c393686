package memory

import (
	"math"
	"testing"
)

func TestMemoryLimit(t *testing.T) {
	var limit int64
	var percent int
	m := &Limit{
		setLimit:   func(to int64) int64 { limit = to; return 0 },
		setPercent: func(to int) int { percent = to; return 0 },
	}
	const size = 8 << 20
	m.Admit(size)
	allowed := int64(fixed + perByte*size)
	steps := []struct {
		name    string
		used    use
		limit   int64
		percent int
	}{
		{"garbage", use{live: 1 << 20}, allowed, -1},
		{"crowded", use{live: allowed - 1<<20}, math.MaxInt64, percentAlive},
		{"crowded beside the heap", use{live: 1 << 20, beside: allowed - 1<<20}, math.MaxInt64, percentAlive},
		{"garbage again", use{live: 1 << 20}, allowed, -1},
	}
	for _, s := range steps {
		m.adjust(0, 0, s.used)
		if limit != s.limit || percent != s.percent {
			t.Errorf("%s: limit %d, %d%%, want %d, %d%%", s.name, limit, percent, s.limit, s.percent)
		}
	}
	m.AdmitFindings(size, 100_000)
	if limit <= allowed {
		t.Errorf("findings leave the limit at %d", limit)
	}
}
