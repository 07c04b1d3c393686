package main

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/memory"
	"luaflow/cmd/luaflow/internal/pipeline"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/compile/testkit/must"
)

// securityTests is the tests of each sentence of SECURITY.md: functions as PACKAGE.NAME, or
// files of test data and words that stand in them.
var securityTests = map[string][]string{
	"luaflow reads what nobody has looked at yet: a clone, a pull request, a dependency": {"cmd/luaflow.TestSecurityIsTested"},

	"A file that the command line names may be a symbolic link":          {"script/links.txtar: A link that is named is the user's own choice"},
	"A pipe that it names is read, up to 64 MB, and a device is refused": {"script/links.txtar: A device is refused, a pipe is read, up to a limit"},
	"A cache folder named with `--cache` is believed if it belongs to the user, except for files in it that belong to somebody else or that others can write": {
		"cmd/luaflow/internal/cache.TestNamedCacheCanBeCarried", "cmd/luaflow/internal/cache.TestCacheOfSomebodyElseIsRefused", "cmd/luaflow/internal/cache.TestCacheFilesOfOthersAreEmpty"},
	"Of the files of a project, only a `.luacheckrc` or a rockspec is run":  {"cmd/luaflow.TestOnlyConfigurationsRun", "analysis/project/since.TestSinceRunsNoProgramOfTheRepository"},
	"It can load files of the project, and none outside of it":              {"analysis/config/luacheckrc.TestNothingIsReadOutside"},
	"In a workspace that the editor does not trust no `.luacheckrc` is run": {"scenarios/configuration-untrusted.txtar: initialize"},
	"Terminal and editor take the same files for those of a project":        {"cmd/luaflow.TestTerminalAndEditorFindTheSameFiles"},
	"With `--follow` it does": {"script/links.txtar: --follow", "analysis/project.TestLinks"},
	"What has become such a link after it was found is not read and not written": {"analysis/project.TestLinkMadeLater", "cmd/luaflow/internal/atomicfile.TestReplaceFileStaysInItsFolder"},
	"`fix` writes through no link that a walk has found":                         {"script/links.txtar: Nothing is written through a link that a walk has found"},
	"An agent is told of no file outside of the folders that `luaflow mcp` was started with, and `luaflow mcp` writes none": {
		"cmd/luaflow/internal/mcp.TestNothingOutsideIsRead", "cmd/luaflow/internal/mcp.TestConversations"},
	"Nor do they in what an agent is answered": {"cmd/luaflow/internal/mcp.TestTextsCommandNothing"},
	"`luaflow explore` is the one command that listens: on this machine's own address, to who knows the token in it, and to no page of another site": {
		"cmd/luaflow/internal/explorer.TestOnlyWhoKnowsTheAddress"},
	"Its page loads nothing from elsewhere":                           {"cmd/luaflow/internal/explorer.TestOnlyWhoKnowsTheAddress"},
	"A cache folder of somebody else is refused":                      {"cmd/luaflow/internal/cache.TestCacheOfSomebodyElseIsRefused"},
	"A symbolic link in a cache is neither read nor written through":  {"cmd/luaflow/internal/cache.TestCacheFollowsNoLink", "lsp.TestPagesFollowNoLink"},
	"A folder that only looks like a repository is not taken for one": {"analysis/project/since.TestSinceRunsNoProgramOfTheRepository"},
	"The patch that `fix --diff` prints has the lines of the program as they are: it is nothing for a log that obeys commands": {
		"script/names.txtar: luaflow fix --diff", "cmd/luaflow/internal/report.TestQuotedPath"},
	"What the configuration of a repository names is read below that repository alone, what the user's own names anywhere": {
		"analysis/project.TestRepositoryNamesNothingOutside", "analysis/project.TestExcludesFile"},
	"In JSON, SARIF and XML a name is, decoded, what it was, but for U+FFFD in the place of what the format cannot hold": {"cmd/luaflow.TestFormatsKeepNames"},
	"Work that an editor does not wait for any more is stopped":                                                          {"lsp/session.TestNobodyWaits", "lsp/session.TestClosed", "lsp/session.TestStop"},

	"What was not looked at because it is too large is said in every format, by `fix`, and in editors": {
		"cmd/luaflow.TestFormatsTellWhatIsMissing", "cmd/luaflow.TestFixSaysWhatIsMissing", "scenarios/diagnostics-omitted.txtar: What was not looked at is said where it stands"},

	"It runs in a process of its own, with an empty environment and with no file, no folder and no program within its reach": {
		"analysis/config/luacheckrc.TestChildHasNothing", "analysis/config/luacheckrc.TestHostile", "analysis/config/luacheckrc.TestNoChild"},
	"Its steps, its memory and the text that it makes are counted, and it ends when they are used up": {
		"analysis/config/luacheckrc.TestHostile", "analysis/config/luacheckrc.TestCostIsTheSame"},
	"A walk follows no symbolic link that leads out of its folder, and says how many it left": {
		"script/links.txtar: What leads out of a folder is not followed", "analysis/project.TestLinks"},
	"A pipe or device in a folder is named and not read, and so is a file of more than 64 MB": {
		"script/links.txtar: a walk reads neither", "analysis/config/rootfs.TestNothingIsWaitedFor", "cmd/luaflow/internal/atomicfile.TestLeftoversOfNoFile"},
	"Configuration, `.gitignore` and a baseline that was found are regular files below their folder": {
		"analysis/config.TestLinksOutAreNotFollowed", "analysis/config/rootfs.TestRead", "analysis/project.TestLinks",
		"script/baseline.txtar: nothing is read or written elsewhere"},
	"What a `.gitignore` costs grows with its length times that of the names, whatever it says": {
		"analysis/project/gitignore.TestMatchIsLinear"},
	"From some work on what git ignores is taken, too, which is said":                                                          {"analysis/project.TestComparingIsBounded"},
	"In a hover of an editor no text of a program is an image, a link, a command or other markup":                              {"lsp.FuzzHover", "lsp.TestMarkupIsFound"},
	"At one request of an editor fixes are looked for up to an amount of text, not of time, and what is left out is told once": {"lsp.TestFixWork"},
	"An entry of the user's own cache that was made without the secret in the user's configuration folder counts as missing, and so does a damaged one": {
		"cmd/luaflow/internal/cache.TestForgedCacheIsEmpty", "cmd/luaflow/internal/cache.TestDamagedCacheIsEmpty"},
	"`--since` and the server have git run no program that the repository names, trusted or not: no monitor, filter, hook, pager, text conversion, or transport": {
		"analysis/project/since.TestSinceRunsNoProgramOfTheRepository"},
	"File names and texts of a project begin no line and no CI command and hold no control sequence of a terminal, in any format": {
		"script/names.txtar: begins no line and commands no one", "cmd/luaflow.TestPrintable", "cmd/luaflow.TestLineName"},
	"A file that luaflow itself fails on is reported as such, with exit code 5, and the others are checked": {
		"cmd/luaflow.TestPanicCostsItsFile"},
	"Report a vulnerability privately: on the page of this repository on GitHub, under *Security*, *Report a vulnerability*": {
		"cmd/luaflow.TestSecurityNamesNoAddress"},
}

func securityPage(t *testing.T) string {
	t.Helper()
	return must.Read(t, filepath.Join(repository, ".github", "SECURITY.md"))
}

// TestSecurityIsTested: each sentence of SECURITY.md has a test, each test is there, and no
// sentence is tested that is not there any more.
func TestSecurityIsTested(t *testing.T) {
	said := map[string]bool{}
	for _, sentence := range sentences(securityPage(t)) {
		said[sentence] = true
		if len(securityTests[sentence]) == 0 {
			t.Errorf("no test is named for: %s", sentence)
		}
	}
	for sentence, tests := range securityTests {
		if !said[sentence] {
			t.Errorf("SECURITY.md does not say: %s", sentence)
		}
		for _, test := range tests {
			if !testExists(t, test) {
				t.Errorf("there is no test %s, of: %s", test, sentence)
			}
		}
	}
}

var (
	paragraphEnd = regexp.MustCompile(`\n\s*\n|\n(?:- )`)
	sentenceEnd  = regexp.MustCompile(`\.(?:\s+|$)`)
)

// sentences returns what a page says, headings aside, without full stops.
func sentences(page string) (all []string) {
	for _, paragraph := range paragraphEnd.Split(page, -1) {
		paragraph = strings.Join(strings.Fields(strings.TrimPrefix(paragraph, "- ")), " ")
		if strings.HasPrefix(paragraph, "#") {
			continue
		}
		for _, sentence := range sentenceEnd.Split(paragraph, -1) {
			if sentence != "" {
				all = append(all, sentence)
			}
		}
	}
	return all
}

// testExists reports whether a test is there that securityTests names.
func testExists(t *testing.T, test string) bool {
	t.Helper()
	if file, words, ok := strings.Cut(test, ": "); ok {
		for folder, in := range map[string]string{"script/": "cmd/luaflow/testdata/script", "scenarios/": "lsp/testdata/scenarios"} {
			if name, ok := strings.CutPrefix(file, folder); ok {
				text := must.Read(t, filepath.Join(repository, in, name))
				return strings.Contains(strings.Join(strings.Fields(strings.ReplaceAll(text, "\n#", "\n")), " "), words)
			}
		}
		return false
	}
	pkg, name := strings.TrimSuffix(test, path.Ext(test)), strings.TrimPrefix(path.Ext(test), ".")
	files, err := filepath.Glob(filepath.Join(repository, pkg, "*_test.go"))
	must.Do(t, err)
	for _, file := range files {
		if regexp.MustCompile(`(?m)^func ` + name + `\((t \*testing\.T|f \*testing\.F)\)`).MatchString(must.Read(t, file)) {
			return true
		}
	}
	return false
}

// TestSecurityNamesNoAddress: who reports goes to the repository, wherever that is.
func TestSecurityNamesNoAddress(t *testing.T) {
	if at := regexp.MustCompile(`\S+@\S+|https?:`).FindString(securityPage(t)); at != "" {
		t.Errorf("SECURITY.md names %s", at)
	}
}

// TestOnlyConfigurationsRun: what a project's files hold is looked at and not executed, its
// scripts and definitions included.
func TestOnlyConfigurationsRun(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	const program = "io.open('ran', 'w'):write('x'):close() os.execute('touch ran')\n"
	for name, text := range map[string]string{
		"a.lua": program, "script": "#!/usr/bin/env lua5.3\n" + program, ".luaflow.json": `{"std": "lua53"}`,
		".luarc.json": `{"runtime.plugin": "plugin.lua"}`, "plugin.lua": program, "x.luacheckrc": program, ".luacheckrc.lua": program,
	} {
		must.Do(t, os.WriteFile(name, []byte(text), 0o777))
	}
	var s settings.Settings
	must.Do(t, s.Open())
	con := console.New(strings.NewReader(""), os.Stdout, os.Stderr)
	files := s.Admit(con, con.Gather([]string{"."}, s.Walking(project.Options{})))
	w := pipeline.NewWorker(con, memory.New(nil))
	run := checkRun{con: con, settings: s}
	for _, in := range files {
		run.check(w, in)
	}
	if _, err := os.Stat("ran"); err == nil || len(files) != 4 {
		t.Errorf("%d files; a program ran: %v", len(files), err == nil)
	}
}
