package across

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/analysis/checker"
	"luaflow/analysis/facts"
	"luaflow/analysis/modules"
	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/summary"
	"luaflow/analysis/testkit/modular"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// program is a random program with its texts.
type program struct {
	Files
	parts []*waste.Parts // by file
}

// newProgram returns a random program.
func newProgram(seed uint64) *program {
	p := &program{}
	parts := map[string]*waste.Parts{}
	var all []*summary.Summary
	for _, f := range modular.New(seed) {
		u := compile.CompileAs(source.NewFile(f.Name, f.Text), syntax.Language{Dialects: syntax.Lua53})
		parts[f.Name] = place.PartsOf(u, checker.Hosts(nil, u))
		all = append(all, summary.Of(f.Name, facts.Of(u, checker.Hosts(nil, u), new(facts.Memory))))
	}
	p.Program = modules.Link(all, modules.Roots{})
	for i := range p.Program.Files {
		p.parts = append(p.parts, parts[p.Program.Files[i].Path])
	}
	p.Ask = func(file int, question func(*waste.Parts)) error {
		question(p.parts[file])
		return nil
	}
	return p
}

// function is a function of a program: where it begins, as the real Lua says it.
type function struct {
	file, line int
}

// functionAt returns the function with a site in a file.
func (p *program) functionAt(file int, at nav.FunctionSite) function {
	if at.IsChunk {
		return function{file, 0}
	}
	return function{file, p.lineOf(file, at.At.Start)}
}

func (p *program) lineOf(file int, at source.Pos) int {
	return p.parts[file].Unit.File.Point(at, source.UTF8).Line + 1
}

// call is a call in a line of a file.
type call struct{ file, line int }

// each calls visit for each function of the program, the files among them.
func (p *program) each(visit func(file int, at source.Span)) {
	for file, parts := range p.parts {
		visit(file, source.Span{})
		for _, f := range parts.Unit.Tree.Funcs[1:] { // those without a name
			if at := (source.Span{Start: f.Start, End: f.Start + source.Pos(len("function"))}); nav.IsFunctionSite(parts, at) {
				visit(file, at)
			}
		}
		for _, s := range parts.Unit.Tree.Stats {
			var names []syntax.Expr
			switch s := s.(type) {
			case *syntax.Assign:
				names = s.Targets()
			case *syntax.Local:
				for _, n := range s.Names {
					names = append(names, n)
				}
			}
			for _, name := range names {
				if nav.IsFunctionSite(parts, name.Span()) {
					visit(file, name.Span())
				}
			}
		}
	}
}

// tracing writes down the calls of functions of modules, from files of the program, that are no tail calls: both lines.
const tracing = `local out = io.stdout
local n = 0
debug.sethook(function()
  local to, from = debug.getinfo(2, "St"), debug.getinfo(3, "Sl")
  if to.istailcall or not from or to.what ~= "Lua" or from.what == "C" then return end
  n = n + 1
  if n > 5000 then debug.sethook() out:flush() os.exit(0) end
  out:write(from.short_src, ":", from.currentline, " ", to.short_src, ":", to.linedefined, "\n")
end, "c")
`

// traced returns which functions the real Lua sees called in which lines.
func (p *program) traced(t *testing.T, lua string) map[call]map[function]bool {
	t.Helper()
	folder, index := t.TempDir(), map[string]int{}
	for i, parts := range p.parts {
		name := p.Program.Files[i].Path
		index["./"+name], index[name] = i, i
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(parts.Unit.File.Text()), 0o600))
	}
	must.Do(t, os.WriteFile(filepath.Join(folder, "tracing.lua"), []byte(tracing), 0o600))
	cmd := exec.Command(lua, "-l", "tracing", "main.lua")
	cmd.Dir, cmd.Env = folder, append(os.Environ(), "LUA_PATH=./?.lua")
	out, _ := cmd.Output() // whatever becomes of the program, its calls count
	all := map[call]map[function]bool{}
	for line := range strings.Lines(string(out)) {
		from, to, _ := strings.Cut(strings.TrimSpace(line), " ")
		var at call
		var fn function
		if !readPlace(from, index, &at.file, &at.line) || !readPlace(to, index, &fn.file, &fn.line) || at.file == fn.file && at.line == fn.line {
			continue // in a line of its own: a function that is called where it stands
		}
		if p.Program.Files[fn.file].Path == "main.lua" || fn.line == 0 {
			continue // of what several may be called in a line, and of the loading of files
		}
		if all[at] == nil {
			all[at] = map[function]bool{}
		}
		all[at][fn] = true
	}
	return all
}

// readPlace reads a path and a line.
func readPlace(text string, index map[string]int, file, line *int) bool {
	path, rest, ok := strings.Cut(text, ":")
	if !ok {
		return false
	}
	i, known := index[path]
	*file = i
	_, err := fmt.Sscan(rest, line)
	return known && err == nil
}

// TestCallsAreTrue: what is known to be called in a line of a random program is all that the real Lua sees called there, and who calls a
// function is who is called by it.
func TestCallsAreTrue(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	programs, first := scale.Share(t, 400)
	listed, crossing, missed := 0, 0, 0
	for i := range programs {
		seed := first + uint64(i)
		p := newProgram(seed)
		seen := p.traced(t, lua)
		known := map[call]map[function]bool{}
		p.each(func(file int, at source.Span) {
			calls, by := nav.CallsIn(p.parts[file], p.Exports(file)).Callees(at)
			found, err := p.Call(file, calls, by)
			must.Do(t, err)
			for _, in := range found {
				for _, c := range in.Calls {
					if in.File != file {
						crossing++
					}
					if !p.calls(t, in.File, c.Function.At, file, at, c.Calls) {
						t.Fatalf("seed %d: %v of %s does not say that it is called in %v of %s", seed, c.Function.Name, p.Program.Files[in.File].Path, c.Calls, p.Program.Files[file].Path)
					}
					for _, where := range c.Calls {
						where := call{file, p.lineOf(file, where.Start)}
						if known[where] == nil {
							known[where] = map[function]bool{}
						}
						known[where][p.functionAt(in.File, c.Function)] = true
					}
				}
			}
		})
		for where, functions := range seen {
			for fn := range functions {
				switch {
				case known[where][fn]:
					listed++
				case len(known[where]) > 0 && !p.Program.IsOpen(fn.file) && !p.isOpen(known[where]):
					t.Fatalf("seed %d: %s:%d calls the function of %s:%d, not only %v", seed, p.Program.Files[where.file].Path, where.line, p.Program.Files[fn.file].Path, fn.line, known[where])
				default:
					missed++
				}
			}
		}
	}
	t.Logf("%d programs: %d calls by lines are known, %d not; %d functions of other files", programs, listed, missed, crossing)
	if listed < missed || crossing < programs {
		t.Errorf("%d calls are known, %d not; %d of other files", listed, missed, crossing)
	}
}

// isOpen reports whether one of some functions is in a table that goes where nobody follows it, so that it may be replaced there.
func (p *program) isOpen(some map[function]bool) bool {
	for fn := range some {
		if p.Program.IsOpen(fn.file) {
			return true
		}
	}
	return false
}

// calls reports whether a function of a file is known to be called by another one, in these places.
func (p *program) calls(t *testing.T, file int, at source.Span, by int, from source.Span, places []source.Span) bool {
	t.Helper()
	calls, exits := nav.CallsIn(p.parts[file], p.Exports(file)).Callers(at)
	found, err := p.Call(file, calls, exits)
	must.Do(t, err)
	for _, in := range found {
		for _, c := range in.Calls {
			if in.File == by && c.Function.At == from && fmt.Sprint(c.Calls) == fmt.Sprint(places) {
				return true
			}
		}
	}
	return false
}
