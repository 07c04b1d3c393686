// Package metamodel judges messages of a language server by the meta-model of the Language Server Protocol, version
// 3.18: requests, notifications and responses, each property of them, unknown ones refused.
//
// The facts of the meta-model stand in table.txt, a line for each name, without its sentences. They come from the
// metaModel.json of Microsoft's vscode-languageserver-node (MIT licence; tag release/protocol/3.18.0, from which the
// npm package vscode-languageserver-protocol is made, without this file), which the module go.lsp.dev/protocol carries: the test of
// this package makes the table of that (-update), and holds that it is no other.
package metamodel

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

// table has a line for each name; what the words mean stands in its head.
//
//go:embed table.txt
var table string

// kind says what values a typ has.
type kind uint8

const (
	base    kind = iota // name says which
	ref                 // what name stands for
	literal             // the text name
	array               // of parts[0]
	mapping             // from parts[0] to parts[1]
	or                  // one of parts
	and                 // all of parts
	tuple               // parts, in order
	object              // with props
)

// typ is a type of the meta-model.
type typ struct {
	kind  kind
	name  string
	parts []*typ
	props []property
}

// property is a property of a structure.
type property struct {
	name       string
	isOptional bool
	typ        *typ
}

// structure is a structure, and the names of those whose properties it has too.
type structure struct {
	also  []string
	props []property
}

// enumeration is the values of an enumeration, as JSON writes them.
type enumeration struct {
	base   *typ
	isOpen bool // others are allowed too
	values []string
}

// message is a request or a notification. What it does not have is nil.
type message struct {
	isRequest                                bool
	fromClient, fromServer                   bool
	params, result, partial, data, registers *typ
}

// model is the meta-model.
type model struct {
	structures   map[string]*structure
	enumerations map[string]*enumeration
	aliases      map[string]*typ
	messages     map[string]*message // by method
	registers    map[string]*typ     // the options of a registration, by its method
}

// bases is the names of base types.
var bases = []string{"string", "integer", "uinteger", "decimal", "boolean", "null", "DocumentUri", "URI"}

// readTable reads a table. It panics if that is none.
func readTable(text string) *model {
	m := &model{map[string]*structure{}, map[string]*enumeration{}, map[string]*typ{}, map[string]*message{}, map[string]*typ{}}
	var in *structure
	for line := range strings.Lines(text) {
		r := reader{strings.Fields(line)}
		switch {
		case len(r.words) == 0 || r.words[0] == "#":
		case line[0] == '\t':
			in.props = append(in.props, r.property())
		default:
			in = m.add(r.next(), &r)
		}
	}
	return m
}

// add adds what a line says, and returns the structure whose properties follow.
func (m *model) add(what string, r *reader) (in *structure) {
	name := r.next()
	switch what {
	case "structure":
		in = &structure{also: r.words}
		m.structures[name] = in
	case "enumeration":
		e := &enumeration{base: r.typ()}
		e.isOpen = r.next() == "open"
		e.values = r.words
		m.enumerations[name] = e
	case "alias":
		m.aliases[name] = r.typ()
	case "request", "notification":
		s := &message{isRequest: what == "request"}
		direction := r.next()
		s.fromClient, s.fromServer = direction != "serverToClient", direction != "clientToServer"
		for len(r.words) > 0 {
			*map[string]**typ{"params": &s.params, "result": &s.result, "partial": &s.partial, "data": &s.data, "registers": &s.registers}[r.next()] = r.typ()
		}
		m.messages[name] = s
		m.registers[name] = s.registers
	case "registration": // of several messages, by a method of its own
		m.registers[name] = r.typ()
	default:
		panic("the table has " + what)
	}
	return in
}

// reader reads the words of a line.
type reader struct{ words []string }

func (r *reader) next() string {
	word := r.words[0]
	r.words = r.words[1:]
	return word
}

func (r *reader) property() property {
	name, isOptional := strings.CutSuffix(r.next(), "?")
	return property{name, isOptional, r.typ()}
}

// typ reads a type: the words in front of what it is made of.
func (r *reader) typ() *typ {
	word := r.next()
	switch what, count, _ := strings.Cut(word, ":"); {
	case strings.HasPrefix(word, `"`):
		return &typ{kind: literal, name: strings.Trim(word, `"`)}
	case slices.Contains(bases, word):
		return &typ{kind: base, name: word}
	case what == "array":
		return &typ{kind: array, parts: []*typ{r.typ()}}
	case what == "map":
		return &typ{kind: mapping, parts: []*typ{r.typ(), r.typ()}}
	case count == "":
		return &typ{kind: ref, name: word}
	default:
		t := &typ{kind: map[string]kind{"or": or, "and": and, "tuple": tuple, "object": object}[what]}
		var n int
		_, _ = fmt.Sscan(count, &n)
		for range n {
			if t.kind == object {
				t.props = append(t.props, r.property())
			} else {
				t.parts = append(t.parts, r.typ())
			}
		}
		return t
	}
}

// propertiesOf returns the properties of a structure, those that it has of others too.
func (m *model) propertiesOf(s *structure) (all []property) {
	for _, name := range s.also {
		all = append(all, m.propertiesOf(m.structures[name])...)
	}
	// A property of its own is in the place of one of the same name.
	all = slices.DeleteFunc(all, func(p property) bool {
		return slices.ContainsFunc(s.props, func(own property) bool { return own.name == p.name })
	})
	return append(all, s.props...)
}
