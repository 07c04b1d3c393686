package lsp

import (
	"strings"
	"sync"

	"luaflow/analysis/config"
	"luaflow/analysis/definitions"
	"luaflow/analysis/project"
)

// libraryDefinitions knows what the definition files of libraries say, by the configurations that name these. They are read
// when the first document is checked for which there are some, beside that: until they are known nothing rests on them. They
// are looked at again when files have changed. When they say something else all is checked again that rests on them.
type libraryDefinitions struct {
	server *server
	files  project.Definitions

	mu     sync.Mutex
	named  map[string]*libraries // by their paths
	isOld  bool                  // files may have changed since they were read
	isBusy bool                  // they are just being read,
	again  bool                  // and then again
}

// libraries is those of one configuration.
type libraries struct {
	rules *config.Config
	table *definitions.Table // what they said when they were read last; nil if they were not
}

func newDefinitions(s *server) *libraryDefinitions {
	d := &libraryDefinitions{server: s, named: map[string]*libraries{}}
	if s.options.Record != nil {
		d.files.OnRead = s.options.Record.File
	}
	return d
}

// of returns what is known to be said by the libraries that a configuration names, and has them read if nobody has.
func (d *libraryDefinitions) of(rules *config.Config) *definitions.Table {
	var key strings.Builder
	for _, library := range rules.Libraries() {
		key.WriteString(library.Value)
		key.WriteByte(0)
	}
	if key.Len() == 0 {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	known := d.named[key.String()]
	if known == nil {
		known = &libraries{rules: rules}
		d.named[key.String()] = known
		d.begin()
	}
	return known.table
}

// changed starts another look at the libraries that somebody has asked for.
func (d *libraryDefinitions) changed() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.named) > 0 {
		d.isOld = true
		d.begin()
	}
}

// begin reads what is not known, beside what comes next. Who calls it holds the lock.
func (d *libraryDefinitions) begin() {
	if d.again = d.isBusy; !d.isBusy {
		d.isBusy = true
		d.server.spawn(d.read)
	}
}

// read reads the libraries until nobody asks for more, and has all checked again for which they say something else.
func (d *libraryDefinitions) read() {
	for goesOn := true; goesOn; {
		isNew := d.readOnce()
		d.mu.Lock()
		goesOn = d.again
		d.isBusy, d.again = goesOn, false
		d.mu.Unlock()
		if isNew {
			d.server.configuration.look()
			d.server.files.changed()
		}
	}
}

// readOnce reads the libraries that are known by now, and reports whether one says something else.
func (d *libraryDefinitions) readOnce() (isNew bool) {
	ctx := d.server.publisher.ctx
	d.mu.Lock()
	all := make([]*libraries, 0, len(d.named))
	for _, l := range d.named {
		all = append(all, l)
	}
	isOld := d.isOld
	d.isOld = false
	d.mu.Unlock()
	if isOld {
		d.files.Refresh()
	}
	for _, l := range all {
		d.server.foreground.standBack(ctx)
		table := d.files.Of(l.rules, d.server.configuration.loaderOf, func() bool { return ctx.Err() != nil })
		if ctx.Err() != nil {
			return false
		}
		d.mu.Lock()
		isNew = isNew || table.Digest() != l.table.Digest()
		l.table = table
		d.mu.Unlock()
	}
	return isNew
}
