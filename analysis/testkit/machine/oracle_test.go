package machine_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"luaflow/analysis/facts"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/testkit/machine"
	"luaflow/analysis/value"
	"luaflow/compile"
	bc "luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// What the analyses claim of a program against what it does: the harness. A claim is
// tried on the programs in testdata, on random programs, and on the files of the
// folder in LUAFLOW_CORPUS that the machine can run.

// oracle watches runs of a program for the sake of one claim and notes when it is
// refuted.
type oracle struct {
	*subject
	err error
}

// subject is a program of which things are claimed.
type subject struct {
	p    *facts.Code
	main *bc.Proto
	seed uint64
	// alone is what the program does by itself; nil before it has run. surprises are the
	// instructions that run a function then, or that an error leaves.
	alone     *machine.Result
	surprises map[machine.Site]bool
}

// undisturbed returns what the program does by itself.
func (s *subject) undisturbed() machine.Result {
	if s.alone == nil {
		s.surprises = map[machine.Site]bool{}
		r := machine.Run(s.main, machine.Config{Steps: 300000, Hooks: machine.Hooks{
			Enter: func(from machine.Site, _ int) { s.surprises[from] = true },
			Raise: func(at machine.Site) { s.surprises[at] = true },
		}})
		s.alone = &r
	}
	return *s.alone
}

// refute notes that an instruction does something else than was claimed.
func (o *oracle) refute(fn, pc int, format string, args ...any) {
	if o.err != nil {
		return
	}
	code := "entry"
	if pc >= 0 {
		code = bc.Format(o.p.Funcs[fn].Proto, pc)
	}
	o.err = fmt.Errorf("function %d pc %d (%s): %s", fn, pc+1, code, fmt.Sprintf(format, args...))
}

// ours reports whether a function belongs to the program; load makes others.
func (o *oracle) ours(fn int) bool { return fn >= 0 && fn < len(o.p.Funcs) }

// run runs the program, with finalizers at allocations that the seed decides.
func (o *oracle) run(hooks machine.Hooks, marks machine.Marks) machine.Result {
	r := machine.Run(o.main, machine.Config{Hooks: hooks, Marks: marks, Collect: o.collect, Steps: 300000})
	if r.Contradiction != nil && o.err == nil {
		o.refute(r.Contradiction.At.Func, r.Contradiction.At.PC, "%s", r.Contradiction.What)
	}
	return r
}

func (o *oracle) collect(allocation int) bool {
	return (uint64(allocation)*0x9e3779b97f4a7c15+o.seed)>>40%16 == 0
}

func (o *oracle) random() *rand.Rand { return rand.New(rand.NewPCG(o.seed, 1)) }

// watched is what is claimed of any one run.
var watched = []struct {
	name  string
	hooks func(o *oracle) machine.Hooks
}{
	{"effects", effects},
	{"definitions", everyDefinitionHappens},
	{"chains", chainsAreComplete},
	{"cells", cellsAreComplete},
	{"constants", constantsHold},
	{"objects", objectsHold},
}

// claims is what is tried one after the other.
var claims = []struct {
	name string
	try  func(o *oracle)
}{
	{"strict marking", strictMarking},
	{"lenient marking", lenientMarking},
	{"optimisation", optimizedIsTheSame},
}

// errText is the error of a text that does not compile.
var errText = errors.New("does not compile")

// try compiles a program and tries all claims on it. A panic is an error too, so that
// the program can be reduced.
func try(text string, seed uint64, mem *facts.Memory) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic (): %v", p)
		}
	}()
	u := compile.Compile(source.NewFile("program.lua", text))
	if len(u.Errors) > 0 {
		return fmt.Errorf("%w: %s", errText, u.Errors[0])
	}
	s := &subject{main: u.Main, p: facts.NewCode(u.Main, value.Library{}, mem), seed: seed}
	if err := watch(s); err != nil {
		return err
	}
	for _, c := range claims {
		o := oracle{subject: s}
		if c.try(&o); o.err != nil {
			return fmt.Errorf("%s: %w", c.name, o.err)
		}
	}
	return nil
}

// watch runs a program once, for all that is watched and for liveness.
func watch(s *subject) error {
	watchers, hooks := make([]oracle, len(watched)), make([]machine.Hooks, len(watched))
	for k, w := range watched {
		watchers[k].subject = s
		hooks[k] = w.hooks(&watchers[k])
	}
	liveness := oracle{subject: s}
	liveness.run(together(hooks), deadDefinitions(&liveness))
	for k, w := range watched {
		if err := watchers[k].err; err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
	}
	if liveness.err != nil {
		return fmt.Errorf("liveness: %w", liveness.err)
	}
	return nil
}

// TestClaims tries all claims on all programs.
func TestClaims(t *testing.T) {
	var mem facts.Memory
	for _, path := range programFiles(t) {
		text := must.Read(t, path)
		err := try(text, 0, &mem)
		if foreign := !strings.HasPrefix(path, "testdata/"); err != nil && !(foreign && errors.Is(err, errText)) {
			t.Errorf("%s: %v", path, err)
		}
	}
	wrong := 0
	for seed := *firstSeed; seed < *firstSeed+programs && wrong < 5; seed++ {
		text := luagen.Program(seed, luagen.Options{})
		if err := try(text, seed, &mem); err != nil {
			wrong++
			text = reduce(text, func(text string) bool { return sameClaim(try(text, seed, &mem), err) })
			t.Errorf("seed %d: %v\nfor example\n%s%v", seed, err, text, try(text, seed, &mem))
		}
	}
}

// sameClaim reports whether two errors say the same of two programs.
func sameClaim(a, b error) bool {
	return a != nil && b != nil && lastWords(a.Error()) == lastWords(b.Error())
}

// lastWords returns an error without places and values.
func lastWords(s string) string {
	_, s, _ = strings.Cut(s, "): ")
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, s)
}

func programFiles(t *testing.T) []string {
	t.Helper()
	return append(must.Glob(t, "testdata/*.lua"), must.Corpus(t)...)
}

// reduce takes lines out of a program as long as it stays wrong.
func reduce(text string, wrong func(string) bool) string {
	lines := strings.SplitAfter(text, "\n")
	for n := len(lines) / 2; n > 0; {
		smaller := false
		for at := 0; at+n <= len(lines); {
			rest := append(append([]string{}, lines[:at]...), lines[at+n:]...)
			if wrong(strings.Join(rest, "")) {
				lines, smaller = rest, true
			} else {
				at++
			}
		}
		if !smaller || n > 1 {
			n /= 2
		}
	}
	return strings.Join(lines, "")
}
