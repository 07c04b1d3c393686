package luacheckrc

import "luaflow/analysis/config/tree"

// This file defines what parent and child say to each other: values of JSON, one after
// the other. Texts are bytes, for they need not be UTF-8.

// job is the first that the parent says.
type job struct {
	Name   string // for messages
	Source []byte
}

// message is what the child says: a question, after which it waits for an answer, or
// one of the two others, with the cost, and no more.
type message struct {
	Read   string      `json:",omitempty"` // a file is asked for, as seen from the configuration's folder
	Result *tree.Node  `json:",omitempty"`
	Error  *tree.Error `json:",omitempty"`
	Cost   Cost
}

// answer is the text of a file, or why there is none.
type answer struct {
	Source []byte `json:",omitempty"`
	Found  bool
	Why    string `json:",omitempty"`
}

// exitMemory is the exit code of a child that took too much memory.
const exitMemory = 3

// tooDeep is what is wrong with a configuration that takes too much stack.
const tooDeep = "is nested too deep"

// maxMemory is what the child may allocate while it evaluates, in bytes.
const maxMemory = 256 << 20
