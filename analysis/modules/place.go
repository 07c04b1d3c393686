package modules

// Place is a line of a file.
type Place struct {
	Path string `json:"path"` // with slashes, from the top of the program
	Line int    `json:"line"` // from 1 on
}
