package lsp

import (
	"bytes"
	"context"
	"reflect"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// codec writes and reads parameters and results. The protocol's own functions know
// its union types; raw messages pass through as they are.
type codec struct{}

var _ jsonrpc2.Codec = codec{}

// Marshal implements jsonrpc2.Codec.
func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		if raw == nil {
			return []byte("null"), nil
		}
		return raw, nil
	}
	return protocol.Marshal(v)
}

// Unmarshal implements jsonrpc2.Codec. What it decodes owns its bytes: the
// connection uses data again, and protocol.Unmarshal copies it for structures, but
// not for a list of unions, such as the answer to a request for code actions.
func (codec) Unmarshal(data []byte, v any) error {
	data = bytes.Clone(data)
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = data
		return nil
	}
	return protocol.Unmarshal(data, v)
}

// piece is how many elements of a list are encoded between two looks at whether somebody waits for them.
const piece = 1000

// encoded returns a result in JSON, as Marshal does, or the error of the context when that has ended: a list may have a million
// elements.
func encoded(ctx context.Context, result any) ([]byte, error) {
	list := reflect.ValueOf(result)
	if list.Kind() != reflect.Slice || list.Type().Elem().Kind() == reflect.Uint8 || list.Len() <= piece {
		return codec{}.Marshal(result)
	}
	out := []byte{'['}
	for from := 0; from < list.Len(); from += piece {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		some, err := codec{}.Marshal(list.Slice(from, min(from+piece, list.Len())).Interface())
		if err != nil {
			return nil, err
		}
		if from > 0 {
			out = append(out, ',')
		}
		out = append(out, some[1:len(some)-1]...)
	}
	return append(out, ']'), nil
}
