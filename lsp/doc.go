// Package lsp is the language server: the Language Server Protocol, version 3.18,
// over one pair of byte streams.
//
// Serve is the server. Client is a small editor that talks to it, for tests and
// for the demo. Nothing outside this package imports the protocol.
//
// # Order and concurrency
//
// The connection reads one message at a time. Notifications are handled on its
// reader, so that changes of a document are applied in wire order. A call decodes
// its parameters and takes its snapshot on the reader too, and only then is it
// released to run beside what follows; so it sees exactly the changes that were
// sent before it. initialize and shutdown are never released.
//
// The reader must not wait: not for an analysis, and not for the client, for which answers wait in memory
// (see outbox); if they are too large, the client gets errors in their place. (But for a client that
// leaves a thousand answers unread it reads no more; and at the
// very end it does, for a bounded time: a conversation that was written in one go is
// still answered.) What the server says of its own accord, the published
// diagnostics, is said by one goroutine for each open document (see publisher).
//
// # Errors
//
// The library ends the connection if a handler panics, or if the handler of a
// notification returns an error. Neither may pass the edge, the outermost handler:
// there a panic becomes an internal error for that one call, and the error of a
// notification becomes a line of the log.
//
// # What is sent
//
// In the tests of this package each message of a server is judged by the protocol's meta-model, whatever else the
// test is about: see TestMain and lsp/testkit/metamodel.
package lsp
