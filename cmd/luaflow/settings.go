package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"luaflow/analysis/config"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/luacheck"
	"luaflow/compile/syntax"
)

// The configuration of a command: what its flags say, on top of what the files of each
// project say.

// settings is what the flags say, and after open what holds for each file.
type settings struct {
	files    []string // of configuration, to be used in place of those that are found
	noConfig bool
	// words and lists are options with one value and with several, switches those without
	// any, by their name in .luaflow.json.
	words    map[string]*string
	lists    map[string]*[]string
	switches map[string]*bool

	compat   luacheck.Flags
	filename string // what files are to be called; "" for what they are

	here   string // the current folder
	given  string // what the flags say, as .luaflow.json would
	loader *config.Loader
	told   map[*config.Problem]bool // what con was told
}

// commandLine is where settings come from that flags give.
const commandLine = "command line"

// addLanguage adds the flags that say how to read a file.
func addLanguage(cmd *cobra.Command, s *settings) {
	s.words, s.lists, s.switches = map[string]*string{}, map[string]*[]string{}, map[string]*bool{}
	f := cmd.Flags()
	f.StringSliceVar(&s.files, "config", nil, "use a .luacheckrc, .luarc.json or .luaflow.json in place of the project's")
	f.BoolVar(&s.noConfig, "no-config", false, "use no configuration files but those of --config")
	s.words["dialect"] = f.String("dialect", "", "the Lua to read files as: "+strings.Join(config.DialectNames(), ", "))
	completeWords(cmd, "dialect", config.DialectNames)
}

// addSettings adds the flags that a configuration file could stand in for.
func addSettings(cmd *cobra.Command, s *settings) {
	addLanguage(cmd, s)
	f := cmd.Flags()
	s.words["std"] = f.String("std", "", "the standard of globals: lua51, luajit+busted, +love, …")
	s.lists["globals"] = f.StringSlice("globals", nil, "globals that files may read and set")
	s.lists["readGlobals"] = f.StringSlice("read-globals", nil, "globals that files may read")
	s.lists["ignore"] = f.StringSlice("ignore", nil, "leave out findings: CODE, NAME or CODE/NAME, in luaflow's or luacheck's words")
	s.lists["enable"] = f.StringSlice("enable", nil, "report these findings too, and run their checks if they are off by default")
	for _, o := range []struct{ flag, option, use string }{
		{"no-unused", "unused", "leave out what is unused"},
		{"no-unused-args", "unusedArgs", "leave out unused parameters and loop variables"},
		{"no-unused-secondaries", "unusedSecondaries", "leave out unused values that come along with used ones"},
		{"no-self", "self", "leave out an unused self"},
		{"no-redefined", "redefined", "leave out redefined variables"},
		{"allow-defined", "allowDefined", "let an assignment define a global"},
		{"allow-defined-top", "allowDefinedTop", "let an assignment outside of functions define a global"},
		{"module", "module", "take what a file defines to be for itself"},
	} {
		s.switches[o.option] = f.Bool(o.flag, false, o.use)
	}
	completeWords(cmd, "ignore", codeWords)
	completeWords(cmd, "enable", codeWords)
}

// addOnly adds --only, which elsewhere is about fixes.
func addOnly(cmd *cobra.Command, s *settings) {
	s.lists["only"] = cmd.Flags().StringSlice("only", nil, "leave out all findings but these and syntax errors: CODE, NAME or CODE/NAME")
	completeWords(cmd, "only", codeWords)
}

// open makes a layer of the flags, and the loader of all others.
func (s *settings) open() (err error) {
	if s.here, err = filepath.Abs("."); err != nil {
		return err
	}
	if err := s.checkEnabled(); err != nil {
		return err
	}
	text, err := json.Marshal(s.options())
	if err != nil {
		return err
	}
	layer, problems := config.ParseSettings(commandLine, filepath.ToSlash(s.here), text)
	layer.ByHand = true
	_, unknown := config.NewStack(layer)
	if problems = append(problems, unknown...); len(problems) > 0 && !s.mayKnow(unknown) {
		return errors.New(problems[0].Message)
	}
	child, err := config.SelfCommand()
	if err != nil {
		return err
	}
	s.given, s.told = string(text), map[*config.Problem]bool{}
	options := config.Options{Child: child, Folder: s.here, NoSearch: s.noConfig, Above: []*config.Layer{layer}}
	if err := s.locate(&options); err != nil {
		return err
	}
	s.loader = config.NewLoader(options)
	return nil
}

// locate says where the configuration is, and what further flags add to it.
func (s *settings) locate(options *config.Options) (err error) {
	layer, problems, given, err := s.compat.Layer(commandLine, s.here, s.options())
	switch {
	case err != nil:
		return err
	case len(problems) > 0:
		return errors.New(problems[0].Message)
	}
	s.given += given
	if s.compat.IsOn() {
		options.NoSearch = true
		options.Above = []*config.Layer{{Dialect: options.Above[0].Dialect}, layer}
		options.Files, options.Folder, err = s.compat.Configuration(s.here, s.files, s.noConfig)
		return err
	}
	options.Above = append(options.Above, layer)
	for _, file := range s.files {
		path, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		options.Files = append(options.Files, path)
	}
	if _, ok := project.Repository(s.here); !ok {
		options.Workspaces = []string{s.here}
	}
	return nil
}

// mayKnow reports whether names of standards that luaflow does not know may be defined by
// a configuration file.
func (s *settings) mayKnow(unknown []*config.Problem) bool {
	return len(unknown) > 0 && (!s.noConfig || len(s.files) > 0)
}

// options is what the flags say in the words of .luaflow.json.
func (s *settings) options() map[string]any {
	options := map[string]any{}
	for name, word := range s.words {
		if *word != "" {
			options[name] = *word
		}
	}
	for name, list := range s.lists {
		if *list != nil {
			options[name] = *list
		}
	}
	for name, set := range s.switches {
		if *set {
			options[name] = strings.HasPrefix(name, "allow") || name == "module"
		}
	}
	return options
}

// checkEnabled complains of a word of --enable that no finding answers to.
func (s *settings) checkEnabled() error {
	if s.lists["enable"] == nil {
		return nil
	}
	for _, word := range *s.lists["enable"] {
		p, err := config.ParsePattern(word)
		if err != nil {
			return err
		}
		code, _, _ := strings.Cut(word, "/")
		answers := func(c string) bool {
			return code != word || p.Match(config.Subject{Code: c}) || slices.ContainsFunc(config.Luacheck(c), func(l string) bool {
				return p.Match(config.Subject{Code: c, Luacheck: l})
			})
		}
		if !config.IsCode(word) && !slices.ContainsFunc(config.Codes(), answers) {
			return unknownCode(word)
		}
	}
	return nil
}

// Path is where a file is for the configuration; the standard input is in the current
// folder.
func (s *settings) path(in project.File) string {
	if in.As != "" {
		return filepath.Join(s.here, in.As)
	}
	if filepath.IsAbs(in.Path) {
		return filepath.Clean(in.Path)
	}
	return filepath.Join(s.here, in.Name())
}

// addWalking adds the flags of what is found in folders and for patterns.
func addWalking(cmd *cobra.Command, w *project.Options) {
	cmd.Flags().BoolVar(&w.NoIgnore, "no-ignore", false, "take files that git ignores too, in folders and for patterns")
	cmd.Flags().BoolVar(&w.Follow, "follow", false, "follow symbolic links that lead out of a folder")
}

// walking returns what flags and the configuration that holds here say of finding.
func (s *settings) walking(given project.Options) project.Options {
	given.NoIgnore = given.NoIgnore || !project.IgnoresLikeGit(s.loader, s.here)
	return given
}

// complain says what is wrong in the configuration of files, once.
func (s *settings) complain(con *console.Console, files []project.File) {
	for _, in := range files {
		for _, problem := range s.loader.For(s.path(in)).Problems {
			if !s.told[problem] {
				s.told[problem] = true
				con.Fail(console.ExitUsage, "%s", s.about(problem))
			}
		}
	}
}

// admit is the files, in their array, that the configuration does not exclude. What is wrong in the
// configuration is said here.
func (s *settings) admit(con *console.Console, files []project.File) []project.File {
	s.complain(con, files)
	alone := len(files) == 1
	return slices.DeleteFunc(files, func(in project.File) bool {
		path := s.path(in)
		from, excluded := s.loader.For(path).Excluded(path)
		if excluded && alone {
			con.Note("%s: left out (%s)", in.Name(), s.origin(from))
		}
		return excluded
	})
}

// about is a problem, with the name of its file as people would write it here.
func (s *settings) about(problem *config.Problem) string {
	near := *problem
	near.File = s.near(near.File)
	return near.Error()
}

func (s *settings) origin(from config.Origin) string {
	from.Name = s.near(from.Name)
	return from.String()
}

// near is a path from here if it leads to something inside.
func (s *settings) near(path string) string {
	if inside, err := filepath.Rel(s.here, path); err == nil && filepath.IsAbs(path) && filepath.IsLocal(inside) {
		return inside
	}
	return path
}

// refuse returns what is wrong in the configuration, which ends a run of luacheck.
func (s *settings) refuse() error {
	if !s.compat.IsOn() {
		return nil
	}
	for _, problem := range s.loader.For(filepath.Join(s.here, "x.lua")).Problems {
		return errors.New(s.about(problem))
	}
	return nil
}

// atTop returns what holds here, for what luacheck sets for all files at once.
func (s *settings) atTop() *config.Config {
	at := filepath.Join(s.here, "x.lua")
	return s.loader.For(at).For(at)
}

// fileSettings is what holds for a file.
type fileSettings struct {
	*config.Config
	path   string
	loaded *config.Loaded
	given  string
	// isMixed: the file is read as luacheck reads it, which does not tell the dialect from
	// the standard of globals, and knows compound assignment.
	isMixed bool
}

// key is for the cache: where it is the same, so is all that holds.
func (f *fileSettings) key() string {
	return fmt.Sprintf("%q %q %q", f.given, f.loaded.Key(f.path), filepath.Ext(f.path))
}

// of is what holds for a file.
func (s *settings) of(in project.File) fileSettings {
	path := s.path(in)
	loaded := s.loader.For(path)
	return fileSettings{
		Config: loaded.For(path), path: path, loaded: loaded, given: s.given, isMixed: s.compat.IsOn(),
	}
}

// configure prepares a worker for a file.
func (w *worker) configure(f fileSettings, text string) syntax.Language {
	w.Config = f.Config
	decided := f.Decide(f.path, text)
	if f.isMixed && decided.By != config.ByName {
		decided.Dialects = config.Undecided
	}
	w.language = f.Language(decided)
	if f.isMixed {
		w.language = luacheck.Language(w.language)
	}
	return w.language
}
