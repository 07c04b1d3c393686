package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/config"
	"luaflow/analysis/definitions"
	"luaflow/analysis/modules"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/luacheck"
	"luaflow/compile/syntax"
)

// Settings is what the flags say, and after open what holds for each file.
type Settings struct {
	files    []string // of configuration, to be used in place of those that are found
	NoConfig bool     // use no configuration files but those that are named
	// words and lists are options with one value and with several, switches those without
	// any, by their name in .luaflow.json.
	words    map[string]*string
	Lists    map[string]*[]string // empty where the flag is not given
	switches map[string]*bool

	Compat   luacheck.Flags // the flags of --compat luacheck
	Filename string         // what files are to be called; "" for what they are
	Folders  []string       // that are worked in, absolute; nil for the current one

	here   string                   // the current folder
	flags  string                   // what the flags say, as .luaflow.json would
	Loader *config.Loader           // reads configuration files, each once for all files that it holds for
	told   map[*config.Problem]bool // what con was told

	definitions *project.Definitions // what those of libraries say, for all files
}

// commandLine is where settings come from that flags give.
const commandLine = "command line"

// AddLanguage adds the flags that say how to read a file.
func AddLanguage(cmd *cobra.Command, s *Settings) {
	s.words, s.Lists, s.switches = map[string]*string{}, map[string]*[]string{}, map[string]*bool{}
	f := cmd.Flags()
	f.StringSliceVar(&s.files, "config", nil, "use a .luacheckrc, .luarc.json or .luaflow.json in place of the project's")
	f.BoolVar(&s.NoConfig, "no-config", false, "use no configuration files but those of --config")
	s.words["dialect"] = f.String("dialect", "", "the Lua to read files as: "+strings.Join(config.DialectNames(), ", "))
	CompleteWords(cmd, "dialect", config.DialectNames)
}

// Add adds the flags that a configuration file could stand in for.
func Add(cmd *cobra.Command, s *Settings) {
	AddLanguage(cmd, s)
	f := cmd.Flags()
	s.words["std"] = f.String("std", "", "the standard of globals: lua51, luajit+busted, +love, …")
	s.Lists["globals"] = f.StringSlice("globals", nil, "globals that files may read and set")
	s.Lists["readGlobals"] = f.StringSlice("read-globals", nil, "globals that files may read")
	s.Lists["ignore"] = f.StringSlice("ignore", nil, "leave out findings: CODE, NAME or CODE/NAME, as luaflow or luacheck spells them")
	s.Lists["enable"] = f.StringSlice("enable", nil, "report these findings too, and run checks that are off by default")
	for _, o := range []struct{ flag, option, use string }{
		{"no-unused", "unused", "leave out what is unused"},
		{"no-unused-args", "unusedArgs", "leave out unused parameters and loop variables"},
		{"no-unused-secondaries", "unusedSecondaries", "leave out unused values of calls whose other values are used"},
		{"no-self", "self", "leave out an unused self"},
		{"no-redefined", "redefined", "leave out redefined variables"},
		{"allow-defined", "allowDefined", "let an assignment define a global"},
		{"allow-defined-top", "allowDefinedTop", "let an assignment outside of functions define a global"},
		{"module", "module", "globals that a file defines are for itself alone"},
	} {
		s.switches[o.option] = f.Bool(o.flag, false, o.use)
	}
	CompleteWords(cmd, "ignore", CodeWords)
	CompleteWords(cmd, "enable", CodeWords)
}

// AddOnly adds --only, which elsewhere is about fixes.
func AddOnly(cmd *cobra.Command, s *Settings) {
	s.Lists["only"] = cmd.Flags().StringSlice("only", nil, "report only these findings and syntax errors: CODE, NAME or CODE/NAME")
	CompleteWords(cmd, "only", CodeWords)
}

// Open makes a layer of the flags, and the loader of all others.
func (s *Settings) Open() (err error) {
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
	s.flags, s.told = string(text), map[*config.Problem]bool{}
	options := config.Options{Child: config.SelfCommand(), Folder: s.here, NoSearch: s.NoConfig, Above: []*config.Layer{layer}}
	if err := s.locate(&options); err != nil {
		return err
	}
	s.Loader, s.definitions = config.NewLoader(options), new(project.Definitions)
	return nil
}

// locate sets where the configuration is, and what further flags add to it.
func (s *Settings) locate(options *config.Options) (err error) {
	layer, problems, flags, err := s.Compat.Layer(commandLine, s.here, s.options())
	switch {
	case err != nil:
		return err
	case len(problems) > 0:
		return errors.New(problems[0].Message)
	}
	s.flags += flags
	if s.Compat.IsOn() {
		options.NoSearch = true
		options.Above = []*config.Layer{{Dialect: options.Above[0].Dialect}, layer}
		options.Files, options.Folder, err = s.Compat.Configuration(s.here, s.files, s.NoConfig)
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
	for _, folder := range s.folders() {
		if _, ok := project.Repository(folder); !ok {
			options.Workspaces = append(options.Workspaces, folder)
		}
	}
	return nil
}

// folders returns the folders that are worked in.
func (s *Settings) folders() []string {
	if s.Folders == nil {
		return []string{s.here}
	}
	return s.Folders
}

// mayKnow reports whether names of standards that luaflow does not know may be defined by
// a configuration file.
func (s *Settings) mayKnow(unknown []*config.Problem) bool {
	return len(unknown) > 0 && (!s.NoConfig || len(s.files) > 0)
}

// options returns what the flags say in the words of .luaflow.json.
func (s *Settings) options() map[string]any {
	options := map[string]any{}
	for name, word := range s.words {
		if *word != "" {
			options[name] = *word
		}
	}
	for name, list := range s.Lists {
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
func (s *Settings) checkEnabled() error {
	if s.Lists["enable"] == nil {
		return nil
	}
	for _, word := range *s.Lists["enable"] {
		p, err := config.ParsePattern(word)
		if err != nil {
			return err
		}
		code, _, _ := strings.Cut(word, "/")
		answers := func(c *analysis.Check) bool {
			return code != word || p.Match(config.Subject{Code: c.Code}) || slices.ContainsFunc(c.Luacheck, func(l string) bool {
				return p.Match(config.Subject{Code: c.Code, Luacheck: l})
			})
		}
		if !checks.IsCode(word) && !slices.ContainsFunc(checks.All, answers) {
			return UnknownCode(word)
		}
	}
	return nil
}

// Path returns where a file is for the configuration; the standard input is in the current
// folder.
func (s *Settings) Path(in project.File) string {
	if in.As != "" {
		return filepath.Join(s.here, in.As)
	}
	if filepath.IsAbs(in.Path) {
		return filepath.Clean(in.Path)
	}
	return filepath.Join(s.here, in.Name())
}

// AddWalking adds the flags of what is found in folders and for patterns.
func AddWalking(cmd *cobra.Command, w *project.Options) {
	cmd.Flags().BoolVar(&w.NoIgnore, "no-ignore", false, "check files that git ignores too")
	cmd.Flags().BoolVar(&w.Follow, "follow", false, "follow symbolic links that lead out of a folder")
}

// Walking returns what flags and the configuration that holds here say of finding.
func (s *Settings) Walking(walk project.Options) project.Options {
	walk.NoIgnore = walk.NoIgnore || !project.IgnoresLikeGit(s.Loader, s.here)
	return walk
}

// Complain prints what is wrong in the configuration of files, once.
func (s *Settings) Complain(con *console.Console, files []project.File) {
	for _, in := range files {
		s.complain(con, s.Loader.For(s.Path(in)))
	}
}

func (s *Settings) complain(con *console.Console, loaded *config.Loaded) {
	for _, problem := range loaded.Problems {
		if !s.told[problem] {
			s.told[problem] = true
			con.Fail(console.ExitUsage, "%s", s.Describe(problem))
		}
	}
}

// Admit returns the files, in their array, that the configuration does not exclude. What is wrong in the
// configuration is said here.
func (s *Settings) Admit(con *console.Console, files []project.File) []project.File {
	alone := len(files) == 1
	return slices.DeleteFunc(files, func(in project.File) bool {
		path := s.Path(in)
		loaded := s.Loader.For(path)
		s.complain(con, loaded)
		from, excluded := loaded.Excluded(path)
		if excluded && alone {
			con.Note("%s: left out (%s)", in.Name(), s.Origin(from))
		}
		return excluded
	})
}

// Describe returns a problem, with the name of its file as people would write it here.
func (s *Settings) Describe(problem *config.Problem) string {
	here := *problem
	here.File = s.Rel(here.File)
	return here.Error()
}

// Origin returns where a setting comes from, a file as Rel names it.
func (s *Settings) Origin(from config.Origin) string {
	from.Name = s.Rel(from.Name)
	return from.String()
}

// Rel returns a path relative to the current folder if it leads to something inside; else as it is.
func (s *Settings) Rel(path string) string {
	if inside, err := filepath.Rel(s.here, path); err == nil && filepath.IsAbs(path) && filepath.IsLocal(inside) {
		return inside
	}
	return path
}

// Refuse returns what is wrong in the configuration, which ends a run of luacheck.
func (s *Settings) Refuse() error {
	if !s.Compat.IsOn() {
		return nil
	}
	for _, problem := range s.Loader.For(filepath.Join(s.here, "x.lua")).Problems {
		return errors.New(s.Describe(problem))
	}
	return nil
}

// Top returns what holds here, for what luacheck sets for all files at once.
func (s *Settings) Top() *config.Config {
	at := filepath.Join(s.here, "x.lua")
	return s.Loader.For(at).For(at)
}

// File is what holds for a file.
type File struct {
	*config.Config
	Path   string // for which the configuration is looked up: the file's own, or that of --filename
	loaded *config.Loaded
	flags  string
	// isMixed: the file is read as luacheck reads it, which does not tell the dialect from
	// the standard of globals, and knows compound assignment.
	isMixed  bool
	settings *Settings
}

// Key returns a key for the cache: where it is the same, so is all that holds.
func (f *File) Key() string {
	return fmt.Sprintf("%q %q %q %s", f.flags, f.loaded.Key(f.Path), filepath.Ext(f.Path), f.Definitions().Digest())
}

// Definitions returns what the definition files say of the file's project, and of the libraries that the configuration names: for
// luacheck, which knows none, nothing.
func (f *File) Definitions() *definitions.Table {
	if f.isMixed {
		return nil
	}
	return f.settings.definitions.Of(f.project(), f.Config, func(string) *config.Loader { return f.settings.Loader }, nil)
}

// project returns the folder of the file's project, whose definition files are read: the repository around it, or the folder of its
// outermost configuration, or one that somebody has named; "" if there is none, as the current folder may be the user's home.
func (f *File) project() string {
	s := f.settings
	if s.NoConfig {
		return ""
	}
	if folder := s.Loader.Repository(f.Path); folder != "" {
		return folder
	}
	for _, file := range f.loaded.Files {
		folder := filepath.Dir(file)
		if inside, err := filepath.Rel(folder, f.Path); err == nil && filepath.IsLocal(inside) {
			return folder
		}
	}
	if root := s.Loader.Root(f.Path); slices.Contains(s.Folders, root) {
		return root
	}
	return ""
}

// Refresh reads the configuration again where it has changed, and the definition files, when somebody next asks for them.
func (s *Settings) Refresh() {
	s.Loader.Refresh()
	s.definitions.Refresh()
}

// Of returns what holds for a file.
func (s *Settings) Of(in project.File) File {
	path := s.Path(in)
	loaded := s.Loader.For(path)
	return File{
		Config: loaded.For(path), Path: path, loaded: loaded, flags: s.flags, isMixed: s.Compat.IsOn(), settings: s,
	}
}

// LanguageOf returns the language to read a text of the file in.
func (f *File) LanguageOf(text string) syntax.Language {
	decided := f.Decide(f.Path, text)
	if f.isMixed && decided.By != config.ByName {
		decided.Dialects = config.Undecided
	}
	language := f.Language(decided)
	if f.isMixed {
		language = luacheck.Language(language)
	}
	return language
}

// StartsOf returns what a configuration says of how the program in a folder is started.
func (s *Settings) StartsOf(folder string) modules.Roots {
	at := filepath.Join(folder, "x.lua") // whatever the name: it holds for the folder
	said := s.Loader.For(at)
	return modules.Roots{Folder: filepath.ToSlash(folder), Files: said.Roots(), PackagePath: said.PackagePath()}
}

// Roots returns the folder of a file's workspace, and the libraries.
func (s *Settings) Roots(file string) []string {
	path := s.Path(project.Named(file))
	folders := []string{s.Loader.Root(path)}
	for _, library := range s.Loader.For(path).For(path).Libraries() {
		folders = append(folders, library.Value)
	}
	return folders
}

// NameUnused names the options of the configuration of files that are accepted and have no
// use, each once.
func (s *Settings) NameUnused(con *console.Console, files []project.File) {
	visited := map[*config.Config]bool{}
	said := map[string]bool{}
	for _, in := range files {
		c := s.Of(in).Config
		if visited[c] {
			continue
		}
		visited[c] = true
		for _, option := range c.Unused(s.Compat.IsOn()) {
			if option.Name == commandLine {
				continue
			}
			text := fmt.Sprintf("%s: the option %q has no use here", s.Origin(option.Origin), option.Value)
			if !said[text] {
				said[text] = true
				con.Note("%s", text)
			}
		}
	}
}
