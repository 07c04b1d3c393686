package explore

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/config"
	"luaflow/analysis/facts"
	"luaflow/analysis/fix"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Explorer answers for one text, which it holds between two questions. It is safe for concurrent use: it answers one
// question at a time.
type Explorer struct {
	mu     sync.Mutex
	name   string
	file   *source.File
	rules  *config.Config
	asked  string // the dialect, as it was given
	bodies *facts.Bodies
	memory *memory
	view   *View // of file; nil until somebody asks
}

// memory is what one text after the other is compiled and checked in. What a panic leaves in it is not used again.
type memory struct {
	units compile.Memory
	facts analysis.Memory
}

// maxBodies is how many bytes of facts about functions are kept for the next text.
const maxBodies = 32 << 20

// New returns an Explorer of an empty text.
func New() *Explorer {
	x := &Explorer{bodies: facts.NewBodies(maxBodies), memory: new(memory)}
	if err := x.open(Text{}); err != nil {
		panic(err) // nothing is said that could be wrong
	}
	return x
}

// request is a question as it comes.
type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// answer is what is said to a request: one of the two.
type answer struct {
	ID     json.RawMessage `json:"id"`
	Result any             `json:"result,omitempty"`
	Error  string          `json:"error,omitempty"`
}

// Handle answers a request of the form {"id":1,"method":"open","params":…} with {"id":1,"result":…}, or with
// {"id":1,"error":"…"}, in words for people. It never fails: a panic costs the one answer. Once ctx is done no work begins.
func (x *Explorer) Handle(ctx context.Context, text []byte) []byte {
	var r request
	out := answer{ID: json.RawMessage("null")}
	if err := json.Unmarshal(text, &r); err != nil {
		out.Error = "the request is no JSON of the form that is understood: " + err.Error()
		return encode(out)
	}
	if r.ID != nil {
		out.ID = r.ID
	}
	result, err := x.answer(ctx, &r)
	if err != nil {
		out.Error = err.Error()
	} else {
		out.Result = result
	}
	return encode(out)
}

// encode returns an answer as JSON.
func encode(a answer) []byte {
	data, err := json.Marshal(a)
	if err != nil { // of a number that JSON has no form for
		data, _ = json.Marshal(answer{ID: a.ID, Error: "the answer cannot be written: " + err.Error()})
	}
	return data
}

// answer returns the result of a request.
func (x *Explorer) answer(ctx context.Context, r *request) (result any, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("given up: %w", err)
	}
	defer func() {
		if p := recover(); p != nil {
			x.memory, x.view, x.bodies = new(memory), nil, facts.NewBodies(maxBodies)
			result, err = nil, fmt.Errorf("luaflow has a bug, which cost this answer: %v", p)
		}
	}()
	switch r.Method {
	case MethodOpen:
		return taking(r, func(t Text) (*Overview, error) {
			if err := x.open(t); err != nil {
				return nil, err
			}
			return x.look().Overview(), nil
		})
	case MethodEdit:
		return taking(r, func(edits []Edit) (*Overview, error) {
			if err := x.edit(edits); err != nil {
				return nil, err
			}
			return x.look().Overview(), nil
		})
	case MethodFunction:
		return taking(r, func(f FunctionParams) (*Function, error) { return x.look().Function(f.Path) })
	case MethodSelect:
		return taking(r, func(at Place) (*Selection, error) { return x.look().Select(at) })
	case MethodFixAll:
		return x.look().FixAll(), nil
	}
	return nil, fmt.Errorf("there is no method %q", r.Method)
}

// taking hands the parameters of a request to a method.
func taking[P, R any](r *request, method func(P) (R, error)) (any, error) {
	var params P
	if err := json.Unmarshal(r.Params, &params); err != nil {
		return nil, fmt.Errorf("the parameters of %q are not of the form that is understood: %w", r.Method, err)
	}
	return method(params)
}

// open puts another text in the place of the one before.
func (x *Explorer) open(t Text) error {
	rules := x.rules
	if rules == nil || t.Dialect != x.asked || t.Name != x.name {
		var err error
		if rules, err = rulesOf(t.Name, t.Dialect); err != nil {
			return err
		}
	}
	x.rules, x.name, x.asked = rules, t.Name, t.Dialect
	x.file, x.view = source.NewFile(t.Name, t.Text), nil
	return nil
}

// CheckDialect returns what is wrong with the name of a dialect, for people; nil for one that Text.Dialect may be.
func CheckDialect(name string) error {
	_, err := rulesOf("", name)
	return err
}

// rulesOf returns what holds for a file when nobody says more than its dialect.
func rulesOf(name, dialect string) (*config.Config, error) {
	if dialect == "" {
		return config.Default(), nil
	}
	settings, err := json.Marshal(map[string]string{"dialect": dialect})
	if err != nil {
		return nil, err
	}
	layer, problems := config.ParseSettings("the choice of a dialect", "/", settings)
	if len(problems) > 0 {
		return nil, fmt.Errorf("%s", problems[0].Message)
	}
	stack, _ := config.NewStack(layer) // there are no standards in it that nobody could know
	return stack.For("/" + name), nil
}

// edit changes the text.
func (x *Explorer) edit(edits []Edit) error {
	size := x.file.Units(source.Pos(x.file.Len()), source.UTF16)
	var made []source.Edit
	for _, e := range edits {
		if e.From < 0 || e.From > e.To || e.To > size {
			return fmt.Errorf("an edit from %d to %d is not in the text, which is %d long", e.From, e.To, size)
		}
		made = append(made, source.Edit{Span: source.Span{Start: x.file.AtUnit(e.From, source.UTF16), End: x.file.AtUnit(e.To, source.UTF16)}, New: e.New})
	}
	isApart := func(a, b source.Edit) int {
		if a.Span.End > b.Span.Start {
			return 1
		}
		return -1
	}
	if !slices.IsSortedFunc(made, isApart) {
		return fmt.Errorf("the edits are not in order, or not apart")
	}
	next, err := x.file.Apply(made)
	if err != nil {
		return err
	}
	x.file, x.view = next, nil
	return nil
}

// look returns what is known of the text.
func (x *Explorer) look() *View {
	if x.view == nil {
		x.view = x.check()
	}
	return x.view
}

// check compiles and checks the text.
func (x *Explorer) check() *View {
	language := x.rules.Language(x.rules.Decide(x.name, x.file.Text()))
	u := x.memory.units.CompileNext(x.file, language)
	checked := checker.With(x.rules, nil, nil, nil, x.bodies)
	var pass *analysis.Pass
	found, _ := checked(u, &x.memory.facts, func(p *analysis.Pass) error {
		pass = p
		return nil
	})
	fixer := fix.New(checked)
	fixer.Know(u, found, pass)
	return &View{
		Parts: pass.Waste, Findings: found, Omitted: pass.Omissions(),
		Fixes:   func() [][]analysis.Fix { fixes, _ := fixer.Each(u, found); return fixes },
		MendAll: func() (string, int, int) { return mendAll(x.file, fixer, checked, language) },
	}
}

// mendAll returns a text after all verified fixes of warnings, how many were made, and how many findings remain.
func mendAll(file *source.File, fixer *fix.Fixer, check analysis.CheckFunc, language syntax.Language) (text string, applied, left int) {
	text, applied = fixer.All(file, fix.Options{Language: language})
	u := compile.CompileAs(source.NewFile(file.Name(), text), language)
	found, _ := check(u, nil, nil)
	return text, applied, len(found)
}
