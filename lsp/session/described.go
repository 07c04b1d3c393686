package session

import (
	"sync"

	"luaflow/analysis/nav"
	"luaflow/compile/source"
)

// maxDescribed is how many places of a version are remembered: an editor asks about one again and again
// while the mouse rests there.
const maxDescribed = 100

// descriptions are what was said of places of a version. The zero value is ready for use.
type descriptions struct {
	mu sync.Mutex
	at map[source.Pos]*flight[description]
}

// description is what is known of the name at a place.
type description struct {
	info nav.Info
	ok   bool
}

// of returns what is said of a place.
func (d *descriptions) of(pos source.Pos) *flight[description] {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := d.at[pos]
	if f == nil {
		if d.at == nil || len(d.at) >= maxDescribed {
			d.at = make(map[source.Pos]*flight[description])
		}
		f = new(flight[description])
		d.at[pos] = f
	}
	return f
}
