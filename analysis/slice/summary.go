package slice

// Which parameters of a function its results depend on: the summary edges of Horwitz,
// Reps and Binkley, from the arguments of a call to its results, kept with the
// function, since all its calls have the same. With passes(f) for the parameters of f in question:
//
//	passes(f) = the parameters of f from which a path leads to a RETURN of f, inside f,
//	            over the results of a call of g only to the arguments for passes(g)
//
// For functions that call one another that is the least fixed point. `local function id(x) log(x)
// return x end` passes x; `local function one(x) return 1 end` passes nothing, so that nothing that
// one's result is used for depends on its argument. Stores are not followed here: what goes through
// them from argument to result a slice finds by way of the stores.

// summarize grows Graph.passes until no function's results are found to depend on
// another parameter of it. A function is looked at again when one that it calls has grown, and each
// growth adds one of finitely many parameters. Inner functions come first, as they are mostly called
// by those around them, so that few are looked at twice.
func (g *Graph) summarize() {
	g.passes = make([][]bool, len(g.funcs))
	due := make([]bool, len(g.funcs))
	todo := make([]int, 0, len(g.funcs))
	for i := range g.funcs {
		g.passes[i] = make([]bool, g.funcs[i].params())
	}
	for i := len(g.funcs) - 1; i >= 0; i-- { // inner functions first
		todo, due[i] = append(todo, i), true
	}
	s := summarizer{g, make([]int32, g.nodes), 0, nil}
	for len(todo) > 0 {
		g.program.Step()
		fn := &g.funcs[todo[0]]
		todo, due[fn.Number] = todo[1:], false
		if s.grow(fn) {
			g.callersOf(fn, func(c *call) {
				if !due[c.fn] {
					todo, due[c.fn] = append(todo, int(c.fn)), true
				}
			})
		}
	}
}

// joinCalls makes edges of what the functions pass: the summary edges, from the results of calls to
// the values of arguments, and back.
func (g *Graph) joinCalls() {
	var edges []pair
	for i := range g.calls {
		g.program.Step()
		c := &g.calls[i]
		g.passed(c, func(n node) { edges = append(edges, pair{c.result, n}) })
	}
	g.across, g.through = newCSR(g.nodes, edges), newCSR(g.nodes, reversed(edges))
}

// summarizer walks through one function after the other.
type summarizer struct {
	*Graph
	metIn []int32 // by node: the round in which it was met last
	round int32
	todo  []node
}

// grow walks back from what a function returns, and reports whether that leads to a
// parameter that was not known. The walk stays in the function: a call's results lead to the values of
// its arguments, as far as is known by now.
func (s *summarizer) grow(fn *function) (grown bool) {
	s.round++
	for _, pc := range fn.returns {
		s.meet(fn.at(pc))
	}
	for len(s.todo) > 0 {
		n := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		if i := int(n - fn.start - 1); i >= 0 && i < fn.params() && !s.passes[fn.Number][i] {
			s.passes[fn.Number][i], grown = true, true
		}
		for _, on := range s.on.of(n) {
			s.meet(on)
		}
		if n >= fn.results && n < fn.phis {
			s.passed(fn.callOf(n), s.meet)
		}
	}
	return grown
}

// meet puts a node on the list unless it has been there in this round.
func (s *summarizer) meet(n node) {
	if s.metIn[n] != s.round {
		s.metIn[n] = s.round
		s.todo = append(s.todo, n)
	}
}

// passed calls visit for what the arguments are that the results of a call depend on.
func (g *Graph) passed(c *call, visit func(node)) {
	fn := &g.funcs[c.fn]
	for _, k := range c.callees {
		callee := &g.funcs[k]
		for p, passes := range g.passes[k] {
			if passes {
				g.arguments(c, callee, p, func(operand int) {
					if n := g.value(fn, fn.ssa.Uses(int(c.pc))[operand]); n != noNode {
						visit(n)
					}
				})
			}
		}
	}
}
