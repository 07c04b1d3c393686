package guards_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/guards"
	"luaflow/analysis/ssa"
	"luaflow/analysis/testkit/machine"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/scale"
)

// What Paths claims against what really happens: from one instruction to the next that ends the path, control comes to no instruction
// that the search has not come to.

// claim is where control may be between two instructions of a function.
type claim struct {
	start, end int
	may        map[int]bool // by pc
	isOpen     bool         // the run has come to the start, and not to the end since
}

// walkJudge watches a run and notes the first claim that it refutes.
type walkJudge struct {
	p       *facts.Code
	claims  [][]claim // by function
	held    int       // steps of the run that were held against a claim which leaves something out
	refuted error
}

// newWalkJudge makes some claims about each function of a program.
func newWalkJudge(p *facts.Code, random *rand.Rand) *walkJudge {
	j := &walkJudge{p: p, claims: make([][]claim, len(p.Funcs))}
	paths := guards.NewPaths(p.Guards())
	for i := range p.Funcs {
		f := &p.Funcs[i]
		n := len(f.Proto.Code)
		for range min(n, 12) {
			c := claim{start: random.IntN(n), end: random.IntN(n), may: map[int]bool{}}
			if p.SSA(f) == nil || effect.IsJump(f.Proto.Code[c.start]) || effect.IsJump(f.Proto.Code[c.end]) || !p.Constants().Executable(f, c.start) {
				continue
			}
			if paths.Follow(f, c.start, ssa.NoValue, func(pc int) flow.Next {
				if !effect.IsJump(f.Proto.Code[pc]) {
					c.may[pc] = true
				}
				if pc == c.end {
					return flow.EndPath
				}
				return flow.GoOn
			}, func(cfg.Branch) bool { return true }) {
				j.claims[i] = append(j.claims[i], c)
			}
		}
	}
	return j
}

func (j *walkJudge) step(fn, from, pc int) {
	if fn < 0 || fn >= len(j.claims) {
		return
	}
	isJump := effect.IsJump(j.p.Funcs[fn].Proto.Code[pc]) // which may belong to the test in front of it
	for k := range j.claims[fn] {
		c := &j.claims[fn][k]
		if from < 0 {
			c.isOpen = false
		}
		if c.isOpen {
			j.held++
			if !c.may[pc] && !isJump && j.refuted == nil {
				j.refuted = fmt.Errorf("function %d: control comes from pc %d to %d before %d", fn, c.start+1, pc+1, c.end+1)
			}
		}
		switch pc {
		case c.end:
			c.isOpen = false
		case c.start:
			c.isOpen = true
		}
	}
}

// TestPaths judges what is claimed of the paths of programs that test much, and that no claim is made for want of paths.
func TestPaths(t *testing.T) {
	held, fewer := 0, 0
	programs, first := scale.Share(t, 6_000)
	for k := range uint64(programs) {
		seed := first + k
		text := guardedProgram(seed)
		u := compile.Compile(source.NewFile("program.lua", text))
		if !u.Analyzable() {
			t.Fatalf("does not compile:\n%s\n%v", text, u.Errors)
		}
		p := facts.NewCode(u.Main, value.Library{}, nil)
		j := newWalkJudge(p, rand.New(rand.NewPCG(seed, 9)))
		machine.Run(u.Main, machine.Config{Hooks: machine.Hooks{Step: j.step}})
		if j.refuted != nil {
			t.Fatalf("program %d: %v\n%s", seed, j.refuted, text)
		}
		held += j.held
		fewer += j.fewer(p)
	}
	t.Logf("%d steps were taken as claimed; %d claims leave out what the graph alone allows", held, fewer)
	if held == 0 || fewer == 0 {
		t.Error("nothing was claimed")
	}
}

// fewer counts the claims that leave something out to which the graph leads.
func (j *walkJudge) fewer(p *facts.Code) (n int) {
	for i := range j.claims {
		f := &p.Funcs[i]
		for _, c := range j.claims[i] {
			all := 0
			f.Walk(c.start, len(f.Graph.Blocks)+1, func(_, pc int) flow.Next {
				if p.Constants().Executable(f, pc) && !effect.IsJump(f.Proto.Code[pc]) {
					all++
				}
				if pc == c.end {
					return flow.EndPath
				}
				return flow.GoOn
			}, func(_ int, edge cfg.Branch) bool { return p.Constants().EdgeExecutable(f, edge.Block, int(edge.Succ)) })
			if len(c.may) < all {
				n++
			}
		}
	}
	return n
}
