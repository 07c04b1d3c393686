package main

import (
	"bytes"
	"io"
	"time"

	"luaflow/analysis/dataflow"
	"luaflow/analysis/printable"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
)

// trace returns a function to call at the end of a phase, which then notes how
// long the phase took.
func (o *outcome) trace(con *console, phase string, f *source.File) (done func()) {
	if !con.debug.has(debugTrace) {
		return func() {}
	}
	start := time.Now()
	return func() {
		o.note("trace: %s: %s: %d bytes in %s", f.Name(), phase, f.Len(), time.Since(start))
	}
}

// inspect verifies and dumps the code of a unit without errors.
func (o *outcome) inspect(con *console, u *compile.Unit) {
	if con.debug.has(debugVerify) {
		if err := verify(u.Main); err != nil {
			o.fail(exitUnreadable, "verify: %s: %s (a bug of luaflow: please report it)", u.File.Name(), err)
		}
	}
	if con.debug.has(debugDump) {
		var b bytes.Buffer
		_ = list(&b, u.Main) // a Buffer takes everything
		o.err = append(o.err, printable.Lines(b.String())...)
	}
}

func verify(main *bytecode.Proto) error {
	if err := bytecode.Verify(main); err != nil {
		return err
	}
	p := dataflow.Analyze(main, nil)
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
