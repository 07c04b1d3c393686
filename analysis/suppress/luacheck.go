package suppress

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"luaflow/analysis/config"
	"luaflow/analysis/config/std"
	"luaflow/analysis/suppress/pragma"
	"luaflow/compile/source"
)

// This file defines how the comments of luacheck are read.

// comment is what layers say that they come from.
const comment = "a comment"

// reader reads the text of one comment into a directive.
type reader struct {
	config *config.Config
	*directive
}

func (r *reader) origin() config.Origin { return config.Origin{Name: comment, Line: r.line} }

// lists is the options that take any number of words, by name.
var lists = map[string]func(r *reader, args []word) error{
	"globals":          func(r *reader, args []word) error { r.layer.Globals = r.definitions(args); return nil },
	"read_globals":     func(r *reader, args []word) error { r.layer.ReadGlobals = r.definitions(args); return nil },
	"new_globals":      func(r *reader, args []word) error { r.layer.NewGlobals = r.definitions(args); return nil },
	"new_read_globals": func(r *reader, args []word) error { r.layer.NewReadGlobals = r.definitions(args); return nil },
	"not_globals":      func(r *reader, args []word) error { r.layer.NotGlobals = r.names(args); return nil },
	"ignore":           func(r *reader, args []word) error { return r.patterns(&r.layer.Ignore, args) },
	"enable":           func(r *reader, args []word) error { return r.patterns(&r.layer.Enable, args) },
	"only":             func(r *reader, args []word) error { return r.patterns(&r.layer.Only, args) },
}

var flags = []config.Flag{
	config.Global, config.Unused, config.Redefined, config.UnusedArgs, config.UnusedSecondaries,
	config.Self, config.Compat, config.AllowDefined, config.AllowDefinedTop, config.Module,
}

var limits = []config.Limit{
	config.MaxLineLength, config.MaxCodeLineLength, config.MaxStringLineLength,
	config.MaxCommentLineLength, config.MaxComplexity,
}

// isOption reports whether an option has that name, with underscores.
func isOption(name string) bool {
	switch name {
	case "std", "globals", "read_globals", "new_globals", "new_read_globals", "not_globals", "ignore", "enable", "only":
		return true
	}
	name = strings.TrimPrefix(name, "no_")
	return slices.Contains(flags, config.Flag(name)) || slices.Contains(limits, config.Limit(name))
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
	r.layer = &config.Layer{From: r.origin()}
	parts := strings.Split(text, ",")
	for _, part := range parts {
		words := split(part, pos, spaces)
		if len(words) == 0 && len(parts) == 1 {
			return errors.New("empty inline option")
		} else if len(words) == 0 {
			return errors.New("empty inline option invocation")
		}
		if err := r.option(words); err != nil {
			return err
		}
		pos += source.Pos(len(part)) + 1
	}
	return r.checkStandard()
}

// option reads one option.
func (r *reader) option(words []word) error {
	name, args := splitName(words)
	r.options = append(r.options, option{span: spanOf(words)})
	switch list := lists[name]; {
	case name == "":
		return fmt.Errorf("unknown inline option `%s`", join(words, " "))
	case name == "std":
		return r.std(args)
	case name == "ignore" && len(args) == 0:
		m := everything(false)
		r.layer.Ignore = &config.List[config.Pattern]{Origin: r.origin(), Items: []config.Setting[config.Pattern]{{Value: m.patterns[0], Origin: r.origin()}}}
		r.means(m)
		return nil
	case list != nil:
		return list(r, args)
	}
	return r.flagOrLimit(name, args)
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

// last returns the option that is being read.
func (r *reader) last() *option { return &r.options[len(r.options)-1] }

// means makes the option, as a whole, hide what is meant.
func (r *reader) means(m meaning) {
	o := r.last()
	o.hides = true
	o.items = []item{{span: o.span, meaning: m}}
}

func (r *reader) names(args []word) *config.List[string] {
	list := &config.List[string]{Origin: r.origin()}
	for _, a := range args {
		list.Items = append(list.Items, config.Setting[string]{Value: a.text, Origin: r.origin()})
	}
	return list
}

func (r *reader) definitions(args []word) *config.List[std.Definition] {
	list := &config.List[std.Definition]{Origin: r.origin()}
	for _, a := range args {
		d := std.Definition{Name: a.text, Listed: true}
		list.Items = append(list.Items, config.Setting[std.Definition]{Value: d, Origin: r.origin()})
	}
	return list
}

// patterns reads the patterns of an option into its place in the layer.
func (r *reader) patterns(place **config.List[config.Pattern], args []word) error {
	list := &config.List[config.Pattern]{Origin: r.origin()}
	o := r.last()
	o.hides = place == &r.layer.Ignore
	isRemark := false // to whoever wrote it; luacheck takes its words for patterns
	for _, a := range args {
		isRemark = isRemark || a.text == "--"
		m, _, err := read(pragma.OfLuacheck, a.text)
		if err != nil {
			return err
		}
		for _, p := range m.patterns {
			list.Items = append(list.Items, config.Setting[config.Pattern]{Value: p, Origin: r.origin()})
		}
		o.items = append(o.items, item{span: a.span, meaning: m, isRemark: isRemark})
	}
	*place = list
	return nil
}

func (r *reader) std(args []word) error {
	if len(args) != 1 {
		return wrongCount("std", args, 1)
	}
	r.layer.Std = &config.Setting[config.Standard]{Value: config.ParseStandard(args[0].text), Origin: r.origin()}
	return nil
}

// checkStandard complains of a standard that nobody defines, if that is known.
func (r *reader) checkStandard() error {
	if r.layer.Std == nil || r.config == nil {
		return nil
	}
	for _, name := range r.layer.Std.Value.Names {
		if !r.config.HasStandard(name) {
			return fmt.Errorf("invalid value of option `std`: unknown std `%s`", name)
		}
	}
	return nil
}

func (r *reader) flagOrLimit(name string, args []word) error {
	full := strings.ReplaceAll(name, "_", " ")
	name, isOff := strings.CutPrefix(name, "no_")
	isLimit := slices.Contains(limits, config.Limit(name))
	want := 0
	if isLimit && !isOff {
		want = 1
	}
	switch {
	case len(args) != want:
		return wrongCount(full, args, want)
	case isLimit:
		return r.limit(config.Limit(name), args)
	}
	r.flag(config.Flag(name), !isOff)
	return nil
}

func (r *reader) flag(f config.Flag, value bool) {
	if r.layer.Flags == nil {
		r.layer.Flags = make(map[config.Flag]config.Setting[bool])
	}
	r.layer.Flags[f] = config.Setting[bool]{Value: value, Origin: r.origin()}
	if m, ok := offMeans(f); ok && !value {
		r.means(m)
	}
}

// limit sets a limit to the number that is given, or to none.
func (r *reader) limit(l config.Limit, args []word) error {
	n := config.NoLimit
	if len(args) > 0 {
		var ok bool
		if n, ok = number(args[0].text); !ok {
			return fmt.Errorf("inline option `%s` expects number as argument", l)
		}
	}
	if r.layer.Limits == nil {
		r.layer.Limits = make(map[config.Limit]config.Setting[int])
	}
	r.layer.Limits[l] = config.Setting[int]{Value: n, Origin: r.origin()}
	return nil
}

// number reads a number as Lua does, but for rare forms.
func number(text string) (int, bool) {
	if strings.ContainsAny(text, "_oObBiInN") {
		return 0, false
	}
	if n, err := strconv.ParseInt(text, 0, 32); err == nil {
		return int(n), true
	}
	n, err := strconv.ParseFloat(text, 32)
	return int(n), err == nil
}

func wrongCount(name string, args []word, want int) error {
	s := "s"
	if want == 1 {
		s = ""
	}
	return fmt.Errorf("inline option `%s` expects %d argument%s, %d given", name, want, s, len(args))
}
