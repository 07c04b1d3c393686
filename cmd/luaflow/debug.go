package main

import (
	"fmt"
	"io"
	"strings"
)

// debugEnv sets the mask for commands that somebody else starts, such as the
// server in an editor.
const debugEnv = "LUAFLOW_DEBUG"

// debugMask says what a command shows or verifies of its own insides. It is a
// flag value: a list of names with commas between.
type debugMask uint8

const (
	debugVerify debugMask = 1 << iota // code and flow graphs must pass their verifiers
	debugDump                         // the listing of every file, on the error stream
	debugTrace                        // times on the error stream; the server's messages in its log
)

// debugBits names the bits, the lowest first.
var debugBits = [...]string{"verify", "dump", "trace"}

func debugNames() string { return strings.Join(debugBits[:], ", ") }

// has reports whether all bits of b are set.
func (m debugMask) has(b debugMask) bool { return m&b == b }

// String is the list that Set reads.
func (m *debugMask) String() string {
	var names []string
	for i, name := range debugBits {
		if m.has(1 << i) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// Set adds the bits of a list such as "verify,trace".
func (m *debugMask) Set(list string) error {
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		bit, err := debugBit(name)
		if err != nil {
			return err
		}
		*m |= bit
	}
	return nil
}

// Type names the value in a flag's help.
func (m *debugMask) Type() string { return "list" }

func debugBit(name string) (debugMask, error) {
	for i, n := range debugBits {
		if n == name {
			return 1 << i, nil
		}
	}
	return 0, fmt.Errorf("unknown debug name %q: choose from %s", name, debugNames())
}

// traced logs what is read and written, as it comes.
type traced struct {
	io.Reader
	io.Writer
	log io.Writer
}

func (t traced) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	if n > 0 {
		fmt.Fprintf(t.log, "trace: from the editor: %s\n", p[:n])
	}
	return n, err
}

func (t traced) Write(p []byte) (int, error) {
	fmt.Fprintf(t.log, "trace: to the editor: %s\n", p)
	return t.Writer.Write(p)
}
