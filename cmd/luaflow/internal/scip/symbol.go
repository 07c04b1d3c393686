package scip

import (
	"strconv"
	"strings"

	"luaflow/analysis/symbols"
)

// namer names the things of one file.
type namer struct {
	*Program
	path  string
	file  *symbols.File
	names map[symbols.ID]string
	local int // how many local symbols there are
}

// of returns the symbol of a thing.
func (n *namer) of(id symbols.ID) string {
	name, ok := n.names[id]
	if !ok {
		name = n.make(&n.file.Things[id])
		n.names[id] = name
	}
	return name
}

func (n *namer) make(x *symbols.Thing) string {
	switch x.Kind {
	case symbols.Global:
		return n.global(x.Name)
	case symbols.Module:
		symbol, _ := n.module(n.path, x.Name)
		return symbol
	case symbols.Self:
		return n.Program.file(n.path)
	case symbols.Field:
		if owner, of := n.owner(&n.file.Things[x.Owner], x.Owner); !isLocal(owner) {
			return n.giver(owner, of, x.Name) + identifier(x.Name) + "."
		}
	}
	n.local++
	return localPrefix + strconv.Itoa(n.local)
}

// owner returns the symbol of a thing with fields, and the file whose own table that is, nil if it is none's. It is that of a module where a field
// holds one.
func (n *namer) owner(x *symbols.Thing, id symbols.ID) (symbol string, of *Member) {
	switch x.Kind {
	case symbols.Self:
		return n.of(id), n.members[n.path]
	case symbols.Module:
		return n.module(n.path, x.Name)
	case symbols.Field:
		_, m := n.owner(&n.file.Things[x.Owner], x.Owner)
		if m != nil && m.exports.Modules[x.Name] != "" {
			return n.module(m.summary.Path, m.exports.Modules[x.Name])
		}
	}
	return n.of(id), nil
}

const localPrefix = "local "

// isLocal reports whether a symbol is known in its file alone.
func isLocal(symbol string) bool { return strings.HasPrefix(symbol, localPrefix) }
