package instances

import (
	"slices"
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/compile/bytecode"
)

// A Field stands for the fields of one name in tables that may stand for one another: what writes to one of them may write to any.
type Field struct {
	Name   string      // never that of a metamethod
	Stores []flow.Site // what writes it, in the order of functions and pcs; one at least
	// HasMetatable: one of the tables may have one.
	HasMetatable bool
	Others       []string // the names of other fields of the tables, which are not written alone, sorted
}

// UnreadFields returns the fields of tables that stay in a program, and whose name nothing in it has but what writes
// them: each under its name, in the order of their first stores. Names that begin with "__" are left out. There are none in
// a program with a function that is too large.
func UnreadFields(p Program) []Field {
	used, stores := writtenOnly(p)
	if len(stores) == 0 {
		return nil
	}
	t := newTracer(p)
	return t.fieldsOf(t.run(stores), used)
}

// writtenOnly returns the instructions that write fields of which nothing else has the names, in the order of functions
// and pcs, and the names that something else has.
func writtenOnly(p Program) (used map[string]bool, stores []store) {
	used = map[string]bool{}
	var operands []effect.Operand
	var isUsed []bool // by constant of a function
	for i := range p.Flow.Funcs {
		f := &p.Flow.Funcs[i]
		if f.IsLarge {
			return nil, nil
		}
		isUsed = flow.Zeroed(&isUsed, len(f.Proto.Constants))
		for pc, ins := range f.Proto.Code {
			key := writtenKey(ins)
			if key >= 0 && f.Proto.Constants[key].Kind == bytecode.KString && f.Graph.Reachable(pc) {
				stores = append(stores, store{flow.SiteAt(i, pc), f.Proto.Constants[key].Str()})
			}
			if k := effect.LoadedConstant(f.Proto, pc); k >= 0 {
				isUsed[k] = true
			}
			operands = effect.Operands(f.Proto, pc, operands[:0])
			for _, o := range operands {
				switch {
				case !o.IsConstant():
				case o.Index() == key:
					key = -1 // what follows is the value
				default:
					isUsed[o.Index()] = true
				}
			}
		}
		for k, c := range f.Proto.Constants {
			if isUsed[k] && c.Kind == bytecode.KString {
				used[c.Str()] = true
			}
		}
	}
	return used, slices.DeleteFunc(stores, func(s store) bool { return used[s.name] || strings.HasPrefix(s.name, "__") })
}

// writtenKey returns the index of the constant under which an instruction writes a field; -1 if it writes none, or under
// another key.
func writtenKey(ins bytecode.Instruction) int {
	switch effect.ReferenceOf(ins) {
	case effect.WritesField, effect.WritesUpvalueField:
		if rk := effect.Key(ins); bytecode.IsK(rk) {
			return bytecode.KIndex(rk)
		}
	}
	return -1
}

// fieldsOf returns the fields that stores write of tables which stay in the program.
func (t *tracer) fieldsOf(stores []store, used map[string]bool) (found []Field) {
	type field struct {
		class int32
		name  string
	}
	at, others, hasMetatable := map[field]int{}, map[int32][]string{}, map[int32]bool{}
	for _, m := range t.metatable {
		hasMetatable[t.find(m[0])] = true
	}
	for _, s := range stores {
		class := t.written(s.Site)
		if class == unknown {
			continue
		}
		if r := t.of(class); !r.isMade || !r.isRead || r.isOpen || r.isText {
			continue
		}
		i, known := at[field{class, s.name}]
		if !known {
			i = len(found)
			at[field{class, s.name}] = i
			if _, known := others[class]; !known {
				others[class] = t.others(class, used)
			}
			found = append(found, Field{Name: s.name, HasMetatable: hasMetatable[class], Others: others[class]})
		}
		found[i].Stores = append(found[i].Stores, s.Site)
	}
	return found
}

// others returns the names of fields of tables in a class that something uses, sorted.
func (t *tracer) others(class int32, used map[string]bool) (names []string) {
	for name := range t.of(class).fields {
		if used[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
