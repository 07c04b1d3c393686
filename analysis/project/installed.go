package project

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Modules that are installed on this machine, for all programs: where a Lua that is installed looks for them if nobody tells it otherwise.

// IsInstalled reports whether a module is installed under a name, for any version of Lua: whether LUA_PATH or LUA_CPATH, or the folders that
// package.path and package.cpath have where these are not set, have a file for it.
func IsInstalled(name string) bool { return isIn(installedIn(), name) }

// installedIn returns the templates of where modules are installed.
var installedIn = sync.OnceValue(func() []string { return templates(os.Environ()) })

// isIn reports whether there is a file for a module where one of some templates has it.
func isIn(templates []string, name string) bool {
	path := filepath.FromSlash(strings.ReplaceAll(name, ".", "/"))
	for _, template := range templates {
		found, _ := filepath.Glob(strings.ReplaceAll(template, "?", quoteGlob(path)))
		if len(found) > 0 {
			return true
		}
	}
	return false
}

// templates returns where modules are installed by an environment, absolute templates alone: patterns as filepath.Glob has them, but for the
// question mark, which stands for the name.
func templates(environment []string) (all []string) {
	for _, entry := range environment {
		variable, value, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(variable, "LUA_PATH") && !strings.HasPrefix(variable, "LUA_CPATH") {
			continue
		}
		for template := range strings.SplitSeq(value, ";") {
			if filepath.IsAbs(template) {
				all = append(all, strings.ReplaceAll(quoteGlob(strings.ReplaceAll(template, "?", "\x00")), "\x00", "?"))
			}
		}
	}
	for _, top := range []string{"/usr", "/usr/local"} {
		all = append(all,
			top+"/share/lua/5.*/?.lua", top+"/share/lua/5.*/?/init.lua", top+"/share/luajit-2.*/?.lua",
			top+"/lib/lua/5.*/?.so", top+"/lib/*/lua/5.*/?.so",
		)
	}
	return all
}

// globSigns escapes what means something to filepath.Glob.
var globSigns = strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`)

// quoteGlob returns a pattern that matches a text alone.
func quoteGlob(text string) string {
	if filepath.Separator == '\\' { // there a backslash escapes nothing
		return strings.NewReplacer("*", "[*]", "?", "[?]").Replace(text)
	}
	return globSigns.Replace(text)
}
