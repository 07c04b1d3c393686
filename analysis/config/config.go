package config

import (
	"slices"
	"strings"
	"sync"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/config/luapattern"
	"luaflow/analysis/config/std"
	"luaflow/analysis/value"
	"luaflow/compile/syntax"
)

// This file defines what holds for one file of Lua: all layers, merged.

// Config is what holds for a file. It never changes.
type Config struct {
	// Dialect is what is chosen by name, else what the standard leaves: `lua51+lua52`
	// leaves two. It is syntax.Any where it is only said that it is to be found out, and
	// 0 where nobody says anything.
	Dialect Setting[syntax.Dialect]
	// Std is the standard in luacheck's way of writing, "lua51+busted"; a table is
	// "{…}".
	Std Setting[string]
	// Globals gives the tree of names that are known. It is made when it is first asked
	// for: most runs never do.
	Globals func() *std.Field

	decidedBy Rule // of Dialect

	only string // the global that Globals is to know of, "" for all

	layers  []*Layer
	custom  map[string]*std.Standard
	rules   []rule
	globals []*luapattern.Pattern
	levels  map[string]Setting[Level]
	symbols map[string]bool
}

// Default returns what holds where nobody has said anything.
func Default() *Config { return merge(nil, nil) }

// merge merges layers, the weakest first.
func merge(layers []*Layer, custom map[string]*std.Standard) *Config {
	c := &Config{
		layers: layers, custom: custom,
		rules:   rulesOf(layers),
		globals: globalPatternsOf(layers),
		levels:  map[string]Setting[Level]{},
		symbols: map[string]bool{},
	}
	var spoken []string
	for _, l := range layers {
		if l.Dialect != nil {
			spoken = l.Spoken
		}
		for _, level := range l.Levels {
			c.levels[level.Value.Code] = Setting[Level]{level.Value.Level, level.Origin}
		}
		if l.Symbols != nil {
			for _, s := range l.Symbols.Items {
				c.symbols[s.Value] = true
			}
		}
	}
	for _, symbol := range spoken {
		c.symbols[symbol] = true
	}
	c.Std = standardNames(layers)
	c.Dialect, c.decidedBy = dialectIn(layers, c.Std)
	base := standardOf(c.Dialect.Value)
	if c.Std.Value == "" {
		c.Std = Setting[string]{base, c.Dialect.Origin}
	} else if added, ok := strings.CutPrefix(c.Std.Value, "+"); ok {
		c.Std.Value = base + "+" + added
	}
	c.Globals = sync.OnceValue(func() *std.Field { return globalsOf(layers, custom, base, c.only) })
	return c
}

// With returns the configuration with further layers on top, those of inline comments. Standards
// that they choose and that nobody defines say nothing.
func (c *Config) With(layers ...*Layer) *Config {
	return merge(append(slices.Clone(c.layers), layers...), c.custom)
}

// standardNames writes down the standards that are chosen. The origin is that of the
// last; the value begins with a plus sign if the base is not among them.
func standardNames(layers []*Layer) (names Setting[string]) {
	for i := len(layers) - 1; i >= 0; i-- {
		l := layers[i]
		if compat, ok := l.Flags[Compat]; ok && compat.Value {
			return Setting[string]{"max" + names.Value, compat.Origin}
		}
		if l.Std == nil {
			continue
		}
		if names.IsDefault() {
			names.Origin = l.Std.Origin
		}
		chosen := strings.Join(l.Std.Value.Names, "+")
		if l.Std.Value.Table != nil {
			chosen = "{…}"
		}
		if !l.Std.Value.Adds {
			names.Value = chosen + names.Value
			return names
		}
		names.Value = "+" + chosen + names.Value
	}
	return names
}

// dialectIn returns the dialect that is chosen by name in the last layer that does, else
// that of the standards. Who chooses Auto chooses none: what is said elsewhere is a part
// of finding it out.
func dialectIn(layers []*Layer, standards Setting[string]) (Setting[syntax.Dialect], Rule) {
	var auto Setting[syntax.Dialect]
	for i := len(layers) - 1; i >= 0; i-- {
		switch d := layers[i].Dialect; {
		case d != nil && d.Value != syntax.Any:
			return *d, ByName
		case d != nil && auto.Value == 0:
			auto = *d
		}
	}
	names := strings.Split(standards.Value, "+")
	var possible syntax.Dialect
	for _, name := range names {
		possible |= dialectOf[name]
	}
	if possible != 0 && !slices.Contains(names, "max") {
		return Setting[syntax.Dialect]{possible, standards.Origin}, ByStd
	}
	return auto, ByDefault
}

// Hosts returns the hosts whose globals are among the standards that are chosen. A custom
// standard of a host's name says nothing of it.
func (c *Config) Hosts() (hosts value.Hosts) {
	for name := range strings.SplitSeq(c.Std.Value, "+") {
		if c.custom[name] == nil {
			hosts |= value.HostNamed(name)
		}
	}
	return hosts
}

// Flag returns the value of a switch.
func (c *Config) Flag(f Flag) Setting[bool] {
	for i := len(c.layers) - 1; i >= 0; i-- {
		if value, ok := c.layers[i].Flags[f]; ok {
			return value
		}
	}
	for _, known := range flags {
		if known.flag == f {
			return Setting[bool]{Value: known.byDefault}
		}
	}
	return Setting[bool]{}
}

// Limit returns the value of a limit, and NoLimit if there is no limit. The one of all lines
// counts for those of code, strings and comments too that are not set above it.
func (c *Config) Limit(limit Limit) Setting[int] {
	ofLine := limit == MaxCodeLineLength || limit == MaxStringLineLength || limit == MaxCommentLineLength
	for i := len(c.layers) - 1; i >= 0; i-- {
		if value, ok := c.layers[i].Limits[limit]; ok {
			return value
		}
		if value, ok := c.layers[i].Limits[MaxLineLength]; ok && ofLine {
			return value
		}
	}
	for _, known := range limits {
		if known.limit == limit {
			return Setting[int]{Value: known.byDefault}
		}
	}
	return Setting[int]{}
}

// Level returns how grave a code is to be taken, if somebody has said it.
func (c *Config) Level(code string) (level Setting[Level], ok bool) {
	level, ok = c.levels[code]
	return level, ok
}

// Enabled reports whether a check is to run, and who says so. byDefault is whether it
// runs if nobody says anything. A level is asked before rules are; rules that hold back
// what runs by default are for Passes. A check of globals runs where somebody has said
// which globals there are.
func (c *Config) Enabled(name string, byDefault bool) (Origin, bool) {
	if level, ok := c.levels[name]; ok {
		return level.Origin, level.Value != Off
	}
	known := checks.Lookup(name)
	if byDefault || known == nil {
		return Origin{}, byDefault
	}
	if known.Elsewhere != analysis.NothingElsewhere {
		if from := c.globalsFrom(); !from.IsDefault() {
			return from, true
		}
	}
	from := enabledBy(c.rules, known)
	return from, !from.IsDefault()
}

// AsksFor reports whether somebody wants all findings of a code, those too that an author
// may be unable to avoid: by naming it, or by a .luacheckrc, as luacheck has no such distinction.
func (c *Config) AsksFor(name string) bool {
	known := checks.Lookup(name)
	if known == nil {
		return false
	}
	if _, ok := c.levels[name]; ok || slices.ContainsFunc(c.layers, func(l *Layer) bool { return l.Luacheck }) {
		return true
	}
	return !enabledBy(c.rules, known).IsDefault() || slices.ContainsFunc(c.rules, func(r rule) bool {
		return r.kind == only && slices.ContainsFunc(r.patterns, func(p Setting[Pattern]) bool { return p.Value.names(known) })
	})
}

// globalsFrom returns where somebody has said which globals there are.
func (c *Config) globalsFrom() Origin {
	for _, l := range c.layers {
		for _, list := range []*List[std.Definition]{l.Globals, l.ReadGlobals, l.NewGlobals, l.NewReadGlobals} {
			if list != nil && !list.IsDefault() {
				return list.Origin
			}
		}
		if l.Std != nil && !l.Std.IsDefault() {
			return l.Std.Origin
		}
		for _, f := range []Flag{AllowDefined, AllowDefinedTop} {
			if flag := l.Flags[f]; flag.Value {
				return flag.Origin
			}
		}
	}
	return Origin{}
}

// Passes reports whether the rules and the switches let a finding through. Levels are not
// asked.
func (c *Config) Passes(s Subject) bool {
	if s.Needs != "" && !c.Flag(s.Needs).Value {
		return false
	}
	var q Inquiry
	a, ok := q.Ask(c.Rules(), s)
	return a.Passes || !ok
}

// Global returns what may be done with a global, or with the field of it that the indices
// lead to.
func (c *Config) Global(name string, indices ...std.Index) std.Status {
	status := c.Globals().Status(name, indices...)
	if status == std.Undefined && c.Globals().Field(name) == nil {
		for _, p := range c.globals {
			if p.Matches(name) {
				return std.Writable
			}
		}
	}
	return status
}

// Formatter returns how luacheck is to print what it finds; the zero Setting where nobody says
// it.
func (c *Config) Formatter() (f Setting[string]) {
	for _, l := range c.layers {
		if l.Formatter != nil {
			f = *l.Formatter
		}
	}
	return f
}

// Unused returns the options that were given and have no effect: those that luaflow has no use
// for, and those about what luacheck prints, unless that is what is to be printed.
func (c *Config) Unused(asLuacheck bool) (names []Setting[string]) {
	for _, l := range c.layers {
		for _, option := range l.Ignored {
			if !asLuacheck || option.Value != "formatter" || l.Formatter == nil {
				names = append(names, option)
			}
		}
		if asLuacheck {
			continue
		}
		for _, f := range []Flag{Color, ShowCodes, ShowRanges} {
			if set, ok := l.Flags[f]; ok {
				names = append(names, Setting[string]{string(f), set.Origin})
			}
		}
		for _, known := range limits {
			if set, ok := l.Limits[known.limit]; ok {
				names = append(names, Setting[string]{string(known.limit), set.Origin})
			}
		}
	}
	return names
}

// HasSymbol reports whether syntax beyond Lua's is allowed, by the name that it has in
// configuration.
func (c *Config) HasSymbol(symbol string) bool { return c.symbols[symbol] }

// Language returns what a text may be written in: the dialects that are decided, and the
// syntax beyond Lua's that is allowed. Symbols that luaflow cannot read are left out.
func (c *Config) Language(decided Decision) syntax.Language {
	l := syntax.Language{Dialects: decided.Dialects}
	for symbol := range c.symbols {
		extension, _ := syntax.ParseExtension(symbol)
		l.Extensions |= extension
	}
	return l
}
