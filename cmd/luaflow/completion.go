package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"luaflow/analysis/checker"
	"luaflow/cmd/luaflow/internal/report"
)

// What shells complete, where cobra does not know it.

// completeWords completes a flag whose value is words with commas between.
func completeWords(cmd *cobra.Command, flag string, words func() []cobra.Completion) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndex(typed, ",")+1]
		var found []cobra.Completion
		for _, w := range words() {
			found = append(found, before+w)
		}
		return found, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
	if err != nil {
		panic(err) // a flag that is none, or this called twice
	}
}

// codeWords is the codes of all checks with what they claim.
func codeWords() (words []cobra.Completion) {
	for _, code := range checker.Codes() {
		c, _ := checker.Lookup(code)
		words = append(words, cobra.CompletionWithDesc(code, c.Title))
	}
	return words
}

// formatWords is the formats of check.
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
