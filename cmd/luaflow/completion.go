package main

import (
	"slices"

	"github.com/spf13/cobra"

	"luaflow/cmd/luaflow/internal/report"
)

// What shells complete, where cobra does not know it.

// formatWords returns the formats of check.
func formatWords() (words []cobra.Completion) {
	for name := range report.Formats {
		words = append(words, name)
	}
	slices.Sort(words)
	return words
}

// completeLua completes arguments with the names of Lua files and folders.
func completeLua(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return []cobra.Completion{"lua"}, cobra.ShellCompDirectiveFilterFileExt
}
