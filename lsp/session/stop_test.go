package session

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"

	"luaflow/analysis/config"
	"luaflow/analysis/nav"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

func defaultEngine() *Engine {
	return NewEngine(config.Default(), nil, syntax.Language{}, false, false, nil, nil)
}

// questions is those about a place that are answered from what is known of a text.
var questions = []struct {
	name string
	ask  func(*Engine, *compile.Unit, source.Pos) any
}{
	{"hover", func(e *Engine, u *compile.Unit, at source.Pos) any { info, _ := e.Describe(u, at); return info }},
	{"why", about(func(p *waste.Parts, at source.Pos) any { w, _ := witness.Explain(p, at); return w })},
	{"slice", about(func(p *waste.Parts, at source.Pos) any { s, _ := nav.SliceAt(p, at, false); return s })},
	{"code", about(func(p *waste.Parts, at source.Pos) any { return nav.CodeAt(p, at) })},
}

func about(question func(*waste.Parts, source.Pos) any) func(*Engine, *compile.Unit, source.Pos) any {
	return func(e *Engine, u *compile.Unit, at source.Pos) (answer any) {
		e.About(u, func(p *waste.Parts) { answer = question(p, at) })
		return answer
	}
}

// TestKnown asks one engine all questions about the names of a text and of another one, each
// question stopped at some step before it is asked again: the answers are those of engines that
// know nothing yet. What is known makes the second question cheaper.
func TestKnown(t *testing.T) {
	e := defaultEngine()
	var first, second int // steps, of all
	for name, text := range shapes() {
		u, other := e.Compile(source.NewFile("a.lua", text), new(Memory), nil), e.Compile(source.NewFile("b.lua", "local x = 1 return x"), new(Memory), nil)
		count := u.Tree.Names.Len()
		for k := range min(count, 20) {
			at := u.Tree.Names.At(syntax.NameID(k * count / min(count, 20))).Start
			for _, q := range questions {
				var all, again, stopped meter.Meter
				want := printed(q.ask(defaultEngine(), u.In(&all), at))
				stopped.Watch(func(steps int) {
					if steps%64 == 1+k {
						stopped.Stop()
					}
				})
				q.ask(e, u, at)
				if k%4 == 0 {
					stopped.Run(func() { q.ask(e, u.In(&stopped), at) })
					q.ask(e, u, at)
				}
				if got := printed(q.ask(e, u.In(&again), at)); got != want {
					t.Errorf("%s, %s at %d:\n%s\nwant:\n%s", name, q.name, at, got, want)
				}
				first, second = first+all.Steps(), second+again.Steps()
			}
			if k%5 == 0 {
				questions[k%len(questions)].ask(e, other, 6)
			}
		}
	}
	if second*4 > first {
		t.Errorf("%d steps for what is known, %d for what is not", second, first)
	}
}

// TestOnePass asks an engine that has checked a text all questions about a name, and for fixes, and
// then another question: nobody finds anew what the check found, which takes a step for each line at least.
func TestOnePass(t *testing.T) {
	for name, text := range shapes() {
		e := defaultEngine()
		u := e.Compile(source.NewFile("a.lua", text), new(Memory), nil)
		found, _ := e.Check(u, new(Memory))
		at := u.Tree.Names.At(syntax.NameID(u.Tree.Names.Len() / 2)).Start
		ask := func(what string, question func(e *Engine, u *compile.Unit)) {
			var shared, alone meter.Meter
			question(e, u.In(&shared))
			question(defaultEngine(), u.In(&alone))
			if lines := strings.Count(text, "\n"); shared.Steps() > alone.Steps()-lines {
				t.Errorf("%s, %s: %d steps after a check of %d lines, %d without", name, what, shared.Steps(), lines, alone.Steps())
			}
		}
		for range 2 {
			for _, q := range questions {
				ask(q.name, func(e *Engine, u *compile.Unit) { q.ask(e, u, at) })
			}
			ask("fix", func(e *Engine, u *compile.Unit) { e.Fixes(u, found[0]) })
		}
	}
}

// TestAskTogether asks an engine that has checked a text all questions about it at once: each gets the
// answer that it would have got alone.
func TestAskTogether(t *testing.T) {
	for name, text := range shapes() {
		e := defaultEngine()
		u := e.Compile(source.NewFile("a.lua", text), new(Memory), nil)
		found, _ := e.Check(u, new(Memory))
		at := u.Tree.Names.At(syntax.NameID(u.Tree.Names.Len() / 2)).Start
		var wg sync.WaitGroup
		for range 2 {
			for _, q := range questions {
				wg.Go(func() {
					if got, want := printed(q.ask(e, u, at)), printed(q.ask(defaultEngine(), u, at)); got != want {
						t.Errorf("%s, %s:\n%s\nwant:\n%s", name, q.name, got, want)
					}
				})
			}
			wg.Go(func() {
				got, want := e.Fixes(u, found[0]), defaultEngine().Fixes(u, found[0])
				if printed(got) != printed(want) {
					t.Errorf("%s, fixes:\n%v\nwant:\n%v", name, got, want)
				}
			})
		}
		wg.Wait()
	}
}

// phases calls visit with all that a session asks of the engine for a text, in turn. Each
// counts with the Meter that visit hands it.
func phases(e *Engine, f *source.File, visit func(phase string, work func(*meter.Meter) any)) {
	u := e.Compile(f, new(Memory), nil)
	found, _ := e.Check(u, new(Memory))
	visit("compile", func(m *meter.Meter) any { return e.Compile(f, new(Memory), m) })
	visit("check", func(m *meter.Meter) any {
		found, omitted := e.Check(u.In(m), new(Memory))
		return []any{found, omitted}
	})
	if e.Globals(u) != nil {
		visit("globals", func(m *meter.Meter) any { return e.Globals(u.In(m)) })
	}
	var at source.Pos // of the name in the middle
	for n := range u.Tree.Names.From(syntax.NameID(u.Tree.Names.Len() / 2)) {
		at = n.Start
		break
	}
	for _, q := range questions {
		visit(q.name, func(m *meter.Meter) any { return q.ask(defaultEngine(), u.In(m), at) })
	}
	visit("near", func(m *meter.Meter) any {
		return defaultEngine().Refactorings(u.In(m), source.Span{Start: at, End: at}, func(string) bool { return true }, func(*Refactoring) bool { return true })
	})
	if len(found) > 0 {
		visit("fix", func(m *meter.Meter) any {
			fixes := defaultEngine().Fixes(u.In(m), found[len(found)/2]).Fixes
			return fixes
		})
	}
	visit("fix all", func(m *meter.Meter) any { edits, _ := e.FixAll(f, nil, nil, m); return edits })
}

// TestStop stops all that the engine does for texts of many shapes at its first step, at
// the second, the fourth and so on. It ends there, and what is asked next gets the answers
// that it would have got without that.
func TestStop(t *testing.T) {
	for name, text := range shapes() {
		t.Run(name, func(t *testing.T) {
			e := defaultEngine()
			phases(e, source.NewFile("a.lua", text), func(phase string, work func(*meter.Meter) any) {
				var all meter.Meter
				want := printed(work(&all))
				if least := strings.Count(text, "\n"); all.Steps() < least {
					t.Errorf("%s: counts %d steps for %d lines", phase, all.Steps(), least)
				}
				for at := 1; at <= all.Steps(); at *= 2 {
					var m meter.Meter
					m.Watch(func(steps int) {
						if steps == at {
							m.Stop()
						}
					})
					if m.Run(func() { work(&m) }) || m.Steps() != at {
						t.Errorf("%s: was to stop at step %d, and did at %d", phase, at, m.Steps())
					}
				}
				if got := printed(work(nil)); got != want {
					t.Errorf("%s after it was stopped:\n%s\nwant:\n%s", phase, got, want)
				}
			})
		})
	}
}

// printed returns what a phase found out, as text.
func printed(result any) string {
	if u, ok := result.(*compile.Unit); ok {
		return string(bytecode.Dump(u.Main, false))
	}
	return fmt.Sprintf("%+v", result)
}

// shapes returns texts with findings that keep loops of the engine busy, by name.
func shapes() map[string]string {
	write := func(head, line string, n int, tail string) string {
		var b strings.Builder
		b.WriteString(head)
		for i := range n {
			b.WriteString(strings.ReplaceAll(line, "%", strconv.Itoa(i)))
		}
		return b.String() + tail
	}
	const locals = "local function grown(a, b, c)\nlocal x, y, z = a, b, c\n"
	return map[string]string{
		"branches":  write(locals, "if a then x = y + % end\n", 60, "x = a\nend\nreturn grown\n"),
		"loop":      write(locals+"while a do\n", "x = y * % y = z if z then break end\n", 60, "end\nx = b end\nreturn grown\n"),
		"gotos":     write(locals, "::L%:: x = y if b then goto L% end\n", 60, "x = c end\nreturn grown\n"),
		"functions": write("local M = {}\n", "function M.f%(a)\nlocal x = a + %\nx = 1\nreturn a\nend\n", 30, "return M\n"),
		"tables":    write("local t = {}\n", "t.a% = { %, 'x' } t.a% = nil\n", 60, "local u = 1\nreturn 1\n"),
		"stores":    write("local x\n", "x = f(%)\n", 60, "x = 1\nreturn g\n"),
	}
}
