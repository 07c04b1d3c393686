package summary

import (
	"regexp"
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/syntax"
)

// The names that stand in a file: keys of fields, methods, and strings that may be keys.

// words notes the names of all functions.
func (d *finder) words() {
	for i := range d.Code.Funcs {
		f := &d.Code.Funcs[i]
		w := words{finder: d, f: f, part: &d.out.Parts[d.part[i]], seen: make([]bool, len(f.Proto.Constants))}
		if f.IsLarge {
			d.out.System = true
			w.every()
			continue
		}
		for pc := range f.Proto.Code {
			if d.constants.Executable(f, pc) {
				w.instruction(pc)
			}
		}
	}
}

// words finds the names in one function.
type words struct {
	*finder
	f        *flow.Func
	part     *Part
	seen     []bool // by constant
	operands []effect.Operand
}

// every notes all strings of a function.
func (w *words) every() {
	for k := range w.f.Proto.Constants {
		w.constant(k)
	}
}

func (w *words) instruction(pc int) {
	ins := w.f.Proto.Code[pc]
	if k := effect.LoadedConstant(w.f.Proto, pc); k >= 0 {
		w.constant(k)
	}
	w.operands = effect.Operands(w.f.Proto, pc, w.operands[:0])
	key := w.key(pc)
	if key >= 0 && effect.ReferenceOf(ins) == effect.ReadsUpvalueField {
		w.out.System = w.out.System || ofSystem[w.f.Proto.Constants[key].Str()]
	}
	for _, o := range w.operands {
		if o.IsConstant() && o.Index() != key {
			w.constant(o.Index())
		}
	}
	switch effect.ReferenceOf(ins) {
	case effect.WritesField:
		w.provide(pc)
	case effect.Calls:
		if w.constants.Operand(w.f, pc, 0).Name() == module {
			w.out.Provides = append(w.out.Provides, star)
		}
	}
	if effect.Concatenates(ins) {
		w.part.addText(w.joined(w.f, pc, maxPieces))
	}
}

// addText adds what a text may name that is made while the program runs, with a star for each piece of it that is not known.
func (p *Part) addText(text string) {
	switch {
	case isPattern(text):
		p.Words = append(p.Words, strings.Clone(text))
	case !strings.Contains(text, star):
		for name := range namesIn(text) {
			p.Words = append(p.Words, strings.Clone(name))
		}
	}
}

// ofSystem is the globals that make a file one of System.
var ofSystem = map[string]bool{"arg": true, "dofile": true, "io": true, "loadfile": true, "os": true, "package": true, "require": true}

// module makes one of the file that calls it (Lua 5.1).
var module = value.Global("module")

// provide notes the module that the instruction at pc makes, if it writes a field of package.preload or package.loaded, or whatever else is
// in a field of that name.
func (w *words) provide(pc int) {
	s := w.Code.SSA(w.f)
	table := s.Uses(pc)[0]
	if table < 0 || s.UseByClosure(pc, 0) {
		return
	}
	from := &s.Values[s.Original(table)]
	if from.Kind != ssa.DefValue {
		return
	}
	if in, ok := s.FieldKey(int(from.PC)); !ok || in.Kind != bytecode.KString || in.Str() != "loaded" && in.Str() != "preload" {
		return
	}
	name := star
	if k, ok := s.FieldKey(pc); ok && k.Kind == bytecode.KString {
		name = strings.Clone(k.Str())
	}
	w.out.Provides = append(w.out.Provides, name)
}

// key returns the index of the constant that is the key of the instruction at pc, if that is no word: the name of a global variable, or of
// a field of the own table or of self that is assigned. Else it is -1.
func (w *words) key(pc int) int {
	ins := w.f.Proto.Code[pc]
	switch effect.ReferenceOf(ins) {
	case effect.ReadsUpvalueField, effect.WritesUpvalueField:
		upvalue, _ := effect.Upvalue(ins)
		if !w.Code.Names().IsGlobals(w.relation.Cells.Of(w.f.Number, upvalue)) {
			return w.assigned(pc)
		}
	case effect.WritesField:
		return w.assigned(pc)
	default:
		return -1
	}
	return keyConstant(effect.Key(ins))
}

// assigned returns the index of the constant that is the key of the instruction at pc, if that assigns a field of the own table or of self.
func (w *words) assigned(pc int) int {
	at := flow.SiteAt(w.f.Number, pc)
	_, isExport := w.exporting[at]
	if _, isOfSelf := w.setting[at]; !isExport && !isOfSelf {
		return -1
	}
	return keyConstant(effect.Key(w.f.Proto.Code[pc]))
}

func keyConstant(rk int) int {
	if bytecode.IsK(rk) {
		return bytecode.KIndex(rk)
	}
	return -1
}

// constant notes the names in a constant.
func (w *words) constant(k int) {
	if c := w.f.Proto.Constants[k]; !w.seen[k] && c.Kind == bytecode.KString {
		w.seen[k] = true
		for name := range namesIn(c.Str()) {
			w.part.Words = append(w.part.Words, strings.Clone(name))
		}
		if required.MatchString(c.Str()) || declared.MatchString(c.Str()) {
			w.part.Words = append(w.part.Words, wordsIn(c.Str())...)
			return
		}
		for _, m := range fieldInText.FindAllStringSubmatch(c.Str(), -1) {
			w.part.Words = append(w.part.Words, strings.Clone(m[1]))
		}
	}
}

// fieldInText matches what may be a field in a text that holds Lua, as a template does.
var fieldInText = regexp.MustCompile(`[.:]([A-Za-z_][A-Za-z0-9_]*)`)

// maxWord is how long a string is that may be a name, or several.
const maxWord = 80

// namesIn yields the names in a string that is one, or several with dots, colons or slashes between them, as `plugin.start`.
func namesIn(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		if len(text) > maxWord {
			return
		}
		parts := strings.FieldsFunc(text, func(r rune) bool { return r == '.' || r == ':' || r == '/' })
		for _, part := range parts {
			if !isName(part) {
				return
			}
		}
		for _, part := range parts {
			if !yield(part) {
				return
			}
		}
	}
}

// IsWord reports whether the name of a field is among the Words of a Part that uses it.
func IsWord(name string) bool { return len(name) <= maxWord && isName(name) }

// isName reports whether a text may be the name of a field, or that of a file.
func isName(text string) bool {
	for i := range len(text) {
		c := text[i]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return text != ""
}

// leastPattern is how many letters of a pattern are known. With fewer any name would match.
const leastPattern = 3

// isPattern reports whether a text with stars may be a name.
func isPattern(text string) bool {
	known := strings.ReplaceAll(text, star, "")
	return known != text && len(known) >= leastPattern && len(text) <= maxWord && isName("_"+known)
}

// wordsOf returns all names that stand in a text, and all strings that may be names.
func wordsOf(t *syntax.Tree) (all []string) {
	for sym := range t.NumSyms() {
		for name := range namesIn(t.Str(syntax.Sym(sym))) {
			all = append(all, strings.Clone(name))
		}
	}
	return all
}

// wordsIn returns all words of a text that may be names, each once.
func wordsIn(text string) (all []string) {
	seen := map[string]bool{}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r != '-' && !isName("_"+string(r)) }) {
		if !seen[word] && len(word) <= maxWord && isName(word) {
			seen[word] = true
			all = append(all, strings.Clone(word))
		}
	}
	return all
}
