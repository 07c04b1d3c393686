//go:build !unix && !js

package luacheckrc

// limit does nothing where the system has no limits of this kind; watch is all.
func limit() {}
