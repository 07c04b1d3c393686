//go:build js && wasm

// Command engine is luaflow for a page in a browser: an explore.Explorer that the page runs itself, as WebAssembly.
//
//	GOOS=js GOARCH=wasm go build -trimpath -ldflags="-s -w" -o luaflow.wasm ./editors/web/engine
//
// It defines one function on globalThis: luaflowAsk takes a request as text and returns the answer, as Explorer.Handle
// does. Once that is there it calls luaflowReady, if the page has such a function, and then waits to be asked.
package main

import (
	"context"
	"runtime/debug"
	"syscall/js"

	"luaflow/analysis/explore"
)

func main() {
	debug.SetGCPercent(400) // there is one processor, and a page has room for the garbage of a few keystrokes
	x := explore.New()
	js.Global().Set("luaflowAsk", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) == 0 {
			return string(x.Handle(context.Background(), nil))
		}
		return string(x.Handle(context.Background(), []byte(args[0].String())))
	}))
	if ready := js.Global().Get("luaflowReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {}
}
