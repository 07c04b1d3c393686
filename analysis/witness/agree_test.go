package witness_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/place"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/scale"
)

// TestWitnessesAgree asks for the witnesses of some names of random programs, and holds
// them against what is told of the names at which their steps end.
func TestWitnessesAgree(t *testing.T) {
	told := make(map[string]int)
	for seed := range uint64(max(scale.Of(20), 2)) {
		u := compile.Compile(source.NewFile("random.lua", luagen.Program(seed, luagen.Options{})))
		if len(u.Errors) > 0 {
			t.Fatalf("seed %d: %s", seed, u.Errors[0].Msg)
		}
		p := place.PartsOf(u, 0)
		for n := range u.Tree.Names.All() {
			if (uint64(n.ID)+seed)%7 != 0 {
				continue
			}
			w := witnessTest{u, p, n, told}
			if err := w.check(); err != nil {
				t.Fatalf("seed %d, line %d, `%s`: %v\n%s", seed, u.File.Line(n.Start), u.Tree.Str(n.Sym), err, u.File.Text())
			}
		}
	}
	for _, what := range []string{"path", "end", "read", "unreachable", "needless", "shared"} {
		if told[what] < scale.Of(5) {
			t.Errorf("only %d witnesses of the kind %s", told[what], what)
		}
	}
	t.Log(told)
}

// witnessTest is the witnesses of one name.
type witnessTest struct {
	u    *compile.Unit
	p    *waste.Parts // of u
	n    *syntax.Name
	told map[string]int
}

func (w *witnessTest) check() error {
	witnesses, err := witness.Explain(w.p, w.n.Start)
	q := place.At(w.p, w.n.Start)
	if q.Binding == nil {
		return nil
	}
	q.Answer()
	info := q.Info
	if err != nil {
		return fmt.Errorf("no witness: %w", err)
	}
	for i := range witnesses {
		x := &witnesses[i]
		var err error
		switch x.Topic {
		case witness.OfUnreachable:
			w.told["unreachable"]++
			err = w.unreachable(q, x)
		case witness.OfStore:
			err = w.store(&info, x)
		case witness.OfRead:
			w.told["read"]++
			err = w.read(&info, x)
		case witness.OfCell:
			w.told["shared"]++
			if !info.Cell {
				err = fmt.Errorf("nothing shares it: %s", x.Title)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unreachable: what is never executed has a reason, and what is executed has none.
func (w *witnessTest) unreachable(q *place.Query, x *witness.Witness) error {
	if len(x.Steps) == 0 {
		return fmt.Errorf("no reason: %s", x.Title)
	}
	if w.u.Map.PCs(q.Text.StatOf(w.n)).Empty() {
		return nil // it stands for no instruction of its own
	}
	pc, fn := w.u.Map.ReadPC(w.n.ID), q.Text.Owner(w.n.ID)
	if pc >= 0 && q.Facts.Constants().Executable(&q.Facts.Code.Funcs[fn], int(pc)) {
		return fmt.Errorf("it is executed: %s", x.Title)
	}
	return nil
}

// store: a path ends at a name which the value reaches; a dead value has an end, which
// is a store to the same variable or no store.
func (w *witnessTest) store(info *place.Info, x *witness.Witness) error {
	last := witness.Step{Span: source.NoSpan}
	if len(x.Steps) > 0 {
		last = x.Steps[len(x.Steps)-1]
	}
	switch {
	case info.Kind == place.Upvalue || strings.HasPrefix(x.Title, "the loop never"):
	case strings.HasPrefix(x.Title, "nothing needs"):
		w.told["needless"]++
		if info.Dead || len(x.Steps) == 0 {
			return fmt.Errorf("dead %t: %s, %d steps", info.Dead, x.Title, len(x.Steps))
		}
	case info.Dead && strings.HasPrefix(x.Title, "nothing reads"):
	case info.Dead:
		w.told["end"]++
		return w.ends(info, x)
	case last.Text == "read here" && strings.Contains(x.Title, "is read at line"):
		w.told["path"]++
		return w.reaches(info, last.Span)
	}
	return nil
}

// ends: the stores that end the value are among those that the graph knows.
func (w *witnessTest) ends(info *place.Info, x *witness.Witness) error {
	if len(x.Steps) == 0 && !strings.Contains(info.Why, "never ends") && info.Why != "" {
		return fmt.Errorf("no end: %s", x.Title)
	}
	for _, s := range x.Steps {
		if !strings.HasPrefix(s.Text, "overwritten here") {
			continue
		}
		if !slices.ContainsFunc(info.Overwritten, func(p place.Place) bool { return p.Span == s.Span }) {
			return fmt.Errorf("line %d does not overwrite it: %s", w.u.File.Line(s.Span.Start), x.Title)
		}
	}
	return nil
}

// reaches: where a path ends the variable is read, and may have the value.
func (w *witnessTest) reaches(info *place.Info, at source.Span) error {
	other := place.At(w.p, at.Start)
	if other.Name == nil {
		return nil // a read that has no name: the loop reads its own variables
	}
	other.Answer()
	read := &other.Info
	if !read.IsUse || read.Name != info.Name {
		return nil // neither has this one
	}
	from := w.n.Span()
	ref := &w.u.Res.Refs[w.n.ID]
	q := place.At(w.p, w.n.Start)
	if s := q.StoreAtName(); s == nil || s.Elided {
		return nil // it hands on what was there
	}
	implicit := ref.Kind == resolve.Declaration // its nil has no place
	if !implicit && !slices.ContainsFunc(read.Defs, func(p place.Place) bool { return p.Span == from }) {
		return fmt.Errorf("the value does not reach line %d", w.u.File.Line(at.Start))
	}
	return nil
}

// read: the steps are the definitions that reach, or what makes these what they are.
func (w *witnessTest) read(info *place.Info, x *witness.Witness) error {
	for _, def := range info.Defs {
		if def.Span.Valid() && !slices.ContainsFunc(x.Steps, func(s witness.Step) bool { return s.Span == def.Span }) {
			return fmt.Errorf("line %d is left out: %s", def.Line, x.Title)
		}
	}
	return nil
}
