package luacheck

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"luaflow/analysis/config"
	"luaflow/cmd/luaflow/internal/report"
)

// Flags is --compat, and the flags that only luacheck has.
type Flags struct {
	tool          string // "" for none
	formatter     string
	defaultConfig string
	noDefault     bool
	stdMax        bool
	Version       bool // print Version and do nothing else
	isGiven       func(flag string) bool
	noColor       bool
	noGlobal      bool
	lists         map[string]*[]string // by their names in .luacheckrc
	limits        map[string]*int
	noLimits      map[string]*bool

	report.Display
}

// IsOn reports whether the command is to be as luacheck is.
func (c *Flags) IsOn() bool { return c.tool == Name }

// AddFlags adds --compat and the flags of luacheck that settings.Add does not add.
func AddFlags(cmd *cobra.Command, c *Flags) {
	f := cmd.Flags()
	f.StringVar(&c.tool, "compat", "", "find, print and exit as another tool does, and take its flags: luacheck")
	f.CountVarP(&c.Quiet, "quiet", "q", "print less: -q no source lines, -qq a line for each file, -qqq the totals")
	f.BoolVar(&c.Codes, "codes", false, "print luacheck's codes too")
	f.BoolVar(&c.Ranges, "ranges", false, "print the last columns too")
	f.BoolVar(&c.noColor, "no-color", false, "print no colors")
	c.lists, c.limits, c.noLimits = map[string]*[]string{}, map[string]*int{}, map[string]*bool{}
	for _, o := range []struct{ name, use string }{
		{"exclude-files", "leave out the files that globs match"},
		{"include-files", "leave out the files that no glob matches"},
		{"new-globals", "globals that files may read and set, in place of those before"},
		{"new-read-globals", "globals that files may read, in place of those before"},
		{"not-globals", "names that are no globals"},
		{"operators", "operators beyond Lua's: +=, …"},
	} {
		c.lists[strings.ReplaceAll(o.name, "-", "_")] = f.StringSlice(o.name, nil, o.use)
	}
	f.BoolVar(&c.noGlobal, "no-global", false, "leave out what is about globals")
	f.StringVar(&c.formatter, "formatter", "", "with --compat: "+strings.Join(FormatNames, ", "))
	f.StringVar(&c.defaultConfig, "default-config", "", "with --compat: the .luacheckrc to use where there is none")
	f.BoolVar(&c.noDefault, "no-default-config", false, "with --compat: ignore the user's own .luacheckrc")
	for _, name := range []string{"max-line-length", "max-code-line-length", "max-string-line-length", "max-comment-line-length", "max-cyclomatic-complexity"} {
		option := strings.ReplaceAll(name, "-", "_")
		c.limits[option] = f.Int(name, 0, "with --compat: the most allowed "+strings.ReplaceAll(name[len("max-"):], "-", " "))
		c.noLimits[option] = f.Bool("no-"+name, false, "with --compat: without that limit")
		_ = f.MarkHidden("no-" + name)
	}
	f.BoolVarP(&c.Version, "version", "v", false, "with --compat: print which luacheck this is like, and exit")
	c.isGiven = f.Changed
	f.BoolVar(&c.stdMax, "std-max", false, "")
	_ = f.MarkHidden("std-max")
}

// options returns what the flags say in the words of .luacheckrc, above what is there.
func (c *Flags) options(options map[string]any) map[string]any {
	for name, list := range c.lists {
		if *list != nil {
			options[name] = *list
		}
	}
	for name, limit := range c.limits {
		if c.isGiven(strings.ReplaceAll(name, "_", "-")) {
			options[name] = *limit
		}
	}
	for name, isOff := range c.noLimits {
		if *isOff {
			options[name] = false
		}
	}
	if c.noGlobal {
		options["global"] = false
	}
	if c.stdMax {
		options["compat"] = true
	}
	return options
}

// Validate complains of flags that mean nothing.
func (c *Flags) Validate(formats []string, isFormatGiven bool) error {
	switch {
	case c.tool != "" && !c.IsOn():
		return fmt.Errorf("--compat %s: there is only %s", c.tool, Name)
	case c.Quiet > 3:
		return errors.New("-q may be given three times")
	case !c.IsOn():
		return c.validatePlain()
	case isFormatGiven:
		return fmt.Errorf("--format %s cannot be together with --compat: its formats are those of --formatter", formats[0])
	case c.formatter != "":
		return validateFormatter(c.formatter)
	}
	return nil
}

// validateFormatter complains of a formatter that is not built in. luacheck takes the name of
// a module of Lua, too, or a function.
func validateFormatter(name string) error {
	if slices.Contains(FormatNames, name) {
		return nil
	}
	return fmt.Errorf("--formatter %s: formatters in Lua are not run: choose %s, or without --compat a --format: %s",
		name, strings.Join(FormatNames, ", "), report.FormatNames)
}

// Version is the luacheck that is imitated, in the words of its --version.
const Version = "Luacheck: 1.1.0"

// validatePlain complains of flags that mean something in compatibility only.
func (c *Flags) validatePlain() error {
	name := ""
	switch {
	case c.formatter != "":
		name = "formatter"
	case c.defaultConfig != "":
		name = "default-config"
	case c.noDefault:
		name = "no-default-config"
	case c.Version:
		name = "version"
	}
	for option := range c.limits {
		if flag := strings.ReplaceAll(option, "_", "-"); c.isGiven(flag) || *c.noLimits[option] {
			name = flag
		}
	}
	if name == "" {
		return nil
	}
	return fmt.Errorf("--%s means something with --compat only", name)
}

// rcName returns the name of an option of .luaflow.json in .luacheckrc.
func rcName(name string) string {
	var b strings.Builder
	for _, r := range name {
		if 'A' <= r && r <= 'Z' {
			b.WriteByte('_')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Layer returns what the flags say, in the folder here, that .luaflow.json has no options for; in
// compatibility with own, the others, all that flags say. said tells it from what other flags say.
func (c *Flags) Layer(origin, here string, own map[string]any) (layer *config.Layer, problems []*config.Problem, said string, err error) {
	options := map[string]any{}
	if c.IsOn() {
		for name, value := range own {
			if name != "dialect" {
				options[rcName(name)] = value
			}
		}
	}
	text, err := json.Marshal(c.options(options))
	if err != nil {
		return nil, nil, "", err
	}
	layer, problems = config.ParseLuacheckOptions(origin, filepath.ToSlash(here), text)
	layer.ByHand = true
	return layer, problems, c.tool + string(text), nil
}

// Configuration returns the one .luacheckrc that luacheck would read in the folder here, and where
// its paths start. named is those of --config; isOff: there is to be no other.
func (c *Flags) Configuration(here string, named []string, isOff bool) (files []string, folder string, err error) {
	name := ".luacheckrc"
	isGiven := len(named) > 0
	if isGiven {
		name = named[0]
	}
	if isOff && !isGiven {
		return nil, "", nil
	}
	if filepath.IsAbs(name) {
		return []string{name}, here, nil
	}
	for at := here; ; at = filepath.Dir(at) {
		path := filepath.Join(at, name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return []string{path}, at, nil
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	if isGiven {
		return nil, "", fmt.Errorf("--config %s: no such file, here or above", name)
	}
	return c.defaultConfiguration()
}

// defaultConfiguration returns the user's own.
func (c *Flags) defaultConfiguration() (files []string, folder string, err error) {
	path := c.defaultConfig
	if path == "" {
		path = config.UserLuacheckrc()
	}
	if c.noDefault || path == "" {
		return nil, "", nil
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, "", err
	}
	if _, err := os.Stat(path); err != nil {
		return nil, "", nil
	}
	return []string{path}, filepath.VolumeName(path) + string(filepath.Separator), nil
}

// Sink returns where luacheck's output goes, by what holds for all files at once.
func (c *Flags) Sink(top *config.Config, out *bufio.Writer) (*report.Sink, error) {
	d := report.Display{
		Quiet:  max(c.Quiet, top.Limit(config.Quiet).Value*boolInt(c.Quiet == 0)),
		Codes:  c.Codes || top.Flag(config.ShowCodes).Value,
		Ranges: c.Ranges || top.Flag(config.ShowRanges).Value,
	}
	name := c.formatter
	if name == "" {
		name = top.Formatter().Value
	}
	if name == "" {
		name = FormatNames[0]
	}
	if err := validateFormatter(name); err != nil {
		return nil, err
	}
	color := !c.noColor && top.Flag(config.Color).Value && os.Getenv("NO_COLOR") == ""
	return report.NewSink(Format(name, d, color), out, report.Colors(color)), nil
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
