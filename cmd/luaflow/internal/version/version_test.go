package version

import (
	"runtime/debug"
	"testing"
)

func TestBuildInfo(t *testing.T) {
	const revision = "0123456789abcdef0123456789abcdef01234567"
	setting := func(key, value string) debug.BuildSetting { return debug.BuildSetting{Key: "vcs." + key, Value: value} }
	info := func(version string, settings ...debug.BuildSetting) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: version}, Settings: settings}
	}
	for _, c := range []struct {
		info            *debug.BuildInfo
		version, commit string
	}{
		{nil, "devel", ""},
		{info(""), "devel", ""},
		{info("(devel)", setting("modified", "true")), "devel", ""},
		{info("v1.2.3", setting("revision", revision), setting("modified", "false")), "v1.2.3", ", commit 0123456789ab"},
		{info("(devel)", setting("modified", "true"), setting("revision", revision)), "devel", ", commit 0123456789ab+"},
		{info("v1.2.3", setting("revision", "0123")), "v1.2.3", ", commit 0123"},
	} {
		if version, commit := versionIn(c.info), commitIn(c.info); version != c.version || commit != c.commit {
			t.Errorf("%+v: version %q, commit %q; want %q, %q", c.info, version, commit, c.version, c.commit)
		}
	}
}
