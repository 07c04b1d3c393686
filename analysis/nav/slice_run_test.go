package nav

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"luaflow/analysis/place"
	"luaflow/analysis/slice"
	"luaflow/analysis/testkit/luagen"
	"luaflow/compile"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/testkit/scale"
)

// TestSlicesCompute: a random program and its backward slice for a probe, run by the
// real Lua, show the same values there. In the slice, declarations that are not part
// of it stand without their values, so that all names mean the same; the other lines
// that are not are gone.
func TestSlicesCompute(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	kept, total, shown := 0, 0, 0
	for seed := range uint64(scale.Of(150)) {
		text := luagen.Probed(seed)
		u := compile.Compile(source.NewFile("program.lua", text))
		if len(u.Errors) > 0 {
			t.Fatalf("seed %d: %s\n%s", seed, u.Errors[0].Msg, text)
		}
		for _, probe := range probesOf(u) {
			lines := executableSlice(u, probe.line)
			part := only(text, lines)
			want, got := run(t, lua, text, probe.number), run(t, lua, part, probe.number)
			if want != got {
				t.Fatalf("seed %d, line %d: the program shows %q, the slice %q\n%s\n%s",
					seed, probe.line+1, want, got, numbered(text), numbered(part))
			}
			if strings.Contains(want, "exit status") {
				t.Fatalf("seed %d: %s\n%s", seed, want, numbered(text))
			}
			if len(want) > 0 {
				shown++
			}
			kept += len(lines)
			total += strings.Count(text, "\n")
		}
	}
	if scale.Full() && shown < 300 || kept > total*3/4 {
		t.Errorf("%d probes show something, and slices have %d of %d lines: that tries nothing", shown, kept, total)
	}
	t.Logf("%d probes show something, slices have %d of %d lines", shown, kept, total)
}

type probe struct{ line, number int }

// probesOf returns the lines, from 0, that show a value.
func probesOf(u *compile.Unit) (probes []probe) {
	for line := range u.File.NumLines() {
		p := probe{line: line}
		if n, _ := fmt.Sscanf(strings.TrimSpace(u.File.LineText(line)), "probe(%d,", &p.number); n == 1 {
			probes = append(probes, p)
		}
	}
	return probes
}

// executableSlice returns the lines of the slice for all that is computed on a line, and for all
// that is computed on the lines which that needs, and so on: a statement can only be there as a
// whole.
func executableSlice(u *compile.Unit, line int) []int {
	q := place.At(place.PartsOf(u, 0), 0)
	g := slice.New(q.Facts.Code)
	lines := []int{line}
	for {
		s := sliceText{Query: q, slice: g.Backward(computedOn(u, lines)...), lines: make([]bool, u.File.NumLines())}
		s.markFunctions()
		grown := s.result(source.NoSpan).Lines
		if len(grown) == len(lines) {
			return lines
		}
		lines = grown
	}
}

// computedOn returns the instructions of the statements, and heads of statements, that begin on
// some lines.
func computedOn(u *compile.Unit, lines []int) (criteria []slice.Criterion) {
	in := make([]bool, u.File.NumLines())
	for _, line := range lines {
		in[line] = true
	}
	flow := place.At(place.PartsOf(u, 0), 0).Facts.Code
	for fn := range u.Funcs {
		m := u.Funcs[fn].Map
		for pc, o := range m.Origins.All() {
			at := u.File.Point(o.Span().Start, source.UTF8).Line
			if in[at] && o.Role() != srcmap.ImplicitReturn && o.Role() != srcmap.Loop && flow.Funcs[fn].Graph.Reachable(pc) {
				criteria = append(criteria, slice.Criterion{Func: fn, PC: pc, Reg: -1})
			}
		}
	}
	return criteria
}

// only keeps some lines of a program.
func only(text string, lines []int) string {
	keep := map[int]bool{}
	for _, line := range lines {
		keep[line] = true
	}
	var out strings.Builder
	for i, line := range strings.Split(text, "\n") {
		switch trimmed := strings.TrimSpace(line); {
		case keep[i]:
			out.WriteString(line)
		case strings.HasPrefix(trimmed, "local function "):
			name, _, _ := strings.Cut(trimmed[len("local function "):], "(")
			out.WriteString("local " + name)
		case strings.HasPrefix(trimmed, "local "):
			names, _, _ := strings.Cut(trimmed, " =")
			out.WriteString(names)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// run returns what a program shows at one probe.
func run(t *testing.T, lua, text string, probe int) string {
	t.Helper()
	cmd := exec.Command(lua, "-")
	cmd.Stdin = strings.NewReader(fmt.Sprintf(
		"local function show(k, v) if k == %d then io.write(tostring(v), '\\n') end end probe = show\n%s", probe, text))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return fmt.Sprintf("%s%s%v", out.String(), errs.String(), err)
	}
	return out.String()
}

func numbered(text string) string {
	var out strings.Builder
	for i, line := range strings.Split(text, "\n") {
		fmt.Fprintf(&out, "%3d  %s\n", i+1, line)
	}
	return out.String()
}
