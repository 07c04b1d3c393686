// Package version says which luaflow this is, as the Go tool recorded it.
package version

import (
	"runtime/debug"
	"strings"
)

// String returns the module's version as the Go tool recorded it: a tag, or a
// pseudo-version with the commit; "devel" where it recorded none.
func String() string {
	info, _ := debug.ReadBuildInfo()
	return versionIn(info)
}

// home is where Go shows what a module says of itself, by its path.
const home = "https://pkg.go.dev/luaflow"

// PageOf returns the URL of the page about a package of the module, named without the module; "" names the module itself.
func PageOf(pkg string) string { return strings.TrimSuffix(home+"/"+pkg, "/") }

func versionIn(info *debug.BuildInfo) string {
	if info == nil || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

// Commit returns ", commit 0123456789ab" as the Go tool recorded it, with a + after it if
// files had changed since; "" where it recorded none.
func Commit() string {
	info, _ := debug.ReadBuildInfo()
	return commitIn(info)
}

func commitIn(info *debug.BuildInfo) string {
	if info == nil {
		return ""
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	revision := settings["vcs.revision"]
	if revision == "" {
		return ""
	}
	revision = revision[:min(12, len(revision))]
	if settings["vcs.modified"] == "true" {
		revision += "+"
	}
	return ", commit " + revision
}
