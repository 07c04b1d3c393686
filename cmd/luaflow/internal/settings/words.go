package settings

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"luaflow/analysis/checks"
	"luaflow/analysis/config"
)

// CompleteWords completes a flag whose value is words with commas between.
func CompleteWords(cmd *cobra.Command, flag string, words func() []cobra.Completion) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndex(typed, ",")+1]
		var found []cobra.Completion
		for _, w := range words() {
			found = append(found, before+w)
		}
		return found, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
	if err != nil {
		panic(err) // there is no such flag, or this is called twice
	}
}

// CodeWords returns the codes of all checks with what they claim.
func CodeWords() (words []cobra.Completion) {
	for _, c := range checks.All {
		words = append(words, cobra.CompletionWithDesc(c.Code, c.Title))
	}
	return words
}

// CodesOf returns the codes of the checks that a word names: one of ours, or those that
// answer to one of luacheck's.
func CodesOf(word string) ([]string, error) {
	if checks.IsCode(word) {
		return []string{word}, nil
	}
	if codes := checks.FromLuacheck(word); len(codes) > 0 {
		return codes, nil
	}
	return nil, UnknownCode(word)
}

// UnknownCode names the codes that are near to a word, or all of them if none is.
func UnknownCode(word string) error {
	if near := config.Suggestions(word, checks.Codes()); len(near) > 0 {
		return fmt.Errorf("unknown code %q: did you mean %s?", word, strings.Join(near, " or "))
	}
	return fmt.Errorf("unknown code %q: choose from %s", word, strings.Join(checks.Codes(), ", "))
}
