package optimize

import (
	"bytes"

	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// maxRounds bounds the rounds, of which real code needs a handful. Without the last
// ones the code is right, and longer than it could be.
const maxRounds = 100

// Program returns the optimised form of main, a function that bytecode.Verify accepts,
// and of those inside it. main is not changed. The result is verified code that does
// what main does, under the assumptions of all findings; run as a chunk it takes the
// same upvalues as main.
func Program(main *bytecode.Proto) *Function {
	var mem facts.Memory
	done := round(main, &mem)
	for range maxRounds {
		next := round(done.Proto, &mem)
		if bytes.Equal(bytecode.Dump(next.Proto, false), bytecode.Dump(done.Proto, false)) {
			break
		}
		done.follow(next)
	}
	return done
}

// round rewrites every function once.
func round(main *bytecode.Proto, mem *facts.Memory) *Function {
	code := facts.NewCode(main, value.Library{}, mem)
	r := rewriter{known: knownOf(code)}
	return r.function(&code.Funcs[0])
}

// rewriter rewrites the functions of one program.
type rewriter struct{ known known }

// function rewrites f and the functions inside it, which come first: what they
// capture is known then.
func (r *rewriter) function(f *flow.Func) *Function {
	p := planOf(&r.known, f)
	p.children = make([]*Function, len(f.Proto.Protos))
	for pc, i := range f.Proto.Code {
		if i.Op() == bytecode.CLOSURE && p.keep[pc] && p.children[i.Bx()] == nil {
			p.children[i.Bx()] = r.function(f.Child(i.Bx()))
		}
	}
	p.dropCloses()
	return compact(p, layOut(p))
}
