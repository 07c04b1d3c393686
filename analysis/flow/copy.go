package flow

import (
	"encoding/binary"
	"slices"
	"strings"
	"unsafe"

	"luaflow/analysis/cfg"
	"luaflow/compile/bytecode"
)

// Equal inputs, and copies for whoever keeps a Body longer than the Memory that it was made with.

// Equal reports whether the inputs agree in all that the facts of a function rest on: then the
// Body of one is that of the other.
func (in *Inputs) Equal(other *Inputs) bool {
	p, q := in.Proto, other.Proto
	return p.NumParams == q.NumParams && p.MaxStack == q.MaxStack &&
		slices.Equal(p.Code, q.Code) && slices.Equal(p.Constants, q.Constants) &&
		slices.EqualFunc(p.Upvalues, q.Upvalues, areFoundAlike) &&
		slices.EqualFunc(p.Locals, q.Locals, func(a, b bytecode.LocalVar) bool {
			return a.StartPC == b.StartPC && a.EndPC == b.EndPC
		}) &&
		in.MakesEqual(other)
}

// MakesEqual reports whether the inputs agree in what their closures access.
func (in *Inputs) MakesEqual(other *Inputs) bool {
	return slices.EqualFunc(in.Makes, other.Makes, func(a, b Closure) bool {
		return slices.EqualFunc(a.Upvalues, b.Upvalues, areFoundAlike) && slices.Equal(a.Access, b.Access)
	})
}

// areFoundAlike reports whether two upvalues are found at the same place.
func areFoundAlike(a, b bytecode.Upvalue) bool { return a.InStack == b.InStack && a.Index == b.Index }

// AppendKey appends to b all that Equal compares, so that equal inputs have the same key: something
// to compute a hash of.
func (in *Inputs) AppendKey(b []byte) []byte {
	p := in.Proto
	const constant = 16 // bytes of one, about
	b = slices.Grow(b, 4*len(p.Code)+constant*len(p.Constants))
	b = append(b, p.NumParams, p.MaxStack)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(p.Code)))
	for _, i := range p.Code {
		b = binary.LittleEndian.AppendUint32(b, uint32(i))
	}
	for _, k := range p.Constants {
		b = append(b, byte(k.Kind))
		b = binary.LittleEndian.AppendUint64(b, uint64(k.Int()))
		b = binary.LittleEndian.AppendUint32(b, uint32(len(k.Str())))
		b = append(b, k.Str()...)
	}
	b = appendUpvalues(b, p.Upvalues)
	for i := range p.Locals {
		l := &p.Locals[i]
		b = binary.LittleEndian.AppendUint32(b, uint32(l.StartPC))
		b = binary.LittleEndian.AppendUint32(b, uint32(l.EndPC))
	}
	for _, c := range in.Makes {
		b = appendUpvalues(b, c.Upvalues)
		for _, how := range c.Access {
			b = append(b, byte(how))
		}
	}
	return b
}

// appendUpvalues appends where upvalues are found.
func appendUpvalues(b []byte, upvalues []bytecode.Upvalue) []byte {
	b = append(b, byte(len(upvalues)))
	for i := range upvalues {
		up := &upvalues[i]
		if b = append(b, up.Index); up.InStack {
			b = append(b, 1)
		}
	}
	return b
}

// LeastSize returns how many bytes a Copy of the Body takes at least: what is kept of each instruction.
func (in *Inputs) LeastSize() int {
	var o Operands
	each := unsafe.Sizeof(in.Proto.Code[0]) + unsafe.Sizeof(o.FirstUse[0]) + unsafe.Sizeof(o.FirstDef[0])
	return len(in.Proto.Code) * int(each)
}

// copy returns inputs that are equal to in and hold nothing else, and adds their size to *bytes.
func (in *Inputs) copy(bytes *int) Inputs {
	p := in.Proto
	c := &bytecode.Proto{
		NumParams: p.NumParams, MaxStack: p.MaxStack,
		Code:      cfg.Own(p.Code, bytes),
		Constants: cfg.Own(p.Constants, bytes),
		Upvalues:  copyUpvalues(p.Upvalues, bytes),
		Locals:    cfg.Own(p.Locals, bytes),
	}
	for i, k := range c.Constants {
		if k.Kind == bytecode.KString {
			c.Constants[i] = bytecode.String(strings.Clone(k.Str()))
			*bytes += len(k.Str())
		}
	}
	for i := range c.Locals {
		c.Locals[i].Name = ""
	}
	makes := cfg.Own(in.Makes, bytes)
	for i := range makes {
		makes[i] = Closure{copyUpvalues(makes[i].Upvalues, bytes), cfg.Own(makes[i].Access, bytes)}
	}
	*bytes += int(unsafe.Sizeof(*c))
	return Inputs{c, makes}
}

// copyUpvalues returns where upvalues are found, without their names.
func copyUpvalues(upvalues []bytecode.Upvalue, bytes *int) []bytecode.Upvalue {
	c := cfg.Own(upvalues, bytes)
	for i := range c {
		c[i].Name = ""
	}
	return c
}

// Copy returns a copy of f that shares nothing with it, and with the rest of what its Inputs came
// with, and adds its size to *bytes.
func (f *Body) Copy(bytes *int) *Body {
	c := *f
	*bytes += int(unsafe.Sizeof(c))
	c.Inputs = f.Inputs.copy(bytes)
	c.Graph.Own(bytes)
	c.Graph.Proto = c.Proto
	c.Access = cfg.Own(f.Access, bytes)
	c.sharing = cfg.Own(f.sharing, bytes)
	o := &c.operands
	o.FirstUse, o.FirstDef = cfg.Own(o.FirstUse, bytes), cfg.Own(o.FirstDef, bytes)
	o.Registers, o.rows = cfg.Own(o.Registers, bytes), cfg.Own(o.rows, bytes)
	c.vars = variables{cfg.Own(f.vars.reg, bytes), cfg.Own(f.vars.byReg, bytes)}
	c.loops = f.loops.Copy(&c.Graph, bytes)
	if f.captured != nil {
		c.captured = f.captured.copy(bytes)
		c.captured.events = events{cfg.Own(f.captured.events.first, bytes), cfg.Own(f.captured.events.all, bytes)}
	}
	return &c
}

func (by *captured) copy(bytes *int) *captured {
	c := *by
	*bytes += int(unsafe.Sizeof(c))
	c.captures = cfg.Own(by.captures, bytes)
	c.cells = cfg.Own(by.cells, bytes)
	c.plain = cfg.Own(by.plain, bytes)
	c.observations = cfg.Own(by.observations, bytes)
	c.acting = cfg.Own(by.acting, bytes)
	return &c
}
