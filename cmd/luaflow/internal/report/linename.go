package report

import (
	"strings"

	"luaflow/analysis/printable"
)

// LineName returns the name of a file for the beginning of a line: printable, and with no
// colon in front, as that and the colon after the name may begin a command of GitHub;
// ./ in front names the same file.
func LineName(name string) string {
	if strings.HasPrefix(strings.TrimSpace(name), ":") {
		name = "./" + name
	}
	return printable.Text(name)
}
