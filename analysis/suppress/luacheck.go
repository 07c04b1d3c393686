package suppress

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"luaflow/compile/source"
)

// This file defines how the comments of luacheck are read.

// Options is what a comment of luacheck's sets. Its fields are named as luacheck's
// configuration names them; what the comment does not set is nil or empty.
type Options struct {
	Std                                                          string
	Globals, ReadGlobals, NewGlobals, NewReadGlobals, NotGlobals []string
	Ignore, Enable, Only                                         []string
	Flags                                                        map[string]bool // "unused_args" …
	// Limits is lengths of lines and a complexity: "max_line_length" …; NoLimit for none.
	Limits map[string]float64
}

// NoLimit is a limit that is switched off.
const NoLimit = -1

// list is the field for an option that takes any number of words; nil if there is none.
func (o *Options) list(name string) *[]string {
	switch name {
	case "globals":
		return &o.Globals
	case "read_globals":
		return &o.ReadGlobals
	case "new_globals":
		return &o.NewGlobals
	case "new_read_globals":
		return &o.NewReadGlobals
	case "not_globals":
		return &o.NotGlobals
	case "ignore":
		return &o.Ignore
	case "enable":
		return &o.Enable
	case "only":
		return &o.Only
	}
	return nil
}

// macros is the options that stand for a pattern each, in the order in which they are
// asked.
var macros = []struct{ name, pattern string }{
	{"unused_args", "21[23]"},
	{"global", "1"},
	{"unused", "[23]"},
	{"redefined", "4"},
}

var flags = []string{
	"global", "unused", "redefined", "unused_args", "unused_secondaries", "self", "compat",
	"allow_defined", "allow_defined_top", "module",
}

var limits = []string{
	"max_line_length", "max_code_line_length", "max_string_line_length",
	"max_comment_line_length", "max_cyclomatic_complexity",
}

// isOption reports whether an option has that name, with underscores.
func isOption(name string) bool {
	if name == "std" || new(Options).list(name) != nil {
		return true
	}
	name = strings.TrimPrefix(name, "no_")
	return slices.Contains(flags, name) || slices.Contains(limits, name)
}

// reader reads the text of one comment into a directive.
type reader struct {
	*Language
	*directive
	slots map[string]*rule // of the options that are patterns
}

// luacheck reads a comment of luacheck's, whose text begins at pos.
func (r *reader) luacheck(text string, pos source.Pos) error {
	text = withoutRemarks(text)
	words := split(text, pos, spaces)
	switch {
	case len(words) == 1 && words[0].text == "pop":
		r.act |= pops
		return nil
	case len(words) > 0 && words[0].text == "push":
		r.act |= pushes
		r.head = words[0].span.End
		if len(words) == 1 {
			return nil
		}
		text, pos = text[r.head-pos:], r.head
	}
	return r.luacheckOptions(text, pos)
}

func (r *reader) luacheckOptions(text string, pos source.Pos) error {
	r.settings = new(Options)
	r.slots = make(map[string]*rule)
	parts := strings.Split(text, ",")
	for _, part := range parts {
		words := split(part, pos, spaces)
		if len(words) == 0 {
			if len(parts) == 1 {
				return errors.New("empty inline option")
			}
			return errors.New("empty inline option invocation")
		}
		name, args := splitName(words)
		if name == "" {
			return fmt.Errorf("unknown inline option `%s`", join(words, " "))
		}
		if err := r.option(name, words, args); err != nil {
			return err
		}
		pos += source.Pos(len(part)) + 1
	}
	r.arrange()
	return nil
}

// splitName takes the longest name of an option off the words, "" if there is none.
func splitName(words []word) (name string, args []word) {
	longest := 0
	for i := range words {
		if isOption(join(words[:i+1], "_")) {
			longest = i + 1
		}
	}
	return join(words[:longest], "_"), words[longest:]
}

// option reads one option; words is all of it.
func (r *reader) option(name string, words, args []word) error {
	opt := option{span: around(words)}
	var err error
	if list := r.settings.list(name); list != nil {
		*list = nil
		for _, a := range args {
			*list = append(*list, a.text)
		}
		opt.rule, err = r.patterns(name, words, args)
	} else if name == "std" {
		err = r.std(args)
	} else {
		opt.rule, err = r.flagOrLimit(name, words, args)
	}
	r.options = append(r.options, opt)
	return err
}

var effects = map[string]effect{"ignore": hides, "enable": shows, "only": restricts}

// patterns is the rule of an option with patterns; nil for one with other words.
func (r *reader) patterns(name string, words, args []word) (*rule, error) {
	effect, ok := effects[name]
	if !ok {
		return nil, nil
	}
	rule := &rule{effect: effect, macro: -1}
	if name == "ignore" && len(args) == 0 {
		r.settings.Ignore = []string{".*"}
		rule.items = []item{{span: around(words), pattern: everything}}
	}
	for _, a := range args {
		p, err := r.luacheckPattern(a.text)
		if err != nil {
			return nil, err
		}
		rule.items = append(rule.items, item{span: a.span, pattern: p})
	}
	r.slots[name] = rule
	return rule, nil
}

func (r *reader) std(args []word) error {
	if len(args) != 1 {
		return wrongCount("std", args, 1)
	}
	r.settings.Std = args[0].text
	if unknown, ok := r.hasStd(r.settings.Std); !ok {
		return fmt.Errorf("invalid value of option `std`: unknown std `%s`", unknown)
	}
	return nil
}

func (r *reader) flagOrLimit(name string, words, args []word) (*rule, error) {
	full := strings.ReplaceAll(name, "_", " ")
	name, isOff := strings.CutPrefix(name, "no_")
	isLimit := slices.Contains(limits, name)
	if want := expected(isLimit && !isOff); len(args) != want {
		return nil, wrongCount(full, args, want)
	}
	if isLimit {
		return nil, r.limit(name, isOff, args)
	}
	if r.settings.Flags == nil {
		r.settings.Flags = make(map[string]bool)
	}
	r.settings.Flags[name] = !isOff
	return r.macro(name, isOff, around(words))
}

func expected(hasNumber bool) int {
	if hasNumber {
		return 1
	}
	return 0
}

func (r *reader) limit(name string, isOff bool, args []word) error {
	if r.settings.Limits == nil {
		r.settings.Limits = make(map[string]float64)
	}
	if isOff {
		r.settings.Limits[name] = NoLimit
		return nil
	}
	n, ok := number(args[0].text)
	if !ok {
		return fmt.Errorf("inline option `%s` expects number as argument", name)
	}
	r.settings.Limits[name] = n
	return nil
}

// number reads a number as Lua does, but for rare forms.
func number(text string) (float64, bool) {
	if n, err := strconv.ParseInt(text, 0, 64); err == nil && !strings.ContainsAny(text, "_oObB") {
		return float64(n), true
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil && strings.IndexFunc(text, func(r rune) bool { return r == '_' || r == 'i' || r == 'n' }) < 0
}

// macro is the rule of a flag, nil if that is not about findings.
func (r *reader) macro(name string, isOff bool, at source.Span) (*rule, error) {
	for i, m := range macros {
		if m.name != name {
			continue
		}
		p, err := numbered(m.pattern, "", false)
		rule := &rule{effect: shows, macro: i, items: []item{{span: at, pattern: p}}}
		if isOff {
			rule.effect = hides
		}
		r.slots[name] = rule
		return rule, err
	}
	return nil, nil
}

func wrongCount(name string, args []word, want int) error {
	s := "s"
	if want == 1 {
		s = ""
	}
	return fmt.Errorf("inline option `%s` expects %d argument%s, %d given", name, want, s, len(args))
}

// arrange puts the rules in the order in which they are asked. Of two for one option
// the later has taken the place of the other.
func (r *reader) arrange() {
	for _, m := range macros {
		r.append(m.name)
	}
	for _, name := range []string{"ignore", "only", "enable"} {
		r.append(name)
	}
}

func (r *reader) append(name string) {
	if rule := r.slots[name]; rule != nil {
		r.rules = append(r.rules, rule)
	}
}
