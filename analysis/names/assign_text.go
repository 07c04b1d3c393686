package names

import (
	"strings"

	"luaflow/analysis/flow"
	"luaflow/compile/bytecode"
)

// What a text assigns that the program loads. It is not compiled: a standard name is
// assigned if it stands where an assignment may have it, a standard table may get
// other fields if it is more than the way to one of them, and nothing is known if the
// text asks for what leads to all of them.

// load sees to a call of load: operand k of the instruction at pc is the text, if the
// program says it.
func (a *assigner) load(f *flow.Func, pc, k int) {
	if k >= len(a.forms.Of(f).Uses(pc)) {
		return
	}
	text, _ := a.literal(f, a.operand(f, pc, k), maxNameSteps)
	w := words{assigns: strings.Contains(text, "="), rest: text}
	for w.next() && !a.found.none {
		if leadsOn[w.word] {
			a.found.none = true
		}
		if !w.isOf() {
			a.loseNamed(w.word)
		}
		if w.mayBeAssigned() {
			a.assignInAll(bytecode.String(w.word), true)
		}
	}
}

// loseNamed: a text asks for tables by a word that is their name, or the last part of it.
func (a *assigner) loseNamed(word string) {
	if name := a.library.Global(word); name != 0 && name.MayBeTable() {
		a.lose(name)
	}
	for table := range a.library.HostTables() {
		if table.Key() == word {
			a.lose(table)
		}
	}
}

// leadsOn is the words by which a text may get hold of any standard table.
var leadsOn = map[string]bool{
	"_G": true, "_ENV": true, "getfenv": true, "setfenv": true, "debug": true, "getmetatable": true,
	"package": true, "require": true, "load": true, "loadstring": true, "rawset": true,
}

// words goes through the words of a text.
type words struct {
	before, word, rest string
	assigns            bool // something in the text may be an assignment
	isFunction         bool // the word is in the name of a function statement
}

// next goes to the next word, and reports whether there is one.
func (w *words) next() bool {
	start := strings.IndexFunc(w.rest, isWord)
	if start < 0 {
		return false
	}
	between, from := strings.TrimSpace(w.rest[:start]), w.rest[start:]
	w.isFunction = w.word == "function" && between == "" || w.isFunction && (between == "." || between == ":")
	w.before = w.word
	w.rest = strings.TrimLeftFunc(from, isWord)
	w.word = from[:len(from)-len(w.rest)]
	return true
}

func isWord(r rune) bool {
	return r == '_' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z'
}

// isOf reports whether a field of the word follows.
func (w *words) isOf() bool {
	after := strings.TrimSpace(w.rest)
	return strings.HasPrefix(after, ".") && !strings.HasPrefix(after, "..") || strings.HasPrefix(after, ":")
}

// mayBeAssigned reports whether a function statement defines the word, or `=` follows,
// or a comma, after which `=` may follow.
func (w *words) mayBeAssigned() bool {
	after := strings.TrimLeft(w.rest, " \t\r\n\"')]")
	isStore := strings.HasPrefix(after, "=") && !strings.HasPrefix(after, "==") || w.assigns && strings.HasPrefix(after, ",")
	return w.isFunction || isStore && w.before != "local"
}
