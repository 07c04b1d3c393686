package checker

import (
	"reflect"
	"sync"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/globals"
	"luaflow/analysis/suppress"
	"luaflow/compile"
	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// TestManyAskOnePass: goroutines that run all checks at once, on passes that share what is known, find
// what one finds alone; each counts in a Meter of its own, and others that are stopped in the middle of
// what they find out leave nothing half made.
func TestManyAskOnePass(t *testing.T) {
	files := must.Glob(t, "../checks/*/testdata/*.lua")
	stopped := 0
	for i := 0; i < len(files); i += scale.Every(1) {
		u := compile.Compile(source.NewFile(files[i], must.Read(t, files[i])))
		var alone meter.Meter
		want := findAll(passOver(u.In(&alone)), u.In(&alone))
		p := passOver(u)
		var wait sync.WaitGroup
		for k := range 6 {
			wait.Go(func() {
				var m meter.Meter
				if k%2 == 1 {
					at := 1 + alone.Steps()*k/8
					m.Watch(func(steps int) {
						if steps == at {
							m.Stop()
						}
					})
				}
				var got []analysis.Finding
				if m.Run(func() { got = findAll(p, u.In(&m)) }) && !reflect.DeepEqual(got, want) {
					t.Errorf("%s: goroutine %d finds %v, alone %v", files[i], k, got, want)
				}
				if m.Steps() == 0 {
					t.Errorf("%s: goroutine %d counts nothing", files[i], k)
				}
			})
		}
		wait.Wait()
		var m meter.Meter
		m.Watch(func(steps int) {
			if steps == 1+alone.Steps()/2 {
				m.Stop()
			}
		})
		fresh := passOver(u)
		if !m.Run(func() { findAll(fresh, u.In(&m)) }) {
			stopped++
		}
		if got := findAll(fresh, u); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: after one who was stopped %v, alone %v", files[i], got, want)
		}
	}
	if stopped == 0 {
		t.Error("nobody was stopped")
	}
}

// passOver returns a pass in which nothing is known yet.
func passOver(u *compile.Unit) *analysis.Pass {
	c := New()
	p := analysis.NewPass(u, 0, nil, nil)
	p.Globals = globals.Of(p.Facts, c.outside(c.rules(), suppress.Parse(u.Tree, c.rules())))
	return p
}

// findAll returns what all checks but those of comments find by what p knows, for one who counts in the
// Meter of u.
func findAll(p *analysis.Pass, u *compile.Unit) (found []analysis.Finding) {
	var run []*analysis.Check
	for _, c := range checks.All {
		if c.Comments == analysis.NoComments {
			run = append(run, c)
		}
	}
	p.In(u, func(f analysis.Finding) { found = append(found, f) }).Run(run...)
	return found
}
