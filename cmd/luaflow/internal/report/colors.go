package report

import "luaflow/analysis"

// Control sequences of ECMA-48 (SGR).
const (
	Bold   = "\x1b[1m"
	Dim    = "\x1b[2m"
	red    = "\x1b[1;31m"
	yellow = "\x1b[1;33m"
	Cyan   = "\x1b[1;36m"
	Normal = "\x1b[0m"
)

// SeverityColor is the color of each severity.
var SeverityColor = [...]string{analysis.Error: red, analysis.Warning: yellow, analysis.Hint: Cyan}

// Colors says whether there is somebody to see colors.
type Colors bool

// Paint puts a text between control sequences, if there is somebody to see them.
func (p Colors) Paint(color, s string) string {
	if !p {
		return s
	}
	return color + s + Normal
}
