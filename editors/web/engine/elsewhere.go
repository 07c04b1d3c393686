//go:build !(js && wasm)

// Command engine is luaflow for a page in a browser. It is built for WebAssembly alone: see main.go.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "this program is for a page in a browser: build it with GOOS=js GOARCH=wasm")
	os.Exit(1)
}
