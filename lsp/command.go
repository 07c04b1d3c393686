package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// This file defines the commands that actions carry. Every client that can do what they do can run them.

// showCommand shows the file whose URI is its argument.
const showCommand = "luaflow.show"

// show returns the command that shows a file.
func show(title string, file uri.URI) protocol.Command {
	text, _ := json.Marshal(file.String()) // of a string
	return protocol.Command{Title: title, Command: showCommand, Arguments: []protocol.LSPAny{text}}
}

// executeCommand runs a command.
func (s *server) executeCommand(params *protocol.ExecuteCommandParams) (work, error) {
	if params.Command != showCommand {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no command %q", params.Command)
	}
	var name string
	if len(params.Arguments) != 1 || json.Unmarshal(params.Arguments[0], &name) != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%q takes the URI of a file", showCommand)
	}
	file, err := uri.Parse(name)
	if err != nil || !file.IsFile() {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%q is no URI of a file", name)
	}
	return func(ctx context.Context) (any, error) {
		ask := protocol.ShowDocumentParams{URI: file, TakeFocus: new(true)}
		var answer protocol.ShowDocumentResult
		if err := protocol.Call(ctx, s.conn, protocol.MethodWindowShowDocument, &ask, &answer); err != nil {
			return nil, err
		}
		return nil, nil
	}, nil
}
