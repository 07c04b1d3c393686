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

// Function is the optimised form of a function.
type Function struct {
	Proto *bytecode.Proto
	// From is by pc the pc of the original instruction that it stands for, or for
	// whose target a jump was added.
	From []int32
	// Children is by index of the original's inner functions what they have become;
	// nil for those of which no closure is made any more.
	Children []*Function
}

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

// follow makes of f, with next made from it, what next is of f's original.
func (f *Function) follow(next *Function) {
	for pc, from := range next.From {
		next.From[pc] = f.From[from]
	}
	at := 0 // in next.Children, which has those that f had left
	for k, child := range f.Children {
		if child == nil {
			continue
		}
		if left := next.Children[at]; left != nil {
			child.follow(left)
		} else {
			f.Children[k] = nil
		}
		at++
	}
	f.Proto, f.From = next.Proto, next.From
}

// rewriter rewrites the functions of one program.
type rewriter struct{ known known }

// function rewrites f and the functions inside it, which come first: what they
// capture is known then.
func (r *rewriter) function(f *flow.Func) *Function {
	p := r.plan(f)
	p.children = make([]*Function, len(f.Proto.Protos))
	for pc, i := range f.Proto.Code {
		if i.Op() == bytecode.CLOSURE && p.keep[pc] && p.children[i.Bx()] == nil {
			p.children[i.Bx()] = r.function(f.Child(i.Bx()))
		}
	}
	p.dropCloses()
	return compact(p, layOut(p))
}
