// Package settings is the configuration of a command: what its flags say, on top of what the files
// of each project say, and the words that flags take.
package settings
