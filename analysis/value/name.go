package value

import (
	"strings"

	"luaflow/compile/syntax"
)

// This file tells of a Name what its table says, be it standard or of a host.

// definition returns what is known of n.
func (n Name) definition() *definition {
	if n < 1<<hostShift {
		return &standard.definitions[n]
	}
	return &hosts[n>>hostShift-1].names.definitions[n&(1<<hostShift-1)]
}

// String returns the name as it is written: "string.format".
func (n Name) String() string { return n.definition().name }

// In reports whether n is a name in all these dialects.
func (n Name) In(d syntax.Dialect) bool { return n != 0 && n.definition().dialects&d == d }

// MayBeTable reports whether n may stand for a table.
func (n Name) MayBeTable() bool { return n.definition().value.MayBe(Table) }

// IsCallable reports whether n stands for a table that is called.
func (n Name) IsCallable() bool { return n.definition().callable }

// Role returns what the function n does with its argument number arg, counted from 0.
func (n Name) Role(arg int) Role {
	roles := n.definition().roles
	if len(roles) == 0 {
		return Kept
	}
	return roles[min(arg, len(roles)-1)]
}

// OfName returns the value of a name: a function, a table, or a constant like
// math.maxinteger. A function or table may be nil, for a program that asks whether it
// is there has been written for other versions of Lua as well, or for an environment
// that keeps it away. It is Unknown if n is 0, or a name that one of
// the dialects does not have.
func (p *Pool) OfName(n Name) Value {
	s, _ := p.single()
	d := n.definition()
	if in := s.orDefault(); d.dialects&in != in {
		return Unknown
	}
	return s.own(d.value)
}

// Name returns the name whose function or table v is; 0 if v is of no name.
func (v Value) Name() Name {
	if v.is != theName {
		return 0
	}
	return Name(v.n)
}

// IsOfHost reports whether n is a name that a host gives.
func (n Name) IsOfHost() bool {
	host := int(n >> hostShift)
	return 0 < host && host <= len(hosts)
}

// Key returns the last of the names in a name with dots: that of the field that it is.
func (n Name) Key() string {
	name := n.String()
	return name[strings.LastIndexByte(name, '.')+1:]
}

// Required returns what stands in a path of names for what `require` gives for a module. It is the name of no global.
func Required(module string) string { return requires + module + `")` }

// IsRequired reports whether the first name of a path is what Required returns for some module.
func IsRequired(first string) bool { return strings.HasPrefix(first, requires) }

// ModuleOf returns for which module Required has returned what a path with dots begins with; not ok if it begins with something else.
func ModuleOf(path string) (module string, ok bool) {
	rest, ok := strings.CutPrefix(path, requires)
	module, _, isWhole := strings.Cut(rest, `")`)
	return module, ok && isWhole
}

// requires is what Required begins with.
const requires = `require("`
