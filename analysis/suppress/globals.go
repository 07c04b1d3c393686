package suppress

import (
	"encoding/binary"
	"sync"

	"luaflow/analysis/config"
	"luaflow/analysis/config/std"
	"luaflow/analysis/globals"
	"luaflow/analysis/suppress/pragma"
)

// This file defines what comments of luacheck's say of globals. Thousands of them may be in
// force, each about another name, so that for a name only those are merged that are about
// it, or about all.

// GlobalRules returns what holds for globals on each line: what a configuration says, and on top
// of that the comments. Any number of goroutines may ask.
func (s *Set) GlobalRules(c *config.Config) func(line int) globals.Rules {
	g := &globalFrames{config: c, byName: map[string][]*frame{}, merged: map[string]*config.Config{}}
	if s != nil {
		g.track = &s.tracks[pragma.OfLuacheck]
		for _, f := range g.track.frames {
			g.add(f)
		}
	}
	if len(g.byName)+len(g.general) == 0 {
		return func(int) globals.Rules { return c }
	}
	return func(line int) globals.Rules { return globalsOnLine{g, g.track.at(line)} }
}

// globalFrames is the comments about globals.
type globalFrames struct {
	config  *config.Config
	track   *track
	general []*frame            // about all names, by number
	byName  map[string][]*frame // about a name

	lock   sync.Mutex
	merged map[string]*config.Config // by name and the comments in force; guarded by lock
}

func (g *globalFrames) add(f *frame) {
	if f.layer == nil || !f.layer.SaysOfGlobals() {
		return
	}
	names, ok := f.layer.GlobalNames()
	if !ok {
		g.general = append(g.general, f)
		return
	}
	for _, name := range names {
		if of := g.byName[name]; len(of) == 0 || of[len(of)-1] != f {
			g.byName[name] = append(of, f)
		}
	}
}

// globalsOnLine is what holds in the innermost comment in force on a line; nil if there is
// none.
type globalsOnLine struct {
	*globalFrames
	inner *frame
}

// Global returns what Config.Global does, on the line.
func (o globalsOnLine) Global(name string, indices ...std.Index) std.Status {
	return o.configFor(name, o.byName[name]).Global(name, indices...)
}

// Defines reports what Config.Defines does, on the line.
func (o globalsOnLine) Defines(isTop bool) bool { return o.configFor("", nil).Defines(isTop) }

// IsModule reports what Config.IsModule does, on the line.
func (o globalsOnLine) IsModule() bool { return o.configFor("", nil).IsModule() }

// Scope returns Config.Scope of the file: no comment says which other files there are.
func (o globalsOnLine) Scope() std.Scope { return o.config.Scope() }

// configFor returns what holds for a name, or where there is none for all of them, if besides those
// about all some comments are about it.
func (o globalsOnLine) configFor(name string, about []*frame) *config.Config {
	key := []byte(name)
	var layers []*config.Layer
	general := o.general
	for len(about)+len(general) > 0 {
		var next *frame
		if len(general) == 0 || len(about) > 0 && about[0].number < general[0].number {
			next, about = about[0], about[1:]
		} else {
			next, general = general[0], general[1:]
		}
		if o.inner != nil && next.number <= o.inner.number && o.inner.number <= next.last {
			layers = append(layers, next.layer)
			key = binary.AppendUvarint(append(key, 0), uint64(next.number))
		}
	}
	if len(layers) == 0 {
		return o.config
	}
	o.lock.Lock() // passes over one file may be asked at once
	defer o.lock.Unlock()
	c := o.merged[string(key)]
	if c == nil {
		c = o.config.ForGlobal(name, layers...)
		o.merged[string(key)] = c
	}
	return c
}
