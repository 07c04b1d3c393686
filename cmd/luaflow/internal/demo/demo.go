// Package demo is luaflow demo: what an editor and the server say to each other about one file.
package demo

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"luaflow/analysis"
	"luaflow/analysis/fix"
	"luaflow/analysis/printable"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/cmd/luaflow/internal/version"
	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/lsp"
)

// demoText is what luaflow demo opens if it is given no file.
//
//go:embed demo.lua
var demoText string

// demoTime is how long the server of a demo may take to answer everything.
const demoTime = time.Minute

// New returns luaflow demo: what an editor and the server say to each other about one
// file, for people who have no editor at hand. The server is the real one.
func New(con *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:   "demo [FILE]",
		Short: "Show what an editor shows: diagnostics, a hover, a quick fix",
		Long: `Show what an editor would show for a file, or for a small sample: start the server,
open the file, print the diagnostics and a hover, apply a quick fix to the copy in
memory, and print the diagnostics after it. No file is changed.`,
		Example: `  luaflow demo
  luaflow demo init.lua`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			file := source.NewFile("demo.lua", demoText)
			if len(args) == 1 {
				r := project.NewReader(con.In)
				var err error
				if file, err = r.Source(project.Named(args[0])); err != nil {
					con.Fail(console.ExitUnreadable, "%s", err)
					return nil
				}
			}
			ctx, cancel := context.WithTimeout(context.Background(), demoTime)
			defer cancel()
			if err := show(ctx, con, file); err != nil {
				con.Fail(console.ExitUnreadable, "demo: %s", err)
			}
			return nil
		},
	}
}

// show holds one conversation, and returns why it broke off.
func show(ctx context.Context, con *console.Console, file *source.File) error {
	client, err := lsp.Start(ctx, lsp.Options{Version: version.String()})
	if err != nil {
		return err
	}
	d := demonstration{con: con, client: client, path: file.Name()}
	if err := client.Open(ctx, d.path, file.Text()); err != nil {
		return err
	}
	found, err := d.diagnostics(ctx, "The editor opens "+d.path+". The server publishes:")
	if err != nil {
		return err
	}
	if err := d.hovers(ctx, file, found); err != nil {
		return err
	}
	fixed, err := d.quickFix(ctx, file, found)
	if err != nil {
		return err
	}
	if fixed {
		if _, err := d.diagnostics(ctx, "The editor applies it. The server publishes:"); err != nil {
			return err
		}
	}
	return client.Shutdown(ctx)
}

type demonstration struct {
	con    *console.Console
	client *lsp.Client
	path   string
	steps  int
}

// heading prints a numbered heading.
func (d *demonstration) heading(text string) {
	if d.steps++; d.steps > 1 {
		d.con.Print("\n")
	}
	text = fmt.Sprintf("%d. %s", d.steps, printable.Text(text))
	if d.con.Color {
		text = report.Bold + text + report.Normal
	}
	d.con.Print(text + "\n\n")
}

// diagnostics waits for them and prints them as luaflow check would.
func (d *demonstration) diagnostics(ctx context.Context, heading string) ([]lsp.Diagnostic, error) {
	found, err := d.client.Diagnostics(ctx, d.path)
	if err != nil {
		return nil, err
	}
	file, err := d.client.File(d.path)
	if err != nil {
		return nil, err
	}
	d.heading(heading)
	r := report.File{Name: d.path, Color: d.con.Color}
	for _, x := range found {
		r.Findings = append(r.Findings, report.FindingOf(file, &analysis.Finding{
			Code: x.Code, Severity: x.Severity, Span: x.Span, Message: x.Message,
		}, report.WantsExcerpts))
	}
	d.con.Print(string(report.AppendText(nil, &r)))
	if len(found) == 0 {
		d.con.Print("nothing\n")
	}
	return found, nil
}

// hovers asks about the first name that has a diagnostic, and about the last use of
// the same variable.
func (d *demonstration) hovers(ctx context.Context, file *source.File, found []lsp.Diagnostic) error {
	for _, x := range found {
		shown, err := d.hover(ctx, file, x.Span)
		if err != nil {
			return err
		}
		if !shown {
			continue
		}
		if use, ok := lastUse(file, x.Span); ok {
			_, err = d.hover(ctx, file, use)
		}
		return err
	}
	return nil
}

func (d *demonstration) hover(ctx context.Context, file *source.File, name source.Span) (shown bool, err error) {
	text, err := d.client.Hover(ctx, d.path, name.Start)
	if err != nil || text == "" {
		return false, err
	}
	d.heading(fmt.Sprintf("The cursor is on `%s` in line %d. The server answers:",
		file.Slice(name), file.Point(name.Start, source.UTF32).Line+1))
	d.con.Print(indent(printable.Lines(text)))
	return true, nil
}

// lastUse returns the last place that reads the variable whose name stands at span.
func lastUse(file *source.File, span source.Span) (use source.Span, ok bool) {
	u := compile.Compile(file)
	var binding resolve.BindingID
	for n := range u.Tree.Names.All() {
		if n.Span() == span {
			binding = u.Res.Refs[n.ID].Binding
		}
	}
	for i, ref := range u.Res.Refs {
		if ref.Binding == binding && binding != 0 && ref.Kind != resolve.ToGlobal && ref.Kind != resolve.Declaration && !ref.Write {
			use, ok = u.Tree.Names.At(syntax.NameID(i)).Span(), true
		}
	}
	return use, ok
}

// quickFix asks for the fixes of the diagnostics until there is a preferred one,
// prints it as a diff and applies it.
func (d *demonstration) quickFix(ctx context.Context, file *source.File, found []lsp.Diagnostic) (fixed bool, err error) {
	for _, x := range found {
		actions, err := d.client.Actions(ctx, d.path, x.Span, "quickfix")
		if err != nil {
			return false, err
		}
		for _, a := range actions {
			if !a.Preferred {
				continue
			}
			line := file.Point(x.Span.Start, source.UTF32).Line + 1
			d.heading(fmt.Sprintf("The editor asks for a quick fix in line %d. The server offers %q:", line, a.Title))
			d.con.Print(report.UnifiedDiff(d.path, file.Text(), fix.Apply(file.Text(), a.Edits)))
			return true, d.client.Edit(ctx, d.path, a.Edits)
		}
	}
	return false, nil
}

// indent moves every line that is not empty to the right.
func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		if line != "\n" {
			b.WriteString("   ")
		}
		b.WriteString(line)
	}
	return b.String()
}
