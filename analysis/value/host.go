package value

import (
	"iter"
	"strings"
	"sync"

	"luaflow/compile/syntax"
)

// This file defines hosts: programs that run Lua and give it names beside the standard
// ones. Their tables, host_NAME.go, are of the form of library.go, with three things more:
//
//   - `love.graphics: getWidth getHeight` in place of a name stands for a row for each of
//     these fields;
//   - a row may be of a name that the standard has as well, which goes before that;
//   - a row may be of another name of what has a row.
//
// A table is read when something first asks for a name of its host. What is not certain
// of a function is not said, and a function without a row may do anything.

// Hosts is a set of hosts.
type Hosts uint16

// The hosts. Luanti is called Minetest as well.
const (
	Busted Hosts = 1 << iota
	Love
	Luanti
	Neovim
	NgxLua
	Playdate
)

// hosts is by host what it gives.
var hosts = [...]host{
	{name: "busted", rows: busted},
	{name: "love", rows: love, module: "love"},
	{name: "minetest", rows: luanti},
	{name: "neovim", rows: neovim},
	{name: "ngx_lua", rows: ngxLua, module: "ngx"},
	{name: "playdate", rows: playdate},
}

// host is one of them. Its place in hosts, from 1 on, is in its names the number above
// hostShift, which the standard ones have not.
type host struct {
	name   string // of the standard of its globals
	rows   []row
	module string // what `require` gives under its name; "" if it gives none
	once   sync.Once
	names  *vocabulary
}

const hostShift = 12

// HostNamed returns the host whose globals are the standard of that name; none if there is no
// such host.
func HostNamed(standard string) Hosts {
	if standard == "luanti" {
		return Luanti
	}
	for i := range hosts {
		if hosts[i].name == standard {
			return 1 << i
		}
	}
	return 0
}

const (
	sameAs     = "another name of " // in place of the arguments, in front of the other name
	calledWith = "a table, called with "
)

// read reads the table of host number i, once.
func (h *host) read(i int) *vocabulary {
	h.once.Do(func() {
		first := Name(i+1) << hostShift
		v := &vocabulary{make([]definition, 1, 8*len(h.rows)), make(map[path]Name, 8*len(h.rows))}
		for k := range h.rows {
			for name := range h.rows[k].names() {
				v.add(name, &h.rows[k], first, standard)
			}
		}
		h.names = v
	})
	return h.names
}

// names returns the names that a row is about.
func (r *row) names() iter.Seq[string] {
	return func(yield func(string) bool) {
		in, fields, isList := strings.Cut(r.name, ": ")
		if !isList {
			yield(r.name)
			return
		}
		for field := range strings.FieldsSeq(fields) {
			if !yield(in + "." + field) {
				return
			}
		}
	}
}

// IsOfHost reports whether n is a name that a host gives.
func (n Name) IsOfHost() bool {
	host := int(n >> hostShift)
	return 0 < host && host <= len(hosts)
}

// Library is the names that a program finds where it runs: the standard ones, and those of
// hosts, which go before them. No two hosts give the same name.
type Library struct {
	Dialects syntax.Dialect // none is Lua 5.3
	Hosts    Hosts
}

// Global returns the name of a global variable; 0 if it is not one.
func (l Library) Global(name string) Name {
	if l.Hosts == 0 {
		return Global(name)
	}
	return l.at(path{key: name})
}

// Field returns the name of a field of n, `_G` included; 0 if it is not one.
func (l Library) Field(n Name, key string) Name {
	switch {
	case l.Hosts == 0:
		return n.Field(key)
	case n == nameG:
		return l.Global(key)
	}
	return l.at(path{n, key})
}

// at returns the name that is found in one place.
func (l Library) at(p path) Name {
	for i := range hosts {
		if l.Hosts>>i&1 == 0 {
			continue
		}
		if n := hosts[i].read(i).names[p]; n != 0 {
			return n
		}
	}
	return standard.names[p]
}

// Lookup returns the name that is written with dots; 0 if there is none.
func (l Library) Lookup(dotted string) Name {
	n := nameG
	for key := range strings.SplitSeq(dotted, ".") {
		if n = l.Field(n, key); n == 0 {
			return 0
		}
	}
	return n
}

// Module returns the table of a host, or the standard one, that `require` gives under a name;
// 0 if it is not one.
func (l Library) Module(name string) Name {
	n := l.Global(name)
	if n == 0 || !n.MayBeTable() || n.IsOfHost() && hosts[n>>hostShift-1].module != name {
		return 0
	}
	return n
}

// HostTables returns the tables that the hosts give.
func (l Library) HostTables() iter.Seq[Name] {
	return func(yield func(Name) bool) {
		for n := range l.HostNames() {
			if n.MayBeTable() && !yield(n) {
				return
			}
		}
	}
}

// HostNames returns all names that the hosts give, a table before its fields.
func (l Library) HostNames() iter.Seq[Name] {
	return func(yield func(Name) bool) {
		for i := range hosts {
			if l.Hosts>>i&1 == 0 {
				continue
			}
			for k := 1; k < len(hosts[i].read(i).definitions); k++ {
				if !yield(Name(i+1)<<hostShift + Name(k)) {
					return
				}
			}
		}
	}
}

// Key returns the last of the names in a name with dots: that of the field that it is.
func (n Name) Key() string {
	name := n.String()
	return name[strings.LastIndexByte(name, '.')+1:]
}
