package value

import "sync"

// This file defines hosts: programs that run Lua and give it names beside the standard
// ones. Their tables, host_NAME.go, are of the form that row.go defines, with three things more:
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

// read reads the table of host number i, once.
func (h *host) read(i int) *vocabulary {
	h.once.Do(func() {
		first := Name(i+1) << hostShift
		v := newVocabulary(8 * len(h.rows))
		for k := range h.rows {
			for name := range h.rows[k].names() {
				v.add(name, &h.rows[k], first, standard)
			}
		}
		h.names = v
	})
	return h.names
}
