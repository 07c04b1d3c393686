// Package mcp is the server for agents: check, explain, slice, definition, value tree and a preview of fixes
// as tools of the Model Context Protocol.
//
// It is a second client of lsp/session, beside package lsp: what is known of a text is found and kept in
// the same way for an agent as for an editor. It stands with the commands, and not beside lsp,
// because its answers are those of the terminal, to the word: findings, reasons, slices and diffs are
// printed by cmd/luaflow/internal/report, and what holds for a file is what the flags and configuration files
// say by cmd/luaflow/internal/settings. Nothing outside of this package imports the protocol.
//
// # Answers
//
// Each answer is text with numbered lines of source, and the same in a structure. Both together are no
// longer than maxAnswer: an answer is made of items (findings, steps, lines), those that do not fit are
// counted, and the answer says with which argument the next ones are asked for. Texts of a program have escapes in
// the place of what could command whoever reads them (package printable).
//
// # Files
//
// A file is named by its path in one of the folders that the server was started with, its roots, and read
// through os.Root: neither dots nor links lead out of them. Nothing is ever written: a fix is shown
// as a diff.
//
// # The protocol
//
// What a server of tools needs of the protocol is five methods, and stands here (rpc.go, serve.go). The SDK,
// github.com/modelcontextprotocol/go-sdk, is the client in the tests, and judges all that is sent. In the program it
// would have to be linked with what it has for HTTP and OAuth, which every command would initialize: 1.1 million
// instructions at the start of luaflow check (2.5 million without it), and 7.3 MB (of 23.5 MB).
package mcp
