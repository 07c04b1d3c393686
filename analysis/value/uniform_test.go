package value

import (
	"math/rand/v2"
	"testing"

	"luaflow/compile/syntax"
)

// TestUniformCalls calls all standard functions with random arguments, in random sets of dialects: a
// call that is taken to come out alike everywhere does.
func TestUniformCalls(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var p Pool
	values := []Value{
		Unknown, Of(Nil), Of(Boolean), Of(Integer), Of(Float), Of(Number), Of(String), Of(Table), Of(Function), Of(Other),
		Of(Number | String), Of(Nil | Integer), Of(Nil | Table), OfTable(3), OfFunction(1), OfInt(1), OfFloat(0.5), Bottom,
	}
	uniform, groups := 0, 0
	for n := range NamesOf(syntax.Any) {
		for range 200 {
			p.SetDialects(syntax.Dialect(random.IntN(1<<16)) & syntax.Any)
			args := make([]Value, random.IntN(4))
			for i := range args {
				if args[i] = values[random.IntN(len(values))]; random.IntN(8) == 0 {
					args[i] = p.OfString("12")
				}
			}
			open := random.IntN(4) == 0
			if n.definition().function.isUniform(args) {
				uniform++
				if p.groups > 1 {
					groups++
				}
			}
			if p.groups < 1 {
				continue
			}
			if got, want := p.Call(n, args, open), p.callEvery(n, args, open); got != want {
				t.Fatalf("%v(%v), open %v, in %b: %+v, not %+v", n, args, open, p.dialects, got, want)
			}
		}
	}
	if uniform < 2000 || groups < 1000 {
		t.Errorf("only %d calls are uniform, %d of them in several groups of dialects", uniform, groups)
	}
}
