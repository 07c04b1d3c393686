package manual

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/version"
)

// NewVersion returns luaflow version.
func NewVersion(con *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, the commit and the version of Go",
		Args:  cobra.NoArgs,

		Example:           `  luaflow version`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintf(con.Out, "luaflow %s%s, %s %s/%s\n", version.String(), version.Commit(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
}
