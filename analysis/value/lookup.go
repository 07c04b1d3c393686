package value

import (
	"iter"
	"strings"

	"luaflow/compile/syntax"
)

// This file finds names where a program looks for them: among the standard ones and those of
// the hosts that it runs in.

// Library is the names that a program finds where it runs: the standard ones, and those of
// hosts, which go before them. No two hosts give the same name.
type Library struct {
	Dialects syntax.Dialect // none is Lua 5.3
	Hosts    Hosts          // 0 for the standard names alone
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
		if n := hosts[i].read(i).at(p); n != 0 {
			return n
		}
	}
	return standard.at(p)
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
