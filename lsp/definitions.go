package lsp

import (
	"strings"
	"sync"

	"luaflow/analysis/config"
	"luaflow/analysis/definitions"
	"luaflow/analysis/project"
)

// projectDefinitions knows what the definition files of projects and of their libraries say, by the configurations that name these.
// They are read when the first document is checked for which there are some, beside that: until they are known nothing rests on them. They
// are looked at again when files have changed. When they say something else all is checked again that rests on them.
type projectDefinitions struct {
	server *server
	files  project.Definitions

	mu     sync.Mutex
	named  map[string]*described // by the paths of folders
	isOld  bool                  // files may have changed since they were read
	isBusy bool                  // they are just being read,
	again  bool                  // and then again
}

// described is what definition files say of one project, by one configuration.
type described struct {
	own   string // the folder of the workspace; "" if it is none of those
	rules *config.Config
	table *definitions.Table // what they said when they were read last; nil if they were not
}

func newDefinitions(s *server) *projectDefinitions {
	d := &projectDefinitions{server: s, named: map[string]*described{}}
	if s.options.Record != nil {
		d.files.OnRead = s.options.Record.File
	}
	return d
}

// of returns what is known to be said of the project of a file, for which a configuration holds, and has it read if nobody has.
func (d *projectDefinitions) of(path string, rules *config.Config) *definitions.Table {
	own := ""
	if d.server.own.workspaceMode() != workspaceOff {
		own = d.server.configuration.workspaceOf(path)
	}
	var key strings.Builder
	key.WriteString(own)
	for _, library := range rules.Libraries() {
		key.WriteByte(0)
		key.WriteString(library.Value)
	}
	if key.Len() == 0 {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	known := d.named[key.String()]
	if known == nil {
		known = &described{own: own, rules: rules}
		d.named[key.String()] = known
		d.begin()
	}
	return known.table
}

// changed starts another look at the files that somebody has asked for.
func (d *projectDefinitions) changed() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.named) > 0 {
		d.isOld = true
		d.begin()
	}
}

// begin reads what is not known, beside what comes next. Who calls it holds the lock.
func (d *projectDefinitions) begin() {
	if d.again = d.isBusy; !d.isBusy {
		d.isBusy = true
		d.server.spawn(d.read)
	}
}

// read reads the files until nobody asks for more, and has all checked again for which they say something else.
func (d *projectDefinitions) read() {
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

// readOnce reads the files that are known by now, and reports whether one says something else.
func (d *projectDefinitions) readOnce() (isNew bool) {
	ctx := d.server.publisher.ctx
	d.mu.Lock()
	all := make([]*described, 0, len(d.named))
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
		table := d.files.Of(l.own, l.rules, d.server.configuration.loaderOf, func() bool {
			d.server.foreground.standBack(ctx)
			return ctx.Err() != nil
		})
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
