package summary

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"luaflow/analysis/calls"
)

// A Summary as bytes, the same on every machine. All strings come first, each once and in their order, as how many bytes it has in common
// with the one in front of it, and what follows; then the rest, in numbers (package encoding/binary's varints). The path is not among it:
// equal files have equal bytes.

// version is the first byte.
const version = 6

// AppendBinary appends the summary but for its Path.
func (s *Summary) AppendBinary(b []byte) ([]byte, error) {
	w := writer{at: map[string]uint64{}}
	s.code(&w)
	texts := w.texts
	slices.Sort(texts)
	w = writer{b: append(b, version), at: w.at}
	w.num(uint64(len(texts)))
	last := ""
	for i, text := range texts {
		w.at[text] = uint64(i)
		common := commonPrefix(last, text)
		w.num(uint64(common))
		w.num(uint64(len(text) - common))
		w.b = append(w.b, text[common:]...)
		last = text
	}
	s.code(&w)
	return w.b, nil
}

// UnmarshalBinary reads what AppendBinary has written. The Path stays what it is.
func (s *Summary) UnmarshalBinary(b []byte) error {
	if len(b) == 0 || b[0] != version {
		return errForm
	}
	r := reader{rest: string(b[1:])}
	last := ""
	for range r.count() {
		common := int(r.num())
		n := r.count()
		if r.bad || common > len(last) {
			return errForm
		}
		last = strings.Join([]string{last[:common], r.rest[:n]}, "") // its own memory, even where one of them is empty
		r.rest = r.rest[n:]
		r.texts = append(r.texts, last)
	}
	path := s.Path
	*s = Summary{Path: path}
	s.code(&r)
	if r.bad || r.rest != "" || !s.isWhole() {
		return errForm
	}
	return nil
}

// isWhole reports whether all that the summary refers to is there, and the Exports are in their order.
func (s *Summary) isWhole() bool {
	isTable := func(of int) bool { return of >= Own && of < len(s.Requires) }
	hasField := func(f Field) bool { return isTable(f.Of) }
	for i := range s.Exports {
		is := s.Exports[i].Is
		if i > 0 && s.Exports[i-1].Name >= s.Exports[i].Name || is != nil && slices.ContainsFunc(is.On, func(on Field) bool { return !hasField(on) }) {
			return false
		}
	}
	for i := range s.Requires {
		if part := s.Requires[i].Part; part < 0 || part >= max(len(s.Parts), 1) {
			return false
		}
	}
	for i := range s.Parts {
		isNone := func(of int) bool { return !isTable(of) }
		if slices.ContainsFunc(s.Parts[i].Uses, func(u Use) bool { return isNone(u.Of) }) || slices.ContainsFunc(s.Parts[i].Opens, isNone) {
			return false
		}
	}
	return !slices.ContainsFunc(s.Called, func(c Called) bool { return !hasField(c.Field) })
}

var errForm = errors.New("no summary of this version of luaflow")

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// coder reads or writes: each method writes what it is given, or puts there what it reads.
type coder interface {
	text(s *string)
	int(n *int)
	flags(flags ...*bool)
	len(n int) int // the length of a list, which it returns
}

// code reads or writes all but the Path.
func (s *Summary) code(c coder) {
	c.int(&s.Lines)
	c.int(&s.Bytes)
	c.flags(&s.Broken, &s.Script, &s.Meta, &s.Foreign, &s.System, &s.Acts, &s.Open, &s.Filled)
	c.text((*string)(&s.Returns))
	codeList(c, &s.Exports, func(e *Export) {
		c.text(&e.Name)
		c.int(&e.Line)
		c.int(&e.Writes)
		has := e.Is != nil
		if c.flags(&e.Function, &has); has {
			if e.Is == nil {
				e.Is = new(Function)
			}
			e.Is.code(c)
		}
	})
	if s.Requires == nil {
		s.Requires = []Require{}
	}
	codeList(c, &s.Requires, func(r *Require) {
		c.text(&r.Name)
		c.flags(&r.IsPattern, &r.File, &r.Loading, &r.Always, &r.Protected, &r.Unused, &r.Open)
		c.int(&r.Line)
		c.int(&r.Part)
	})
	codeList(c, &s.Provides, func(name *string) { c.text(name) })
	codeList(c, &s.Paths, func(path *string) { c.text(path) })
	codeGlobals(c, &s.Globals)
	codeList(c, &s.Parts, func(p *Part) {
		c.text(&p.Export)
		codeList(c, &p.Words, func(word *string) { c.text(word) })
		codeList(c, &p.Uses, func(u *Use) {
			codeFrom(c, &u.Of, Own)
			c.text(&u.Field)
			c.text((*string)(&u.How))
		})
		codeList(c, &p.Opens, func(of *int) { codeFrom(c, of, Own) })
		codeBlind(c, p)
	})
	codeList(c, &s.OfSelf, func(name *string) { c.text(name) })
	codeList(c, &s.KeysOfSelf, func(name *string) { c.text(name) })
	codeList(c, &s.Called, func(called *Called) { called.code(c) })
}

// codeBlind reads or writes what a Part does with fields of tables that may be any, as one number.
func codeBlind(c coder, p *Part) {
	n := 2 * p.Blind
	if p.Through {
		n++
	}
	c.int(&n)
	put(&p.Blind, n/2)
	put(&p.Through, n%2 == 1)
}

// codeFrom reads or writes a number that is not less than another one.
func codeFrom(c coder, n *int, least int) {
	more := *n - least
	c.int(&more)
	put(n, more+least)
}

// put makes a value what was read. Where it is written it is that already, and others may be reading it.
func put[T comparable](value *T, is T) {
	if *value != is {
		*value = is
	}
}

func (f *Field) code(c coder) {
	codeFrom(c, &f.Of, Own)
	c.text(&f.Name)
}

func (f *Function) code(c coder) {
	hasOn, hasError, hasNil := len(f.On) > 0, f.Error > 0, f.NilError > 0
	c.flags(&f.IsVararg, &f.IsMethod, &f.IsStub, &f.Returns, &f.IsKept, &hasOn, &hasError, &hasNil)
	if c.int(&f.Params); f.Params > 0 {
		c.int(&f.Needed)
		c.int(&f.Asked)
	}
	if f.Returns {
		c.int(&f.Least)
		codeFrom(c, &f.Most, calls.Unbounded)
	}
	if hasOn {
		codeList(c, &f.On, func(on *Field) { on.code(c) })
	}
	if hasError {
		c.int(&f.Error)
	}
	if hasNil {
		c.int(&f.NilError)
	}
}

// code codes what is nearly always the same as flags.
func (s *Called) code(c coder) {
	s.Field.code(c)
	isOne, isSame, hasArguments := s.Calls == 1, s.Given == s.Written, len(s.Arguments) > 0
	isLooking, isNot := s.Looking == s.Calls && s.Not == 0, s.Not == s.Calls && s.Looking == 0
	c.flags(&isOne, &isSame, &s.IsUsed, &isLooking, &isNot, &hasArguments, &s.Escapes, &s.Needs)
	if !isOne {
		c.int(&s.Calls)
	}
	if isOne {
		put(&s.Calls, 1)
	}
	c.int(&s.Line)
	c.int(&s.Written)
	c.int(&s.Wanted)
	if isSame {
		put(&s.Given, s.Written)
	} else {
		codeFrom(c, &s.Given, calls.Unbounded)
	}
	s.codeLooking(c, isLooking, isNot)
	if hasArguments {
		codeList(c, &s.Arguments, func(a *Argument) {
			c.text(&a.Is)
			codeList(c, &a.Of, func(p *Parameter) {
				c.text(&p.Export)
				c.int(&p.Index)
			})
		})
	}
}

func (s *Called) codeLooking(c coder, isLooking, isNot bool) {
	switch {
	case isLooking:
		put(&s.Looking, s.Calls)
	case isNot:
		put(&s.Not, s.Calls)
	default:
		c.int(&s.Looking)
		c.int(&s.Not)
	}
}

func codeGlobals(c coder, g **Globals) {
	has := *g != nil
	if c.flags(&has); !has {
		return
	}
	if *g == nil {
		*g = new(Globals)
	}
	for _, list := range []*[]string{&(*g).Defined, &(*g).Read, &(*g).Set} {
		codeList(c, list, func(name *string) { c.text(name) })
	}
}

// codeList reads or writes a list, nil if it is empty.
func codeList[T any](c coder, list *[]T, item func(*T)) {
	n := c.len(len(*list))
	if n > len(*list) {
		*list = make([]T, n)
	}
	for i := range *list {
		item(&(*list)[i])
	}
}

// writer writes numbers, and strings as numbers: those in at. The first time it only collects them.
type writer struct {
	b     []byte
	at    map[string]uint64
	texts []string
}

func (w *writer) num(n uint64) { w.b = binary.AppendUvarint(w.b, n) }

func (w *writer) int(n *int) { w.num(uint64(*n)) }

func (w *writer) len(n int) int {
	w.num(uint64(n))
	return n
}

func (w *writer) text(s *string) {
	at, known := w.at[*s]
	if !known {
		w.at[*s] = 0
		w.texts = append(w.texts, *s)
	}
	w.num(at)
}

func (w *writer) flags(flags ...*bool) {
	n := uint64(0)
	for i, f := range flags {
		if *f {
			n |= 1 << i
		}
	}
	w.num(n)
}

// reader reads what a writer has written. What is not there is zero, and then it is bad.
type reader struct {
	rest  string
	texts []string
	bad   bool
}

func (r *reader) fail() {
	r.bad, r.rest = true, ""
}

func (r *reader) num() uint64 {
	n, size := binary.Uvarint([]byte(r.rest[:min(len(r.rest), binary.MaxVarintLen64)]))
	if size <= 0 || n > 1<<40 {
		r.fail()
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

// count returns a number of things of which each takes a byte at least.
func (r *reader) count() int {
	n := r.num()
	if n > uint64(len(r.rest)) {
		r.fail()
		return 0
	}
	return int(n)
}

func (r *reader) int(n *int) { *n = int(r.num()) }

func (r *reader) len(int) int { return r.count() }

func (r *reader) text(s *string) {
	n := r.num()
	if n >= uint64(len(r.texts)) {
		r.fail()
		return
	}
	*s = r.texts[n]
}

func (r *reader) flags(flags ...*bool) {
	n := r.num()
	for i, f := range flags {
		*f = n>>i&1 != 0
	}
}
