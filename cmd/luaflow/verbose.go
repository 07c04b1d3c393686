package main

import (
	"fmt"

	"luaflow/analysis/config"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
)

// What --verbose tells of the configuration.

// nameUnused names the options of the configuration of files that are accepted and have no
// use, each once.
func (s *settings) nameUnused(con *console.Console, files []project.File) {
	seen := map[*config.Config]bool{}
	said := map[string]bool{}
	for _, in := range files {
		c := s.of(in).Config
		if seen[c] {
			continue
		}
		seen[c] = true
		for _, option := range c.Unused(s.compat.IsOn()) {
			if option.Name == commandLine {
				continue
			}
			text := fmt.Sprintf("%s: the option %q has no use here", s.origin(option.Origin), option.Value)
			if !said[text] {
				said[text] = true
				con.Note("%s", text)
			}
		}
	}
}
