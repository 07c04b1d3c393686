package luacheck

import "errors"

// What it calls the failure to read a file, and to run a rockspec.
const (
	IOError      = "I/O error"
	syntaxFault  = "Syntax error"
	RuntimeFault = "Runtime error"
)

// faultCodes is the codes of these for Visual Studio.
var faultCodes = map[string]string{IOError: "F1", syntaxFault: "F2", RuntimeFault: "F3"}

// Kind returns what it calls an error that was known before the file was read.
func Kind(err error) string {
	if e, ok := errors.AsType[*rockspecError](err); ok {
		return e.kind
	}
	return IOError
}

// rockspecError is why it is not known what a rockspec stands for.
type rockspecError struct{ kind, message string }

// Error returns the message alone, without its kind.
func (e *rockspecError) Error() string { return e.message }
