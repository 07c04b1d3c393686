package lsp

import (
	"bytes"

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
