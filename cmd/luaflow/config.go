package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"luaflow/analysis/config"
	"luaflow/analysis/printable"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/compile/syntax"
)

// newConfig returns luaflow config: what holds for a file, and who says so.
func newConfig(con *console.Console) *cobra.Command {
	var run configRun
	cmd := &cobra.Command{
		Use:   "config [flags] FILE",
		Short: "Print the configuration of a file, where it comes from, and what decided its dialect",
		Long: `Print the configuration of a Lua file: the configuration files that count, the dialect
and what decided it, and every setting with where it comes from. The file need not
exist; - is a file in the current folder.

The first of these that is given decides the dialect: --dialect, the
editor, .luaflow.json, .luarc.json, the standard of globals (std), the file's kind
(.rockspec), its #! line, the first syntax in it that only some dialects have.

Exit codes: 0 all is well, 3 the file could not be read, 4 a wrong command line or
configuration.`,
		Example: `  luaflow config init.lua
  luaflow config --format json --std luajit src/init.lua`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("config needs one file")
			}
			if run.format != "text" && run.format != "json" {
				return fmt.Errorf("unknown format %q: choose text or json", run.format)
			}
			if err := run.settings.Open(); err != nil {
				return err
			}
			return run.print(con, project.Named(args[0]))
		},
	}
	cmd.Flags().StringVar(&run.format, "format", "text", "text, or json for programs")
	cmd.Flags().BoolVar(&run.all, "all", false, "print the defaults too (json always does)")
	settings.Add(cmd, &run.settings)
	settings.AddOnly(cmd, &run.settings)
	return cmd
}

// configRun is one use of luaflow config.
type configRun struct {
	settings settings.Settings
	format   string
	all      bool
}

// configReport is what holds for a file, as --format json prints it.
type configReport struct {
	File     string             `json:"file"`
	Files    []string           `json:"configurations"` // the weakest first
	Excluded string             `json:"excluded,omitempty"`
	Dialects []string           `json:"dialects"`
	By       string             `json:"decidedBy"`
	Origin   string             `json:"decidedIn,omitempty"`
	Settings []configReportLine `json:"settings"`
}

type configReportLine struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Origin string `json:"origin"`
}

func (run *configRun) print(con *console.Console, in project.File) error {
	s := &run.settings
	path := s.Path(in)
	loaded := s.Loader.For(path)
	s.Complain(con, []project.File{in})
	decided := decide(s, con, in)
	r := configReport{
		File: in.Name(), Files: []string{}, Dialects: strings.Split(decided.Dialects.String(), "+"),
		By: string(decided.By),
	}
	if !decided.IsDefault() {
		r.Origin = s.Origin(decided.Origin)
	}
	for _, file := range loaded.Files {
		r.Files = append(r.Files, s.Rel(file))
	}
	if from, excluded := loaded.Excluded(path); excluded {
		r.Excluded = s.Origin(from)
	}
	for _, line := range loaded.For(path).Lines() {
		if line.Key != "dialect" && (run.all || run.format == "json" || !line.IsDefault()) {
			r.Settings = append(r.Settings, configReportLine{line.Key, line.Value, s.Origin(line.Origin)})
		}
	}
	if run.format == "json" {
		text, err := json.MarshalIndent(r, "", "  ")
		con.Print(string(printable.JSON(text)) + "\n")
		return err
	}
	con.Print(r.text())
	return nil
}

// decide decides the dialects of a file. One that does not exist says nothing.
func decide(s *settings.Settings, con *console.Console, in project.File) config.Decision {
	c := s.Of(in)
	if _, err := os.Stat(in.Path); err != nil && in.Path != project.Stdin {
		return c.Decide(c.Path, "")
	}
	r := project.NewReader(con.In)
	file, err := r.Source(in)
	if err != nil {
		con.Fail(console.ExitUnreadable, "%s", err)
		return c.Decide(c.Path, "")
	}
	decided := c.Decide(c.Path, file.Text())
	return decided.With(syntax.Parse(file, c.Language(decided)).Dialects)
}

// Text is the report for people: a line for each setting.
func (r *configReport) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", report.LineName(r.File))
	for _, file := range r.Files {
		fmt.Fprintf(&b, "reads %s\n", printable.Text(file))
	}
	if r.Excluded != "" {
		fmt.Fprintf(&b, "left out (%s)\n", printable.Text(r.Excluded))
	}
	by := r.By
	if r.Origin != "" {
		by += ", " + r.Origin
	}
	fmt.Fprintf(&b, "dialect: %s (%s)\n", strings.Join(r.Dialects, ", "), printable.Text(by))
	for _, line := range r.Settings {
		fmt.Fprintf(&b, "%s: %s (%s)\n", line.Key, printable.Text(line.Value), printable.Text(line.Origin))
	}
	return b.String()
}
