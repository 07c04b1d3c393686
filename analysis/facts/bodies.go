package facts

import (
	"hash/maphash"
	"sync"
	"unsafe"

	"luaflow/analysis/cfg"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/compile"
	"luaflow/compile/meter"
)

// Bodies keeps the facts of the bytecode of functions from one text to the next: who analyses a
// file again after each keystroke finds those of all functions but the changed ones. Functions are
// known by their content (flow.Inputs), which is compared in full. What is kept is copied, and holds
// on to no text. It is safe for concurrent use.
//
// Nothing that rests on a whole unit is kept here, and none of it by the name or the number of a
// function.
type Bodies struct {
	limit int // in bytes
	seed  maphash.Seed

	mu     sync.Mutex // guards all below, and how the kept hang together
	byHash map[uint64]*kept
	used   kept // the ring of all, in the order of their last use: used.newer is the oldest
	bytes  int  // of all
}

// kept is the facts of one function. The facts are immutable.
type kept struct {
	body    *flow.Body
	form    *ssa.Form    // nil if the function is too large to be followed, or its form to be kept
	post    *cfg.Tree    // nil if the function has one block
	control *cfg.Control // as post

	hash         uint64
	made         uint64 // compile.Func.Made of the function that it was asked for last; 0 if that is not known
	next         *kept  // of those with the same hash
	older, newer *kept  // in the ring
	// after is what was asked for after this the last time: mostly what comes next again. It is nil
	// if that was after another one since; before leads back.
	after, before *kept
	bytes         int
}

// largestPart is the part of its bytes that Bodies gives to one function, at most. What takes
// more is not kept, so that it does not drive out everything else: neither a form with too many
// phis nor, where the rest is too large by itself, the function.
const largestPart = 4

// NewBodies returns Bodies that keep no more than limit bytes.
func NewBodies(limit int) *Bodies {
	b := &Bodies{limit: limit, seed: maphash.MakeSeed(), byHash: make(map[uint64]*kept)}
	b.used.older, b.used.newer = &b.used, &b.used
	return b
}

// Bytes returns how much is kept: the size of what the facts are made of, and of their copies of
// what they rest on.
func (b *Bodies) Bytes() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes
}

// Clear drops all that is kept.
func (b *Bodies) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.used.newer != &b.used {
		b.drop(b.used.newer)
	}
	b.byHash = make(map[uint64]*kept) // which does not shrink by itself
}

// find returns what is kept for inputs with this hash, nil if nothing is.
func (b *Bodies) find(hash uint64, in *flow.Inputs) *kept {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lookup(hash, in)
}

func (b *Bodies) lookup(hash uint64, in *flow.Inputs) *kept {
	for k := b.byHash[hash]; k != nil; k = k.next {
		if k.body.Inputs.Equal(in) {
			k.unlink()
			k.link(&b.used)
			return k
		}
	}
	return nil
}

// findAfter returns what is kept for inputs, which are those of the function with a number made, if it is what was asked
// for after last, if there is such, the time before; nil if not. To compare is faster than to compute a hash, and
// for the same function needless, but for what its closures access.
func (b *Bodies) findAfter(last *kept, in *flow.Inputs, made uint64) *kept {
	b.mu.Lock()
	defer b.mu.Unlock()
	if last == nil || last.after == nil {
		return nil
	}
	k := last.after
	if isSame := made != 0 && k.made == made; isSame && !k.body.MakesEqual(in) || !isSame && !k.body.Inputs.Equal(in) {
		return nil
	}
	k.made = made
	k.unlink()
	k.link(&b.used)
	return k
}

// follow notes that k was asked for after last, for the function with a number made; both may be nil, or dropped meanwhile.
func (b *Bodies) follow(last, k *kept, made uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if k != nil {
		k.made = made
	}
	if last == nil || k == nil || last.older == nil || k.older == nil {
		return
	}
	last.detach()
	if k.before != nil {
		k.before.after = nil
	}
	last.after, k.before = k, last
}

// detach makes nothing come after k.
func (k *kept) detach() {
	if k.after != nil {
		k.after.before, k.after = nil, nil
	}
}

// keep keeps k, unless equal inputs are known meanwhile, and returns what is kept for them.
func (b *Bodies) keep(k *kept) *kept {
	b.mu.Lock()
	defer b.mu.Unlock()
	if known := b.lookup(k.hash, &k.body.Inputs); known != nil {
		return known
	}
	for b.bytes+k.bytes > b.limit {
		b.drop(b.used.newer)
	}
	k.next = b.byHash[k.hash]
	b.byHash[k.hash] = k
	k.link(&b.used)
	b.bytes += k.bytes
	return k
}

// drop forgets k. Whoever has it may go on using it.
func (b *Bodies) drop(k *kept) {
	k.unlink()
	k.older, k.newer = nil, nil
	k.detach()
	if k.before != nil {
		k.before.detach()
	}
	b.bytes -= k.bytes
	first := b.byHash[k.hash]
	switch {
	case first != k:
		for first.next != k {
			first = first.next
		}
		first.next = k.next
	case k.next != nil:
		b.byHash[k.hash] = k.next
	default:
		delete(b.byHash, k.hash)
	}
}

// link makes k the newest of a ring.
func (k *kept) link(ring *kept) {
	k.older, k.newer = ring.older, ring
	k.older.newer, ring.older = k, k
}

// unlink takes k out of its ring.
func (k *kept) unlink() { k.older.newer, k.newer.older = k.newer, k.older }

// bodyFinder hands the facts of one Code's functions from Bodies to those who compute them, and back:
// flow.Bodies.
type bodyFinder struct {
	*Bodies
	mem  *keeping
	kept map[*flow.Body]*kept // of this Code
	last *kept                // what was asked for last; nil if that is not kept

	funcs []compile.Func // of which the last is asked for first; nil if they are not known
	at    int            // how many of them were not asked for yet
}

// keeping is the scratch in which facts are made that will be kept.
type keeping struct {
	key []byte
	cfg cfg.Memory
	ssa ssa.Memory
}

// keeps reports whether a body of this Code is kept.
func (k *bodyFinder) keeps(body *flow.Body) bool { return k.kept[body] != nil }

// Body returns the facts for inputs: those that are kept, or new ones.
func (k *bodyFinder) Body(in flow.Inputs, mem *flow.Memory) *flow.Body {
	made := k.nextMade()
	if known := k.findAfter(k.last, &in, made); known != nil {
		k.last = known
		k.kept[known.body] = known
		return known.body
	}
	body, known := k.search(in, mem)
	k.follow(k.last, known, made)
	if k.last = known; known != nil {
		k.kept[body] = known
	}
	return body
}

// nextMade returns the number of the function that is asked for next; 0 if it is not known.
func (k *bodyFinder) nextMade() uint64 {
	if k.at == 0 {
		return 0
	}
	k.at--
	return k.funcs[k.at].Made
}

// search does what Body does, by the content alone; known is nil if the function is too large to be kept.
func (k *bodyFinder) search(in flow.Inputs, mem *flow.Memory) (body *flow.Body, known *kept) {
	if in.LeastSize() > k.limit/largestPart { // nobody has kept it, and nobody will
		return flow.NewBody(in, mem), nil
	}
	mem.Meter.Step()
	k.mem.key = in.AppendKey(k.mem.key[:0])
	mem.Meter.Step()
	hash := maphash.Bytes(k.seed, k.mem.key)
	if known = k.find(hash, &in); known == nil {
		body = flow.NewBody(in, mem)
		if known = k.copy(body); known == nil {
			return body, nil
		}
		known.hash = hash
		known = k.Bodies.keep(known)
	}
	return known.body, known
}

// copy returns what is to be kept of a function, nil if it is too large.
func (k *bodyFinder) copy(body *flow.Body) *kept {
	c := new(kept)
	most := k.limit / largestPart
	c.bytes = int(unsafe.Sizeof(*c)) + int(unsafe.Sizeof(c)+unsafe.Sizeof(c.hash))
	if c.body = body.Copy(&c.bytes); c.bytes > most {
		return nil
	}
	m := k.mem
	m.cfg.Reset()
	if g := &c.body.Graph; len(g.Blocks) > 1 {
		post := g.PostDominators(&m.cfg)
		c.post = post.Copy(&c.bytes)
		c.control = g.ControlDependence(post, &m.cfg).Copy(g, c.post, &c.bytes)
	}
	if c.body.Size() <= flow.MaxFollowed {
		m.ssa.Reset()
		bytes := c.bytes
		form := ssa.NewForm(c.body, &m.ssa).Copy(c.body, &bytes)
		if bytes <= most {
			c.form, c.bytes = form, bytes
		}
	}
	if c.bytes > most {
		return nil
	}
	return c
}

// form returns the form of a function that is kept, nil if it is not. There is nothing to count.
func (k *bodyFinder) form(f *flow.Body, _ *meter.Meter) *ssa.Form {
	if known := k.kept[f]; known != nil {
		return known.form
	}
	return nil
}
