package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/optimize"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/pipeline"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// newCompile returns luaflow compile: luac's part, for its users and its scripts. The
// flags, the default output and the form of errors are luac's; the exit codes are
// ours.
func newCompile(con *console.Console) *cobra.Command {
	var strip, parseOnly, optimized bool
	var output string
	cmd := &cobra.Command{
		Use:   "compile [-s] [-O] [-o OUT] FILE | compile -p PATH…",
		Short: "Compile to a binary chunk of Lua 5.3, byte for byte as luac5.3 does",
		Example: `  luaflow compile -o init.luac init.lua
  luaflow compile -s -o - init.lua | lua5.3 -
  luaflow compile -O -o init.luac init.lua   # without what is dead
  luaflow compile -p src          # parse and compile, write nothing`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if parseOnly {
				return compileMany(con, args)
			}
			if len(args) != 1 {
				return errors.New("compile needs one file; with -p it takes many")
			}
			pipeline.InOrder(con, []project.File{project.Named(args[0])}, func(w *pipeline.Worker, in project.File) console.Outcome {
				return compileOne(con, w, in, output, strip, optimized)
			}, pipeline.OutcomeIn(con), con.Show)
			return nil
		},
	}
	cmd.Flags().BoolVarP(&strip, "strip", "s", false, "leave out debug information")
	cmd.Flags().BoolVarP(&optimized, "optimize", "O", false, "leave out what is dead: no longer as luac5.3 does")
	cmd.Flags().StringVarP(&output, "output", "o", "luac.out", "where the chunk goes; - is the standard output")
	cmd.Flags().BoolVarP(&parseOnly, "parse", "p", false, "parse and compile files and folders, write nothing")
	return cmd
}

func compileMany(con *console.Console, paths []string) error {
	if len(paths) == 0 {
		return errors.New("compile -p needs a file or folder")
	}
	files := con.Gather(paths, project.Options{})
	pipeline.InOrder(con, files, func(w *pipeline.Worker, in project.File) (o console.Outcome) {
		prototype(&o, con, w, in)
		return o
	}, pipeline.OutcomeIn(con), con.Show)
	return nil
}

func compileOne(con *console.Console, w *pipeline.Worker, in project.File, output string, strip, optimized bool) (o console.Outcome) {
	p := prototype(&o, con, w, in)
	if p == nil {
		return o
	}
	if optimized {
		p = optimize.Program(p).Proto
	}
	chunk := bytecode.Dump(p, strip)
	if output == "-" {
		o.Out = chunk
		return o
	}
	if err := os.WriteFile(output, chunk, 0o666); err != nil {
		o.Fail(console.ExitUnreadable, "%s: %s", output, rootfs.Reason(err))
	}
	return o
}

// prototype compiles a source file, or reads a chunk. If it cannot, it is nil and o
// says why, Lua's first error as luac prints it.
func prototype(o *console.Outcome, con *console.Console, w *pipeline.Worker, in project.File) *bytecode.Proto {
	text, err := w.Text(in)
	if err != nil {
		o.Fail(console.ExitUnreadable, "%s", err)
		return nil
	}
	if project.IsChunk(text) {
		p, err := readChunk([]byte(text))
		if err != nil {
			o.Fail(console.ExitUnreadable, "%s: %s", in.Name(), err)
			return nil
		}
		return p
	}
	u := compileUnit(o, con, w, source.NewFile(chunkName(in), text))
	if len(u.Errors) == 0 {
		return u.Main
	}
	o.Fail(console.ExitSyntax, "%s", luaError(in.Name(), u.Errors[0]))
	return nil
}

// readChunk reads a chunk whose code is such as the generator makes. The analyses
// rely on that, and Lua, which does not look, crashes on other code.
func readChunk(chunk []byte) (*bytecode.Proto, error) {
	main, err := bytecode.Undump(chunk)
	if err != nil {
		return nil, err
	}
	if err := bytecode.Verify(main); err != nil {
		return nil, fmt.Errorf("malformed code: %w", err)
	}
	return main, nil
}

// luaError returns an error in luac's form, where a long name is cut at its front.
func luaError(name string, e *syntax.Error) string {
	return linePrefix(shortName(name), e) + e.Msg
}

// linePrefix returns where an error is, for the front of a message. A limit that Lua meets
// outside of its parser has no line.
func linePrefix(name string, e *syntax.Error) string {
	if e.Line == 0 {
		return name + ": "
	}
	return fmt.Sprintf("%s:%d: ", name, e.Line)
}

// shortName cuts a name as Lua does in messages: to the last 56 bytes after three
// dots if it has more than 59 (luaO_chunkid).
func shortName(name string) string {
	const most, kept = 59, 56
	if len(name) <= most {
		return name
	}
	return "..." + name[len(name)-kept:]
}

// chunkName returns the name that compile.Compile records in the chunk: "=stdin" for
// the standard input, else the file's own.
func chunkName(in project.File) string {
	if in.Path == project.Stdin {
		return "=" + project.StdinName
	}
	return in.Path
}

// compileUnit compiles a file in the worker's language, and does what -debug asks for. The unit is
// valid until the worker compiles the next.
func compileUnit(o *console.Outcome, con *console.Console, w *pipeline.Worker, f *source.File) *compile.Unit {
	done := o.Trace(con, "compile", f)
	u := w.Units.CompileAs(f, w.Language)
	done()
	if len(u.Errors) == 0 {
		inspect(o, con, u)
	}
	return u
}
