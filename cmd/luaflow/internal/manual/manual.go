// Package manual has what is read about the command itself: its version, man pages, and help about what is no
// command.
package manual

import (
	"embed"
	"io/fs"
	"path"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

//go:embed topics
var topics embed.FS

// Topics returns a command for each topic of help, in the order of their names, which shows its text: a line that is its
// title, and what is to be said.
func Topics() (cmds []*cobra.Command) {
	paths, err := fs.Glob(topics, "topics/*.txt")
	if err != nil {
		panic(err) // the pattern is none
	}
	for _, file := range paths {
		text, err := topics.ReadFile(file)
		if err != nil {
			panic(err) // it is in the program
		}
		title, _, _ := strings.Cut(string(text), "\n")
		cmds = append(cmds, &cobra.Command{
			Use:   strings.TrimSuffix(path.Base(file), ".txt"),
			Short: title,
			Long:  strings.TrimSpace(string(text)),
		})
	}
	return cmds
}

// NewMan returns luaflow man.
func NewMan() *cobra.Command {
	return &cobra.Command{
		Use:     "man FOLDER",
		Short:   "Write the man pages",
		Long:    "Write the man pages of luaflow and of each command into a folder. Their date is SOURCE_DATE_EPOCH, if that is set.",
		Example: "  luaflow man ~/.local/share/man/man1",
		Args:    cobra.ExactArgs(1),
		Hidden:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			root.DisableAutoGenTag = true
			escape(root)
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "luaflow", Manual: "luaflow"}, args[0])
		},
	}
}

// marks are what markdown would take for more than it says.
var marks = strings.NewReplacer("*", `\*`, "_", `\_`, "<", `\<`)

// escape replaces the texts of a command, and of those below it, by markdown that reads as they do.
func escape(cmd *cobra.Command) {
	cmd.Short, cmd.Long = marks.Replace(cmd.Short), marks.Replace(cmd.Long)
	for _, c := range cmd.Commands() {
		escape(c)
	}
}
