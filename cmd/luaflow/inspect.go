package main

import (
	"bytes"
	"io"

	"luaflow/analysis/flow"
	"luaflow/analysis/printable"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/compile"
	"luaflow/compile/bytecode"
)

// inspect verifies and dumps the code of a unit without errors.
func inspect(o *console.Outcome, con *console.Console, u *compile.Unit) {
	if con.Debug.Has(console.DebugVerify) {
		if err := verify(u.Main); err != nil {
			o.Fail(console.ExitUnreadable, "verify: %s: %s (a bug of luaflow: please report it)", u.File.Name(), err)
		}
	}
	if con.Debug.Has(console.DebugDump) {
		var b bytes.Buffer
		_ = list(&b, u.Main) // a Buffer takes everything
		o.Err = append(o.Err, printable.Lines(b.String())...)
	}
}

func verify(main *bytecode.Proto) error {
	if err := bytecode.Verify(main); err != nil {
		return err
	}
	p := flow.New(main, new(flow.Memory))
	for i := range p.Funcs {
		if err := p.Funcs[i].CheckGraph(); err != nil {
			return err
		}
	}
	return nil
}

func list(w io.Writer, main *bytecode.Proto) error {
	return bytecode.List(w, main, bytecode.ListOptions{})
}
