package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"luaflow/analysis"
	"luaflow/analysis/config"
	"luaflow/analysis/luacheck"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/compile"
)

// luaflow check --compat luacheck: the checker for those who parse what luacheck prints.
// It finds files, reads configuration, prints and exits as luacheck 1.1.0 does; what is
// found is luaflow's (package analysis/luacheck).

// compat is --compat, and the flags that only luacheck has.
type compat struct {
	tool          string // "" for none
	formatter     string
	defaultConfig string
	noDefault     bool
	stdMax        bool
	version       bool
	isGiven       func(flag string) bool
	noColor       bool
	noGlobal      bool
	lists         map[string]*[]string // by their names in .luacheckrc
	limits        map[string]*int
	noLimits      map[string]*bool

	report.Display
}

func (c *compat) isLuacheck() bool { return c.tool == compatName }

// addCompat adds --compat and the flags of luacheck that addSettings does not add.
func addCompat(cmd *cobra.Command, c *compat) {
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
		{"new-globals", "globals that files may read and set, and no others"},
		{"new-read-globals", "globals that files may read, and no others"},
		{"not-globals", "globals that are none"},
		{"operators", "operators beyond Lua's: +=, …"},
	} {
		c.lists[strings.ReplaceAll(o.name, "-", "_")] = f.StringSlice(o.name, nil, o.use)
	}
	f.BoolVar(&c.noGlobal, "no-global", false, "leave out what is about globals")
	f.StringVar(&c.formatter, "formatter", "", "with --compat: "+strings.Join(luacheckFormatNames, ", "))
	f.StringVar(&c.defaultConfig, "default-config", "", "with --compat: the .luacheckrc where there is none")
	f.BoolVar(&c.noDefault, "no-default-config", false, "with --compat: without the user's .luacheckrc")
	for _, name := range []string{"max-line-length", "max-code-line-length", "max-string-line-length", "max-comment-line-length", "max-cyclomatic-complexity"} {
		option := strings.ReplaceAll(name, "-", "_")
		c.limits[option] = f.Int(name, 0, "with --compat: "+strings.ReplaceAll(name[len("max-"):], "-", " ")+" that is too much")
		c.noLimits[option] = f.Bool("no-"+name, false, "with --compat: without that limit")
		_ = f.MarkHidden("no-" + name)
	}
	f.BoolVarP(&c.version, "version", "v", false, "with --compat: print which luacheck this is like, and exit")
	c.isGiven = f.Changed
	f.BoolVar(&c.stdMax, "std-max", false, "")
	_ = f.MarkHidden("std-max")
	completeWords(cmd, "compat", func() []string { return []string{compatName} })
}

// options is what the flags say in the words of .luacheckrc, above what is there.
func (c *compat) options(options map[string]any) map[string]any {
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

// validate complains of flags that mean nothing.
func (c *compat) validate(formats []string, isFormatGiven bool) error {
	switch {
	case c.tool != "" && !c.isLuacheck():
		return fmt.Errorf("--compat %s: there is only %s", c.tool, compatName)
	case c.Quiet > 3:
		return errors.New("-q may be given three times")
	case !c.isLuacheck():
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
	if slices.Contains(luacheckFormatNames, name) {
		return nil
	}
	return fmt.Errorf("--formatter %s: formatters in Lua are not run: choose %s, or without --compat a --format: %s",
		name, strings.Join(luacheckFormatNames, ", "), report.FormatNames)
}

// luacheckVersion is the luacheck that is imitated, in the words of its --version.
const luacheckVersion = "Luacheck: 1.1.0"

// validatePlain complains of flags that mean something in compatibility only.
func (c *compat) validatePlain() error {
	name := ""
	switch {
	case c.formatter != "":
		name = "formatter"
	case c.defaultConfig != "":
		name = "default-config"
	case c.noDefault:
		name = "no-default-config"
	case c.version:
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

// rcName is the name of an option of .luaflow.json in .luacheckrc.
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

// layer is what the flags say that .luaflow.json has no options for; in compatibility all
// that they say.
func (s *settings) rcLayer() (*config.Layer, []*config.Problem, error) {
	options := map[string]any{}
	if s.compat.isLuacheck() {
		for name, value := range s.options() {
			if name != "dialect" {
				options[rcName(name)] = value
			}
		}
	}
	text, err := json.Marshal(s.compat.options(options))
	if err != nil {
		return nil, nil, err
	}
	layer, problems := config.ParseLuacheckOptions(commandLine, filepath.ToSlash(s.here), text)
	layer.ByHand = true
	s.given += s.compat.tool + string(text)
	return layer, problems, nil
}

// luacheckFiles is the one .luacheckrc that luacheck would read, and where its paths start.
func (s *settings) luacheckFiles() (files []string, folder string, err error) {
	name := ".luacheckrc"
	isGiven := len(s.files) > 0
	if isGiven {
		name = s.files[0]
	}
	if s.noConfig && !isGiven {
		return nil, "", nil
	}
	if filepath.IsAbs(name) {
		return []string{name}, s.here, nil
	}
	for at := s.here; ; at = filepath.Dir(at) {
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
	return s.defaultLuacheckrc()
}

// defaultLuacheckrc is the user's own.
func (s *settings) defaultLuacheckrc() (files []string, folder string, err error) {
	path := s.compat.defaultConfig
	if path == "" {
		path = config.UserLuacheckrc()
	}
	if s.compat.noDefault || path == "" {
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

// refuse is what is wrong in the configuration, which ends a run of luacheck.
func (s *settings) refuse() error {
	if !s.compat.isLuacheck() {
		return nil
	}
	for _, problem := range s.loader.For(filepath.Join(s.here, "x.lua")).Problems {
		return errors.New(s.about(problem))
	}
	return nil
}

// atTop is what holds here, for what luacheck sets for all files at once.
func (s *settings) atTop() *config.Config {
	at := filepath.Join(s.here, "x.lua")
	return s.loader.For(at).For(at)
}

// luacheckSink is where luacheck's output goes.
func (run *checkRun) luacheckSink() (*report.Sink, error) {
	c, top := &run.settings.compat, run.settings.atTop()
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
		name = luacheckFormatNames[0]
	}
	if err := validateFormatter(name); err != nil {
		return nil, err
	}
	color := !c.noColor && top.Flag(config.Color).Value && os.Getenv("NO_COLOR") == ""
	return report.NewSink(luacheckFormat(name, d, color), run.con.out, report.Colors(color)), nil
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// gatherLikeLuacheck turns the paths of a command line into files: those named, in
// folders those named *.lua, or if includeAll is set all, in the order of their paths, and
// those that rockspecs stand for.
func gatherLikeLuacheck(con *console, paths []string, follow, includeAll bool) (files []project.File) {
	for _, path := range paths {
		switch {
		case path == project.Stdin:
			files = append(files, project.Named(path))
		case strings.HasSuffix(path, ".rockspec"):
			files = append(files, fromRockspec(path)...)
		default:
			files = append(files, fromPath(con, path, follow, includeAll)...)
		}
	}
	for i := range files {
		if path, ok := strings.CutPrefix(files[i].Path, "./"); ok && path != "" && path[0] != '/' {
			files[i].Path = path
		}
	}
	return files
}

// fromPath is a file, or what is in a folder.
func fromPath(con *console, path string, follow, includeAll bool) (files []project.File) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []project.File{project.Named(path)}
	}
	found := project.Plain(path, follow, includeAll)
	for i := range found.Files {
		files = append(files, found.Files[i])
	}
	con.tell(found.PassedOver(path))
	return files
}

// locateWarnings makes findings of luacheck's warnings.
func locateWarnings(u *compile.Unit, warnings []luacheck.Warning, want report.Wants) (res report.Result) {
	res.Findings = make([]report.Finding, len(warnings))
	for i := range warnings {
		w := &warnings[i]
		res.Findings[i] = report.Finding{
			Code: w.Code, Luacheck: w.Code, Message: w.Message, Severity: analysis.Warning, Global: strings.Clone(w.Global), Unless: w.Unless,
			At: report.Range{Line: w.Line, Col: w.Column, EndLine: w.Line, EndCol: w.EndColumn + 1}, LastCol: w.EndColumn,
		}
		if w.IsError() {
			res.Findings[i].Severity = analysis.Error
		}
	}
	if want&report.WantsLines != 0 {
		report.NumberLines(u.File, res.Findings)
	}
	return res
}
