package facts

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"luaflow/analysis/flow"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/testkit/samples"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
	"luaflow/compile/testkit/typing"
)

// compareKept compares what is known of the functions of a chunk with Bodies and without, and checks
// these.
func compareKept(main *bytecode.Proto, bodies *Bodies) error {
	if err := compareFunctions(main, bodies); err != nil {
		return err
	}
	return bodies.check()
}

func compareFunctions(main *bytecode.Proto, bodies *Bodies) error {
	alone := NewCode(main, value.Library{}, nil)
	warm := NewCode(main, value.Library{}, &Memory{Bodies: bodies})
	for i := range warm.Funcs {
		if err := compareBodies(alone, warm, i); err != nil {
			return fmt.Errorf("function %d: %w", i, err)
		}
	}
	if len(alone.Forms().ObservedIn(0)) != len(warm.Forms().ObservedIn(0)) {
		return fmt.Errorf("closures see other values in the first cell")
	}
	return nil
}

// compareBodies compares all that is known of one function. What is compared is copies, in which
// there are no names, and no list is empty but nil.
func compareBodies(alone, warm *Code, i int) error {
	f, g := &alone.Funcs[i], &warm.Funcs[i]
	if !f.Inputs.Equal(&g.Inputs) {
		return fmt.Errorf("the facts are those of another function")
	}
	var n int
	a, b := f.Body.Copy(&n), g.Body.Copy(&n)
	if !reflect.DeepEqual(a, b) {
		return fmt.Errorf("its facts are %+v, alone %+v", b, a)
	}
	form, other := alone.SSA(f), warm.SSA(g)
	if (form == nil) != (other == nil) || form != nil && !reflect.DeepEqual(form.Copy(a, &n), other.Copy(b, &n)) {
		return fmt.Errorf("its form differs")
	}
	post := alone.PostDominators(f).Copy(&n)
	if !reflect.DeepEqual(post, warm.PostDominators(g).Copy(&n)) {
		return fmt.Errorf("its post-dominators differ")
	}
	if len(f.Graph.Order) > 1 && !reflect.DeepEqual(alone.Control(f).Copy(&a.Graph, post, &n), warm.Control(g).Copy(&b.Graph, post, &n)) {
		return fmt.Errorf("its control dependence differs")
	}
	return nil
}

// check returns an error that names the first invariant that b breaks.
func (b *Bodies) check() error {
	size, n := 0, 0
	for k := b.used.newer; k != &b.used; k = k.newer {
		if k.newer.older != k {
			return fmt.Errorf("the ring is broken")
		}
		size += k.bytes
		n++
	}
	listed := 0
	for hash, k := range b.byHash {
		for ; k != nil; k = k.next {
			if k.hash != hash {
				return fmt.Errorf("what has one hash is listed under another")
			}
			listed++
		}
	}
	if size != b.bytes || n != listed || size > b.limit {
		return fmt.Errorf("%d bytes of %d in %d functions, of which %d are found", size, b.limit, n, listed)
	}
	for k := b.used.older; k != &b.used; k = k.older {
		if k.after != nil && (k.after.before != k || k.after.older == nil) || k.before != nil && k.before.after != k {
			return fmt.Errorf("the order in which functions are asked for is broken")
		}
	}
	return nil
}

// eachText visits Lua texts: the small files that tests of all packages have, and those of the
// folder in LUAFLOW_CORPUS. It tells how often to change each: the small ones as often as edits says,
// one of eight of the others once.
func eachText(t *testing.T, edits int, visit func(name, text string, edits int)) {
	t.Helper()
	n := 0
	for _, path := range samples.Files(t, "../..") {
		if strings.Contains(path, "/testdata/") {
			visit(path, must.Read(t, path), edits)
			n++
		}
	}
	if n < 100 {
		t.Fatalf("only %d texts", n)
	}
	share, seed := scale.Share(t, 100)
	r := rand.New(rand.NewPCG(seed, 9))
	for _, path := range must.Corpus(t) {
		switch drawn := r.IntN(800); {
		case drawn < share:
			visit(path, must.Read(t, path), min(edits, 1))
		case drawn < 8*share:
			visit(path, must.Read(t, path), 0)
		}
	}
}

// mainOf returns the code of a text, nil if it has none.
func mainOf(text string) *bytecode.Proto {
	if u := compile.Compile(source.NewFile("t.lua", text)); u.Analyzable() {
		return u.Main
	}
	return nil
}

// editText returns text with a random change: a line less, one twice, two in another order, or one
// word for another.
func editText(r *rand.Rand, text string) string {
	lines := strings.Split(text, "\n")
	i, k := r.IntN(len(lines)), r.IntN(len(lines))
	switch r.IntN(5) {
	case 0:
		lines[i] = ""
	case 1:
		lines[i] += "\n" + lines[i]
	case 2:
		lines[i], lines[k] = lines[k], lines[i]
	case 3:
		if words, others := strings.Fields(lines[i]), strings.Fields(lines[k]); len(words) > 0 && len(others) > 0 {
			lines[i] = strings.Replace(lines[i], words[r.IntN(len(words))], others[r.IntN(len(others))], 1)
		}
	default:
		lines[i] = "local added = " + fmt.Sprint(r.IntN(10)) + " " + lines[i]
	}
	return strings.Join(lines, "\n")
}

// TestKeptFactsAreThoseOfTheFunctionAlone analyses texts and their random changes with Bodies that
// know the texts before, in all of the room that there is and in little.
func TestKeptFactsAreThoseOfTheFunctionAlone(t *testing.T) {
	all, few := NewBodies(1<<30), NewBodies(100_000)
	changes, seed := scale.Share(t, 20)
	r := rand.New(rand.NewPCG(2+seed, 1))
	compiled, tried := 0, 0
	eachText(t, changes, func(name, text string, edits int) {
		for n := range edits + 1 {
			if tried++; n > 0 {
				text = editText(r, text)
			}
			main := mainOf(text)
			if main == nil {
				continue
			}
			compiled++
			for _, bodies := range []*Bodies{all, few} {
				if err := compareKept(main, bodies); err != nil {
					t.Fatalf("%s: %d bytes kept, after %d changes: %v", name, bodies.limit, n, err)
				}
			}
		}
	})
	if compiled < tried/10 {
		t.Errorf("only %d of %d texts have code", compiled, tried)
	}
	testkit.EachRandomMain(t, scale.Of(2000), func(t *testing.T, seed int, main *bytecode.Proto) {
		for range 2 {
			for _, bodies := range []*Bodies{all, few} {
				if err := compareKept(main, bodies); err != nil {
					t.Fatalf("program %d: %d bytes kept: %v", seed, bodies.limit, err)
				}
			}
		}
	})
}

// TestKeptFactsOfVersions types into texts, and compiles each version out of the one before: of the functions that stay
// where they are the facts are taken without a look at their code, but for what their closures access.
func TestKeptFactsOfVersions(t *testing.T) {
	same := 0
	versions, seed := scale.Share(t, 100)
	seed *= 10_000
	eachText(t, versions, func(name, text string, edits int) {
		typist := typing.New(text, seed)
		seed++
		var units compile.Memory
		mem := &Memory{Bodies: NewBodies(1 << 20)}
		was := make(map[uint64]bool) // the functions of the version before, by what Made says
		for range edits {
			u := units.CompileNext(source.NewFile(name, typist.Text), syntax.Language{})
			typist.Type()
			if !u.Analyzable() {
				continue
			}
			alone, warm := NewCode(u.Main, value.Library{}, nil), Of(u, 0, mem).Code
			now := make(map[uint64]bool)
			for i := range warm.Funcs {
				if err := compareBodies(alone, warm, i); err != nil {
					t.Fatalf("%s: function %d of\n%s\n%v", name, i, u.File.Text(), err)
				}
				now[u.Funcs[i].Made] = true
				if was[u.Funcs[i].Made] {
					same++
				}
			}
			was = now
		}
		if err := mem.Bodies.check(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	})
	if same == 0 && scale.Full() {
		t.Error("no function stayed where it was")
	}
	t.Logf("%d functions stayed where they were", same)
}

// bodyOf returns the facts of the last function in a listing.
func bodyOf(t *testing.T, bodies *Bodies, listing string, change func(*bytecode.Proto)) *flow.Body {
	t.Helper()
	main := assemble(t, listing)
	last := main
	for len(last.Protos) > 0 && last != main.Protos[len(main.Protos)-1] {
		last = last.Protos[len(last.Protos)-1]
	}
	if change != nil {
		change(last)
	}
	c := NewCode(main, value.Library{}, &Memory{Bodies: bodies})
	for i := range c.Funcs {
		if c.Funcs[i].Proto == last {
			return c.Funcs[i].Body
		}
	}
	t.Fatal("the function is not in the program")
	return nil
}

// TestKeptByContent changes one thing after the other that the facts of a function rest on: none
// of the functions shares its facts with another. Then those on which they do not rest.
func TestKeptByContent(t *testing.T) {
	const listing = `
		CLOSURE 0 0
		RETURN 0 1
		.function 1 9
		LOADK 1 -1     ; 1
		CLOSURE 2 0
		TEST 0 0
		JMP 0 1        ; to 6
		GETUPVAL 3 0   ; u
		RETURN 0 1
		.upvalue u 0 0
		.params 1
		.local a 1 7
		.local b 2 7
		.function 2 3
		GETUPVAL 0 0   ; a
		GETUPVAL 0 1   ; u
		RETURN 0 1
		.upvalue a 1 0
		.upvalue u 0 0
		.end
		.end`
	bodies := NewBodies(1 << 20)
	seen := make(map[*flow.Body]string)
	for _, test := range []struct {
		name   string
		change func(*bytecode.Proto)
	}{
		{"nothing", nil},
		{"an instruction", func(p *bytecode.Proto) { p.Code[2] = bytecode.ABC(bytecode.TEST, 0, 0, 1) }},
		{"one instruction more", func(p *bytecode.Proto) { p.Code = append(p.Code, p.Code[len(p.Code)-1]) }},
		{"a constant", func(p *bytecode.Proto) { p.Constants[0] = bytecode.Int(2) }},
		{"the kind of a constant", func(p *bytecode.Proto) { p.Constants[0] = bytecode.Float(1) }},
		{"a text", func(p *bytecode.Proto) { p.Constants[0] = bytecode.String("a") }},
		{"another text", func(p *bytecode.Proto) { p.Constants[0] = bytecode.String("b") }},
		{"one constant more", func(p *bytecode.Proto) { p.Constants = append(p.Constants, bytecode.Int(1)) }},
		{"parameters", func(p *bytecode.Proto) { p.NumParams++ }},
		{"the stack", func(p *bytecode.Proto) { p.MaxStack++ }},
		{"the end of a variable", func(p *bytecode.Proto) { p.Locals[1].EndPC-- }},
		{"the start of a variable", func(p *bytecode.Proto) { p.Locals[1].StartPC++ }},
		{"one variable less", func(p *bytecode.Proto) { p.Locals = p.Locals[:1] }},
		{"where an upvalue is found", func(p *bytecode.Proto) { p.Upvalues[0].InStack = true }},
		{"which upvalue it is", func(p *bytecode.Proto) { p.Upvalues = append(p.Upvalues, p.Upvalues[0]) }},
		{"what a closure does with what it captures", func(p *bytecode.Proto) {
			p.Protos[0].Code[0] = bytecode.ABC(bytecode.SETUPVAL, 0, 0, 0)
		}},
		{"what a closure does with what it hands on", func(p *bytecode.Proto) {
			p.Protos[0].Code[1] = bytecode.ABC(bytecode.SETUPVAL, 0, 1, 0)
		}},
		{"which register a closure captures", func(p *bytecode.Proto) { p.Protos[0].Upvalues[0].Index = 1 }},
	} {
		body := bodyOf(t, bodies, listing, test.change)
		if other, ok := seen[body]; ok {
			t.Errorf("the function that differs in %s shares the facts of that which differs in %s", test.name, other)
		}
		seen[body] = test.name
	}
	for _, test := range []struct {
		name   string
		change func(*bytecode.Proto)
	}{
		{"nothing", nil},
		{"lines", func(p *bytecode.Proto) { p.LineDefined, p.LastLineDefined, p.Source = 7, 8, "@other" }},
		{"the name of a variable", func(p *bytecode.Proto) { p.Locals[0].Name = "other" }},
		{"the name of an upvalue", func(p *bytecode.Proto) { p.Upvalues[0].Name, p.Protos[0].Upvalues[0].Name = "x", "y" }},
		{"more arguments", func(p *bytecode.Proto) { p.IsVararg = true }},
		{"code of a closure", func(p *bytecode.Proto) { p.Protos[0].Code[1] = bytecode.ABC(bytecode.GETUPVAL, 1, 1, 0) }},
	} {
		if of := seen[bodyOf(t, bodies, listing, test.change)]; of != "nothing" {
			t.Errorf("the function that differs in %s shares the facts of %q", test.name, of)
		}
	}
}

// TestKeptInOrder: what is asked for in the order of the time before is found without a hash, but for the
// first, and what comes after a function that has changed.
func TestKeptInOrder(t *testing.T) {
	var text strings.Builder
	for i := range 20 {
		fmt.Fprintf(&text, "function F%d(a) return a + %d end\n", i, i)
	}
	bodies := NewBodies(1 << 20)
	lookFor := func(text string, last int) {
		t.Helper()
		mem := &Memory{Bodies: bodies}
		c := NewCode(mainOf(text), value.Library{}, mem)
		if want := c.Funcs[last].Inputs.AppendKey(nil); !bytes.Equal(mem.keeping.key, want) {
			t.Errorf("the last function whose hash was computed has the key %q, want %q", mem.keeping.key, want)
		}
	}
	lookFor(text.String(), 0)
	lookFor(text.String(), 20)
	changed := strings.Replace(text.String(), "a + 7 ", "a - 7 ", 1)
	lookFor(changed, 7)
	lookFor(changed, 20)
}

// TestOneFileSharesFacts compiles a file in which two functions are the same but for names and
// lines.
func TestOneFileSharesFacts(t *testing.T) {
	main := mainOf("local function f(a) return a + 1 end\n\nlocal function g(b)\n  return b + 1\nend\nreturn f, g")
	c := NewCode(main, value.Library{}, &Memory{Bodies: NewBodies(1 << 20)})
	if c.Funcs[1].Body != c.Funcs[2].Body || c.SSA(&c.Funcs[1]) != c.SSA(&c.Funcs[2]) || c.Funcs[0].Body == c.Funcs[1].Body {
		t.Error("equal functions do not share their facts, or others do")
	}
}

// TestKeptFactsAreShared has several goroutines look at the same texts with little room, so that
// they find, keep and drop the same functions at once.
func TestKeptFactsAreShared(t *testing.T) {
	bodies := NewBodies(300_000)
	var mains []*bytecode.Proto
	for seed := range uint64(4) {
		mains = append(mains, mainOf(luagen.Closures(rand.New(rand.NewPCG(seed, 6)))))
	}
	errs := make(chan error)
	const workers = 4
	for w := range workers {
		go func() {
			var err error
			for k := 0; k < scale.Of(100) && err == nil; k++ {
				err = compareFunctions(mains[(k+w)%len(mains)], bodies)
			}
			errs <- err
		}()
	}
	for range workers {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if err := bodies.check(); err != nil {
		t.Error(err)
	}
}

// webOfGotos returns a program of labels to each of which some other place jumps, where one of so
// many locals changes.
func webOfGotos(locals, labels int) string {
	var text strings.Builder
	for i := range locals {
		fmt.Fprintf(&text, "local v%d = 0\n", i)
	}
	for i := range labels {
		fmt.Fprintf(&text, "::l%d:: if x then goto l%d end v%d = v%[3]d + 1\n", i, i*7919%labels, i%locals)
	}
	return text.String()
}

// keyOf returns what lookup takes for what is known of a function.
func keyOf(b *Bodies, body *flow.Body) (uint64, *flow.Inputs) {
	return maphash.Bytes(b.seed, body.Inputs.AppendKey(nil)), &body.Inputs
}

// TestKeptBytes keeps as much as Bodies may, and measures it.
func TestKeptBytes(t *testing.T) {
	const limit = 4 << 20
	var before, after runtime.MemStats
	bodies := NewBodies(limit)
	add := func(seed int) {
		text := luagen.Closures(rand.New(rand.NewPCG(uint64(seed), 5))) + fmt.Sprint("return ", seed, ", 'a text of some length'")
		NewCode(mainOf(text), value.Library{}, &Memory{Bodies: bodies}).Forms()
	}
	runtime.GC()
	runtime.ReadMemStats(&before)
	seed := 0
	for ; bodies.Bytes() < limit*9/10; seed++ {
		add(seed)
	}
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	if got, want := int(after.HeapAlloc-before.HeapAlloc), bodies.Bytes(); got > want*3/2 || got < want/2 {
		t.Errorf("%d bytes are on the heap for %d that are said to be kept", got, want)
	}
	for range 100 {
		add(seed)
		seed++
		if err := bodies.check(); err != nil {
			t.Fatal(err)
		}
	}
	// One function that is larger than its part is not kept, and drives out nothing.
	was := bodies.Bytes()
	large := mainOf("local a\n" + strings.Repeat("if a then a = a + 1 end\n", limit/250))
	if err := compareKept(large, bodies); err != nil {
		t.Fatal(err)
	}
	if bodies.Bytes() != was {
		t.Errorf("%d bytes are kept after a large function, %d before", bodies.Bytes(), was)
	}
	// The form of one with many phis is not kept, the rest is.
	main := mainOf(webOfGotos(190, 300))
	if err := compareKept(main, bodies); err != nil {
		t.Fatal(err)
	}
	code := NewCode(main, value.Library{}, &Memory{Bodies: bodies})
	for _, f := range code.Funcs {
		if k := bodies.lookup(keyOf(bodies, f.Body)); k == nil || k.form != nil {
			t.Errorf("with a form of many phis, %+v is kept", k)
		}
	}
	if err := bodies.check(); err != nil {
		t.Error(err)
	}
	runtime.KeepAlive(bodies)
}
