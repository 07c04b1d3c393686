package metamodel

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
)

// check returns what is wrong with a value, decoded with numbers as json.Number, at a path; nil if it is of a type.
func (m *model) check(t *typ, value any, path string) (wrong []string) {
	is := func(ok bool, what string) []string {
		if ok {
			return nil
		}
		return []string{fmt.Sprintf("%s: %s is no %s", path, shown(value), what)}
	}
	switch t.kind {
	case base:
		return is(isBase(t.name, value), t.name)
	case literal:
		return is(value == any(t.name), fmt.Sprintf("%q", t.name))
	case ref:
		return m.checkNamed(t.name, value, path)
	case array:
		list, ok := value.([]any)
		wrong = is(ok, "array")
		for i, x := range list {
			wrong = append(wrong, m.check(t.parts[0], x, fmt.Sprintf("%s[%d]", path, i))...)
		}
	case tuple:
		list, ok := value.([]any)
		wrong = is(ok && len(list) == len(t.parts), "tuple")
		for i := range min(len(list), len(t.parts)) {
			wrong = append(wrong, m.check(t.parts[i], list[i], fmt.Sprintf("%s[%d]", path, i))...)
		}
	case mapping:
		object, ok := value.(map[string]any)
		wrong = is(ok, "map")
		for _, key := range slices.Sorted(maps.Keys(object)) {
			wrong = append(wrong, m.check(t.parts[0], key, path+" key")...)
			wrong = append(wrong, m.check(t.parts[1], object[key], path+"."+key)...)
		}
	case or:
		return m.checkOr(t, value, path)
	case and:
		var props []property
		for _, part := range t.parts {
			props = append(props, m.propertiesOf(m.structures[part.name])...)
		}
		return m.checkObject(props, value, path)
	case object:
		return m.checkObject(t.props, value, path)
	}
	return wrong
}

// checkOr holds a value against all that it may be, and returns what is wrong with it as that which fits best.
func (m *model) checkOr(t *typ, value any, path string) (least []string) {
	for i, part := range t.parts {
		wrong := m.check(part, value, path)
		if len(wrong) == 0 {
			return nil
		}
		if i == 0 || len(wrong) < len(least) {
			least = wrong
		}
	}
	if len(least) == 1 {
		return []string{least[0] + ", nor one of the others that it may be"}
	}
	return least
}

// checkNamed holds a value against what has a name.
func (m *model) checkNamed(name string, value any, path string) []string {
	if alias := m.aliases[name]; alias != nil {
		return m.check(alias, value, path)
	}
	if s := m.structures[name]; s != nil {
		return m.checkObject(m.propertiesOf(s), value, path)
	}
	e := m.enumerations[name]
	if e == nil {
		return []string{path + ": the meta-model has no " + name}
	}
	if wrong := m.check(e.base, value, path); wrong != nil || e.isOpen {
		return wrong
	}
	if text, _ := json.Marshal(value); !slices.Contains(e.values, string(text)) {
		return []string{fmt.Sprintf("%s: %s is no %s", path, text, name)}
	}
	return nil
}

// checkObject holds a value against properties. Others it must not have.
func (m *model) checkObject(props []property, value any, path string) (wrong []string) {
	object, ok := value.(map[string]any)
	if !ok {
		return []string{fmt.Sprintf("%s: %s is no object", path, shown(value))}
	}
	known := map[string]bool{}
	for _, p := range props {
		known[p.name] = true
		x, has := object[p.name]
		switch {
		case has:
			wrong = append(wrong, m.check(p.typ, x, path+"."+p.name)...)
		case !p.isOptional:
			wrong = append(wrong, fmt.Sprintf("%s.%s: missing", path, p.name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if !known[name] {
			wrong = append(wrong, fmt.Sprintf("%s.%s: unknown", path, name))
		}
	}
	return wrong
}

// isBase reports whether a value is of a base type.
func isBase(name string, value any) bool {
	switch value := value.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case json.Number:
		n, err := value.Int64()
		switch name {
		case "integer":
			return err == nil && n >= math.MinInt32 && n <= math.MaxInt32
		case "uinteger":
			return err == nil && n >= 0 && n <= math.MaxInt32
		}
		return name == "decimal"
	case string:
		if name == "DocumentUri" || name == "URI" {
			u, err := url.Parse(value)
			return err == nil && u.Scheme != ""
		}
		return name == "string"
	}
	return false
}

// shown returns a value as it may stand in a sentence.
func shown(value any) string {
	text, _ := json.Marshal(value)
	if len(text) > 60 {
		return string(text[:57]) + "…"
	}
	return string(text)
}
