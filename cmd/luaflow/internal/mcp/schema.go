package mcp

import (
	"reflect"
	"strings"
)

// schema is a JSON schema of what a type is written as.
type schema map[string]any

// schemaOf returns the schema of a type, which is made of structs, slices, arrays, pointers, texts, whole numbers and
// truth values. The tag jsonschema of a field describes it; one that may be omitted is not required.
func schemaOf(t reflect.Type) schema {
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem())
	case reflect.String:
		return schema{"type": "string"}
	case reflect.Int:
		return schema{"type": "integer"}
	case reflect.Bool:
		return schema{"type": "boolean"}
	case reflect.Slice:
		return schema{"type": "array", "items": schemaOf(t.Elem())}
	case reflect.Array:
		return schema{"type": "array", "items": schemaOf(t.Elem()), "minItems": t.Len(), "maxItems": t.Len()}
	case reflect.Struct:
		return objectOf(t)
	}
	panic("no schema for " + t.String())
}

// objectOf returns the schema of a struct: with the fields of what it embeds, and no others.
func objectOf(t reflect.Type) schema {
	properties, required := schema{}, []string{}
	for _, field := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous || name == "" {
			continue
		}
		of := schemaOf(field.Type)
		if words := field.Tag.Get("jsonschema"); words != "" {
			of["description"] = words
		}
		properties[name] = of
		if options != "omitempty" {
			required = append(required, name)
		}
	}
	return schema{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}
