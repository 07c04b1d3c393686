package scip

import (
	"encoding/binary"
)

// The encoding of Protocol Buffers, of which SCIP uses little: https://protobuf.dev/programming-guides/encoding. That of Go's library would
// make luaflow a tenth larger. Tests read with it what is written here.

// message is an encoded message. Fields are added in the order of their numbers, and left out where they are zero.
type message []byte

// The wire types.
const (
	varint = 0
	bytes  = 2
)

func (m message) tag(field, wire uint64) message { return binary.AppendUvarint(m, field<<3|wire) }

// number adds a number.
func (m message) number(field uint64, n int32) message {
	if n == 0 {
		return m
	}
	return binary.AppendUvarint(m.tag(field, varint), uint64(n))
}

// flag adds a Boolean.
func (m message) flag(field uint64, is bool) message {
	if !is {
		return m
	}
	return m.number(field, 1)
}

// text adds a string.
func (m message) text(field uint64, text string) message {
	if text == "" {
		return m
	}
	return append(binary.AppendUvarint(m.tag(field, bytes), uint64(len(text))), text...)
}

// embed adds a message, an empty one too.
func (m message) embed(field uint64, inner message) message {
	return append(binary.AppendUvarint(m.tag(field, bytes), uint64(len(inner))), inner...)
}

// packed adds a list of numbers.
func (m message) packed(field uint64, list []int32) message {
	if len(list) == 0 {
		return m
	}
	var inner message
	for _, n := range list {
		inner = binary.AppendUvarint(inner, uint64(n))
	}
	return m.embed(field, inner)
}
