package console

import (
	"fmt"
	"io"
	"strings"
)

// DebugEnv sets the mask for commands that somebody else starts, such as the
// server in an editor.
const DebugEnv = "LUAFLOW_DEBUG"

// Debug says what a command shows or verifies of its own insides. It is a
// flag value: a list of names with commas between.
type Debug uint8

const (
	DebugVerify Debug = 1 << iota // code and flow graphs must pass their verifiers
	DebugDump                     // the listing of every file, on the error stream
	DebugTrace                    // times on the error stream; the server's messages in its log
)

// debugBits names the bits, the lowest first.
var debugBits = [...]string{"verify", "dump", "trace"}

// DebugNames lists the names that Set takes, for messages.
func DebugNames() string { return strings.Join(debugBits[:], ", ") }

// Has reports whether all bits of b are set.
func (m Debug) Has(b Debug) bool { return m&b == b }

// String returns the list that Set reads.
func (m *Debug) String() string {
	var names []string
	for i, name := range debugBits {
		if m.Has(1 << i) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// Set adds the bits of a list such as "verify,trace".
func (m *Debug) Set(list string) error {
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
func (m *Debug) Type() string { return "list" }

func debugBit(name string) (Debug, error) {
	for i, n := range debugBits {
		if n == name {
			return 1 << i, nil
		}
	}
	return 0, fmt.Errorf("unknown debug name %q: choose from %s", name, DebugNames())
}

// Traced logs what is read and written, as it comes.
type Traced struct {
	io.Reader
	io.Writer
	Log io.Writer // gets a line for each read and write
}

// Read implements io.Reader.
func (t Traced) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	if n > 0 {
		fmt.Fprintf(t.Log, "trace: from the editor: %s\n", p[:n])
	}
	return n, err
}

// Write implements io.Writer.
func (t Traced) Write(p []byte) (int, error) {
	fmt.Fprintf(t.Log, "trace: to the editor: %s\n", p)
	return t.Writer.Write(p)
}

// LongDebug returns args with a second dash for -debug written with one, as the Go tools have it;
// the flag library would read it as a cluster of one-letter flags.
func LongDebug(args []string) []string {
	out := make([]string, len(args))
	copy(out, args)
	for i, a := range out {
		if a == "--" {
			break
		}
		if a == "-debug" || strings.HasPrefix(a, "-debug=") {
			out[i] = "-" + a
		}
	}
	return out
}
