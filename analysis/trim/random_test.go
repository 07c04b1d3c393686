package trim

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/analysis/modules"
	"luaflow/analysis/summary"
	"luaflow/analysis/testkit/modular"
	"luaflow/compile/external"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// What is left of random programs does what they did, as the real Lua runs them.

// watching is what a program that is watched begins with: it writes down the calls of functions of modules, with their arguments, how many
// results they give, and what of modules is read and not nil. It goes through fields in the order of their names.
const watching = `local out, calls = io.stdout, 0
local function plain(v) return type(v) == "string" and string.format("%q", v) or type(v) == "table" and "{}" or tostring(v):gsub(":.*", "") end
function trace(name, f)
  return function(...)
    calls = calls + 1
    if calls > 3000 then out:flush() os.exit(0) end
    local args = table.pack(...)
    for i = 1, args.n do args[i] = plain(args[i]) end
    out:write("call ", name, " ", table.concat(args, ","), "\n")
    local results = table.pack(f(...))
    out:write("gives ", name, " ", results.n, "\n")
    return table.unpack(results, 1, results.n)
  end
end
function saw() out:write("sees\n") end
local pairs = pairs
function _G.pairs(t)
  local keys = {}
  for k in pairs(t) do keys[#keys + 1] = k end
  table.sort(keys)
  local i = 0
  return function() i = i + 1 return keys[i], t[keys[i]] end
end
`

// sourcesOf returns the files of a random program, and its entry. Every other program has classes.
func sourcesOf(seed uint64) (all []Source, entry string) {
	generate := modular.New
	if seed%2 == 1 {
		generate = modular.NewClasses
	}
	for _, f := range generate(seed) {
		all = append(all, Source{Path: f.Name, Text: f.Text, Language: syntax.Language{Dialects: syntax.Lua53}})
		entry = f.Name
	}
	return all, entry
}

// outputOf returns what a program writes, given its texts by path.
func outputOf(t *testing.T, lua, entry string, texts map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for path, text := range texts {
		must.Do(t, os.WriteFile(filepath.Join(folder, path), []byte(modular.Watched(text)), 0o600))
	}
	must.Do(t, os.WriteFile(filepath.Join(folder, "watching.lua"), []byte(watching), 0o600))
	cmd := exec.Command(lua, "-l", "watching", entry)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), "LUA_PATH=./?.lua")
	out, err := cmd.Output()
	if err != nil {
		return string(out) + "\n" + err.Error()
	}
	return string(out)
}

// run trims a program and returns what it writes before and after that. lie changes what is said of its files.
func run(t *testing.T, lua string, seed uint64, lie func(*modules.Slice, *summary.Summary)) (before, after string, r *Result) {
	t.Helper()
	sources, entry := sourcesOf(seed)
	was, now := map[string]string{}, map[string]string{}
	for _, s := range sources {
		was[s.Path] = s.Text
	}
	r, err := trim(sources, []string{entry}, lie)
	must.Do(t, err)
	for _, f := range r.Files {
		now[f.Path] = f.Text
	}
	return outputOf(t, lua, entry, was), outputOf(t, lua, entry, now), r
}

// again trims what is left of a program.
func again(t *testing.T, r *Result, entry string) *Result {
	t.Helper()
	var sources []Source
	for _, f := range r.Files {
		sources = append(sources, Source{Path: f.Path, Text: f.Text, Language: syntax.Language{Dialects: syntax.Lua53}})
	}
	r, err := Run(sources, []string{entry})
	must.Do(t, err)
	return r
}

// TestRandomPrograms: programs write the same after they are trimmed, are smaller, and cannot be trimmed twice.
func TestRandomPrograms(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	programs, first := scale.Share(t, 3000)
	given, left, written, smaller := 0, 0, 0, 0
	for i := range programs {
		seed := first + uint64(i)
		before, after, r := run(t, lua, seed, func(*modules.Slice, *summary.Summary) {})
		if before != after {
			t.Fatalf("seed %d writes\n%s\nnot\n%s\nafter it is trimmed to\n%s", seed, after, before, shown(r))
		}
		n := 0
		for i, f := range again(t, r, "main.lua").Files {
			if f.Path != r.Files[i].Path || f.Text != r.Files[i].Text {
				t.Fatalf("seed %d: the second time %s is\n%s\nnot\n%s", seed, f.Path, f.Text, r.Files[i].Text)
			}
			n += len(f.Text)
		}
		given, left, written = given+r.Given, left+n, written+len(before)
		if n < r.Given {
			smaller++
		}
	}
	t.Logf("%d programs, %d of them smaller: %d bytes of %d are left", programs, smaller, left, given)
	if left*100 > given*96 || smaller*2 < programs || written < programs*100 {
		t.Errorf("%d bytes of %d are left of programs that write %d bytes", left, given, written)
	}
}

// shown returns the files that are left.
func shown(r *Result) string {
	var all strings.Builder
	for _, f := range r.Files {
		all.WriteString("-- " + f.Path + " --\n" + f.Text)
	}
	return all.String()
}

// TestRandomProgramsCanFail: where something is taken out that is used, some program writes something else.
func TestRandomProgramsCanFail(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	differ := 0
	for seed := range uint64(20) {
		before, after, _ := run(t, lua, seed, func(s *modules.Slice, of *summary.Summary) {
			if len(of.Exports) > 0 {
				s.Unused = []int{0}
			}
		})
		if before != after {
			differ++
		}
	}
	if differ < 10 {
		t.Errorf("only %d of 20 programs tell", differ)
	}
}
