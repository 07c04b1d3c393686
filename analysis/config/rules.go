package config

// This file defines how findings are let through or held back by luacheck's options.

type ruleKind uint8

const (
	disable ruleKind = iota
	enable
	only
)

// rule is one option of one layer.
type rule struct {
	kind     ruleKind
	patterns []Setting[Pattern]
}

// switches is the flags that stand for rules, the special before the general: without
// unused, but with unused_args, arguments are reported.
var switches = []struct {
	flag    Flag
	pattern Pattern
}{
	{UnusedArgs, mustParse("21[23]")},
	{Global, mustParse("1")},
	{Unused, mustParse("[23]")},
	{Redefined, mustParse("4")},
}

func mustParse(text string) Pattern {
	p, err := ParsePattern(text)
	if err != nil {
		panic(err) // a constant of this program
	}
	return p
}

// rulesOf is the rules of layers in the order in which they are asked: the last layer
// first. A switch counts where it is set last.
func rulesOf(layers []*Layer) []rule {
	var rules []rule
	seen := map[Flag]bool{}
	for i := len(layers) - 1; i >= 0; i-- {
		l := layers[i]
		for _, s := range switches {
			value, ok := l.Flags[s.flag]
			if !ok || seen[s.flag] {
				continue
			}
			seen[s.flag] = true
			kind := disable
			if value.Value {
				kind = enable
			}
			rules = append(rules, rule{kind, []Setting[Pattern]{{s.pattern, value.Origin}}})
		}
		for _, list := range []struct {
			kind ruleKind
			list *List[Pattern]
		}{{disable, l.Ignore}, {only, l.Only}, {enable, l.Enable}} {
			if list.list != nil {
				rules = append(rules, rule{list.kind, list.list.Items})
			}
		}
	}
	return rules
}

// passes reports whether the rules let a finding through, as luacheck decides it. A
// finding passes once enabling patterns have matched its code and its name, together or
// one by one; from the first such match on no disabling pattern looks at its code any
// more, and every other pattern counts as matching it. by is the disabling pattern that
// holds it back; the zero Setting if none does, or an `only`.
func passes(rules []rule, s Subject) (ok bool, by Setting[Pattern]) {
	var byCode, byName bool // what enabling patterns have matched
	for i := range rules {
		r := &rules[i]
		found := false
		for _, p := range r.patterns {
			code, name := p.Value.ofCode(s), p.Value.ofName(s)
			if byCode || byName {
				code = asked(r.kind != disable)
			}
			found = found || both(code, name)
			switch {
			case r.kind == disable && found:
				return false, p
			case r.kind == enable:
				byCode = byCode || code == matches
				byName = byName || name == matches
				if byCode && byName {
					return true, by
				}
			}
		}
		if r.kind == only && !found {
			return false, by
		}
	}
	return true, by
}

// enabledBy is where a code is enabled for its own sake: by an enabling rule that is
// asked before any that disables it. The zero Origin is nowhere.
func enabledBy(rules []rule, c *code) Origin {
	for _, r := range rules {
		for _, p := range r.patterns {
			if !p.Value.names(c) {
				continue
			}
			switch r.kind {
			case enable:
				return p.Origin
			case disable:
				return Origin{}
			}
		}
	}
	return Origin{}
}
