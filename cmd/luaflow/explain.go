package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"luaflow/analysis/checker"
)

// newExplain is luaflow explain: what a check claims, and why something is so.
func newExplain(con *console) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "explain [--format text|json] CODE…",
		Short: "Print what a check claims",
		Long: `Print the page of a check: what it claims, when it is silent, and how to mend it.
CODE is as check prints it, or as luacheck does.`,
		Example: `  luaflow explain dead-store
  luaflow explain 311`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return fmt.Errorf("unknown format %q: choose text or json", format)
			}
			return explainCodes(con, format, args)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text, or json for programs")
	return cmd
}

// explainCodes prints the pages of checks.
func explainCodes(con *console, format string, words []string) error {
	var codes []string
	for _, word := range words {
		found, err := codesOf(word)
		if err != nil {
			return err
		}
		codes = append(codes, found...)
	}
	for i, code := range codes {
		switch {
		case format == "json":
			con.print(string(appendCheckJSON(nil, code)))
			continue
		case i > 0:
			con.print("\n")
		}
		page, _ := checker.Doc(code)
		con.print(string(appendPage(nil, page, con.paint)))
	}
	return nil
}

// jsonCheck is what --format json prints of a check.
type jsonCheck struct {
	Code     string   `json:"code"`
	Title    string   `json:"title"`
	Severity string   `json:"severity"`
	Off      bool     `json:"off"`
	Luacheck []string `json:"luacheck"`
	Doc      string   `json:"doc"` // markdown
}

func appendCheckJSON(b []byte, code string) []byte {
	c, _ := checker.Lookup(code)
	out := jsonCheck{c.Code, c.Title, c.Severity.String(), c.Off, append([]string{}, c.Luacheck...), c.Doc}
	var text strings.Builder
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(out) // text in memory: cannot fail
	return append(b, text.String()...)
}
