package summary

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// Calls of require, what they require, and what becomes of that.

// require finds the calls of require, and what is done with their values.
func (d *finder) require() {
	for i := range d.Code.Funcs {
		d.callsIn(&d.Code.Funcs[i])
		d.handed(&d.Code.Funcs[i])
		d.inStrings(&d.Code.Funcs[i])
	}
	slices.SortStableFunc(d.calls, func(a, b call) int { return cmp.Compare(a.span.Start, b.span.Start) })
	for i := range d.calls {
		c := &d.calls[i]
		c.Part = d.part[c.at.Func]
		d.follow(c, i)
		if p := &d.out.Parts[c.Part]; c.Open && !slices.ContainsFunc(d.out.Parts, func(p Part) bool { return slices.Contains(p.Opens, i) }) {
			p.Opens = append(p.Opens, i)
		}
		d.out.Requires = append(d.out.Requires, c.Require)
		d.out.RequiredAt = append(d.out.RequiredAt, c.span)
	}
}

// follow finds what is done with the value of a call, the one with an index in Requires.
func (d *finder) follow(c *call, i int) {
	f, pc := &d.Code.Funcs[c.at.Func], int(c.at.PC)
	s := d.Code.SSA(f)
	first, n := s.Defs(pc)
	ins := f.Proto.Code[pc]
	if n <= c.result || !c.gives {
		c.Unused = !effect.IsOpen(ins) && effect.IsNonTailCall(ins)
		c.Open = !c.Unused
		return
	}
	v := first + ssa.ValueID(c.result)
	c.Unused = len(s.Users(v)) == 0 && !s.Observed(v)
	w := d.spreadFrom(f, v, false)
	c.Open = w.open
	d.opens(w, i)
	d.use(w.accesses, i)
}

// opens notes in which Parts a table goes elsewhere: that of a Require, or the own one.
func (d *finder) opens(w *spread, of int) {
	for _, fn := range w.leaks {
		p := &d.out.Parts[d.part[fn]]
		p.Opens = append(p.Opens, of)
	}
}

// use notes accesses to the fields of what is required by the call with an index.
func (d *finder) use(accesses []access, of int) {
	for _, a := range accesses {
		p, u := &d.out.Parts[d.part[a.Func]], Use{of, a.field, a.how}
		p.Uses = append(p.Uses, u)
		d.out.UsedAt[u] = append(d.out.UsedAt[u], a.Site)
	}
}

func (d *finder) callsIn(f *flow.Func) {
	if f.IsLarge || !f.Opcodes.HasAny(effect.Callers) {
		return
	}
	for pc, ins := range f.Proto.Code {
		if effect.ReferenceOf(ins) == effect.Calls && d.constants.Executable(f, pc) {
			d.call(f, pc)
		}
	}
}

// loader is a standard function that loads a file.
type loader struct {
	isFile bool // its argument is a path, not the name of a module
	gives  bool // its first result is what the file returns
}

var loaders = map[value.Name]loader{
	value.Global("require"): {gives: true}, value.Global("dofile"): {isFile: true, gives: true}, value.Global("loadfile"): {isFile: true},
}

// named returns the standard name under which operand i of the instruction at pc is fetched, whether or not that is known to stand for what
// the standard says; 0 if it is none.
func (d *finder) named(f *flow.Func, pc, i int) value.Name {
	if name := d.constants.Operand(f, pc, i).Name(); name != 0 {
		return name
	}
	s := d.Code.SSA(f)
	if i >= len(s.Uses(pc)) || s.Uses(pc)[i] < 0 || s.UseByClosure(pc, i) {
		return 0
	}
	path := d.Code.Names().Path(f, s.Uses(pc)[i])
	if path == nil {
		return 0
	}
	return value.Lookup(strings.Join(path, "."))
}

// call notes the call at pc, if it is one of a loader.
func (d *finder) call(f *flow.Func, pc int) {
	s := d.Code.SSA(f)
	argument := 1
	callee := d.named(f, pc, 0)
	switch {
	case callee == names.Pcall && len(s.Uses(pc)) > 1:
		callee, argument = d.named(f, pc, 1), 2
	case callee == names.Xpcall && len(s.Uses(pc)) > 2:
		callee, argument = d.named(f, pc, 1), 3
	}
	by, ok := loaders[callee]
	if !ok || len(s.Uses(pc)) <= argument {
		return
	}
	span := d.Unit.Funcs[f.Number].Map.Origins.At(pc).Span()
	for _, name := range d.names(f, pc, argument) {
		known := !strings.Contains(name, star)
		if by.isFile {
			name = moduleOf(name)
		}
		if name == "" || strings.Trim(name, star) == "" && !known {
			name, known = star, false
		}
		d.calls = append(d.calls, call{Require{
			Name: strings.Clone(name), IsPattern: !known, File: by.isFile, Line: d.Unit.File.Line(span.Start),
			Loading: f.Number == 0, Always: d.isAlways(f, pc), Protected: argument > 1,
		}, flow.SiteAt(f.Number, pc), min(argument-1, 1), by.gives, span})
	}
}

// handed notes where a loader goes that somebody else may call then, with any name: to other functions, into fields.
func (d *finder) handed(f *flow.Func) {
	if f.IsLarge {
		return
	}
	for pc, ins := range f.Proto.Code {
		does := effect.ReferenceOf(ins)
		if does == effect.Forgets || does == effect.Copies || does == effect.Compares || !d.constants.Executable(f, pc) {
			continue
		}
		for i := range d.Code.SSA(f).Uses(pc) {
			if d.isHanded(f, pc, i, does == effect.Calls) {
				span := d.Unit.Funcs[f.Number].Map.Origins.At(pc).Span()
				d.calls = append(d.calls, call{Require{
					Name: star, IsPattern: true, Line: d.Unit.File.Line(span.Start), Open: true,
				}, flow.SiteAt(f.Number, pc), 0, false, span})
			}
		}
	}
}

// inStrings notes what is required by code in strings, as that of a mapping of Neovim: `:lua require("a").b()<CR>`.
func (d *finder) inStrings(f *flow.Func) {
	var operands []effect.Operand
	for pc := range f.Proto.Code {
		if k := effect.LoadedConstant(f.Proto, pc); k >= 0 {
			d.inString(f, pc, k)
		}
		operands = effect.Operands(f.Proto, pc, operands[:0])
		for _, o := range operands {
			if o.IsConstant() {
				d.inString(f, pc, o.Index())
			}
		}
	}
}

// declared is how types of C are declared, whose fields are set as those of tables are (LuaJIT's ffi.cdef).
var declared = regexp.MustCompile(`\b(?:struct|union)\b`)

// required is how modules are required, in Lua or in what has Lua in it, as a string has in which quotes are escaped.
var required = regexp.MustCompile(`require[ \t]*\(?[ \t]*\\?["']([\w./-]+)\\?["']`)

// inString notes what a constant that the instruction at pc uses requires.
func (d *finder) inString(f *flow.Func, pc, k int) {
	c := f.Proto.Constants[k]
	if c.Kind != bytecode.KString || !strings.Contains(c.Str(), "require") {
		return
	}
	span := d.Unit.Funcs[f.Number].Map.Origins.At(pc).Span()
	for _, m := range required.FindAllStringSubmatch(c.Str(), -1) {
		d.calls = append(d.calls, call{Require{
			Name: strings.Clone(m[1]), Line: d.Unit.File.Line(span.Start), Open: true, Protected: true,
		}, flow.SiteAt(f.Number, pc), 0, false, span})
	}
}

// isHanded reports whether operand i of the instruction at pc is a loader that is handed to somebody who is not known.
func (d *finder) isHanded(f *flow.Func, pc, i int, isCall bool) bool {
	if _, is := loaders[d.named(f, pc, i)]; !is {
		return false
	}
	if !isCall {
		return true
	}
	callee := d.named(f, pc, 0)
	return i > 0 && (i > 1 || callee != names.Pcall && callee != names.Xpcall) && callee.Role(i-1)&^value.Reads != 0
}

// isAlways reports whether no branch of f decides whether the instruction at pc is executed.
func (d *finder) isAlways(f *flow.Func, pc int) bool {
	for range d.relation.Deciders(f, f.Graph.Block(pc)) {
		return false
	}
	return true
}

// moduleOf returns the name under which a file at a path would be required.
func moduleOf(path string) string {
	return strings.TrimSuffix(strings.TrimPrefix(path, "./"), ".lua")
}
