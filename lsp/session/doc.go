// Package session holds what an editor has open: the newest snapshot of each
// document, and what has been computed from it.
//
// A Session is the only mutable object of the server. A Snapshot never changes:
// whoever got one may use it for as long as it likes, while the document moves on.
// What is computed from a snapshot is computed once, when it is first asked for,
// and shared by all who ask; whoever waits for it can give up by its context. The next
// snapshot is analysed with what is known of the functions that it has in common with this one
// (facts.Bodies).
//
// The package knows nothing of the protocol: documents are named by an opaque
// key, places are byte offsets.
package session
