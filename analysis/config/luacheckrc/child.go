//go:build !js

package luacheckrc

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"

	"luaflow/analysis/config/tree"
)

// This file is the child: it runs one configuration and says what it set.

// EvalMain returns the whole of the child process: it evaluates the configuration that it
// reads and returns the exit code. It takes rights and memory from its own process.
func EvalMain(stdin io.Reader, stdout io.Writer) int {
	confine()
	c := child{say: json.NewEncoder(stdout), hear: json.NewDecoder(stdin)}
	var j job
	if c.hear.Decode(&j) != nil {
		return 1
	}
	result, cost, problem := c.run(j)
	if c.say.Encode(message{Result: result, Error: problem, Cost: cost}) != nil {
		return 1
	}
	return 0
}

type child struct {
	say  *json.Encoder
	hear *json.Decoder
}

// ask asks the parent for a file.
func (c *child) ask(name string) (a answer) {
	if err := c.say.Encode(message{Read: name}); err != nil {
		return answer{Why: err.Error()}
	}
	if err := c.hear.Decode(&a); err != nil {
		return answer{Why: err.Error()}
	}
	return a
}

// run evaluates a configuration. What goes wrong inside of the interpreter is an error
// of the configuration as well.
func (c *child) run(j job) (result *tree.Node, cost Cost, problem *tree.Error) {
	s := newSandbox(j.Name, c.ask)
	defer s.state.Close()
	defer func() {
		if r := recover(); r != nil {
			result, problem = nil, &tree.Error{File: j.Name, Message: fmt.Sprint("breaks the interpreter: ", r)}
		}
		cost = s.meter.spent
	}()
	result, problem = s.evaluate(j.Name, j.Source)
	return result, cost, problem
}

// evaluate runs a configuration in a sandbox and gives its options.
func (s *sandbox) evaluate(name string, source []byte) (*tree.Node, *tree.Error) {
	env := s.newEnvironment()
	main, lines, problem := s.compile(name, source)
	if problem != nil {
		return nil, problem
	}
	main.Env = env.table
	s.state.Push(main)
	if err := s.state.PCall(0, 1, nil); err != nil {
		return nil, s.runtimeError(err)
	}
	returned := s.state.Get(-1)
	s.state.Pop(1)
	if t, ok := returned.(*lua.LTable); ok {
		env.update(t)
	}
	c := converter{name: name}
	return c.options(env, lines)
}

// compile makes a function of a source, and says on which lines what is set.
func (s *sandbox) compile(name string, source []byte) (*lua.LFunction, *place, *tree.Error) {
	text := strings.TrimPrefix(string(source), "\uFEFF")
	if strings.HasPrefix(text, "\x1b") {
		return nil, nil, &tree.Error{File: name, Message: "is bytecode, which is not run: a configuration is a text"}
	}
	if strings.HasPrefix(text, "#") {
		text = "--" + text // a line for the shell
	}
	s.meter.spent.Add(Cost{Steps: len(text), Bytes: len(text)})
	if err := s.meter.Err(); err != nil {
		return nil, nil, &tree.Error{File: name, Message: err.Error()}
	}
	chunk, err := parse.Parse(strings.NewReader(text), name)
	if err != nil {
		return nil, nil, syntaxError(name, text, err)
	}
	lines := placesOf(chunk)
	lowered, l := lower(chunk)
	if l.problem != "" {
		return nil, nil, &tree.Error{File: name, Line: l.line, Message: l.problem}
	}
	proto, err := lua.Compile(lowered, name)
	if err != nil {
		return nil, nil, &tree.Error{File: name, Message: err.Error()}
	}
	fn, err := s.made(proto, l)
	if err != nil {
		return nil, nil, &tree.Error{File: name, Message: err.Error()}
	}
	fn.Env = s.state.G.Global
	return fn, lines, nil
}

// made returns the function of a chunk that has been rewritten.
func (s *sandbox) made(proto *lua.FunctionProto, l *lowering) (*lua.LFunction, error) {
	L := s.state
	L.Push(L.NewFunctionFromProto(proto))
	L.Push(l.table(L))
	L.Push(L.NewFunction(s.concatenate))
	if err := L.PCall(2, 1, nil); err != nil {
		return nil, err
	}
	fn := L.Get(-1).(*lua.LFunction)
	L.Pop(1)
	return fn, nil
}

// syntaxError puts the parser's message into our form.
func syntaxError(name, text string, err error) *tree.Error {
	e, ok := err.(*parse.Error)
	if !ok {
		return &tree.Error{File: name, Message: err.Error()}
	}
	line := e.Pos.Line
	if line <= 0 { // the end of the file
		line = 1 + strings.Count(strings.TrimRight(text, "\n"), "\n")
		return &tree.Error{File: name, Line: line, Message: "syntax error near the end of the file"}
	}
	return &tree.Error{File: name, Line: line, Message: fmt.Sprintf("%s near '%s' (a .luacheckrc is read as Lua 5.1)", e.Message, e.Token)}
}

// positioned is a message with the place that Lua puts before it.
var positioned = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?s:(.+?):(\d+): (.*))$`) })

// runtimeError returns the error that a configuration ended with.
func (s *sandbox) runtimeError(err error) *tree.Error {
	e := &tree.Error{File: s.name, Message: err.Error()}
	over := s.meter.Err()
	api, ok := err.(*lua.ApiError)
	if !ok {
		return e
	}
	e.Message = api.Object.String()
	if m := positioned().FindStringSubmatch(e.Message); m != nil {
		e.File, e.Message = m[1], m[3]
		e.Line, _ = strconv.Atoi(m[2]) // digits only
	}
	if over != nil { // whatever became of that on the way
		e.Message = over.Error()
	} else if s.missed != "" {
		e.Message += fmt.Sprintf(" (a configuration has no %q)", s.missed)
	}
	return e
}
