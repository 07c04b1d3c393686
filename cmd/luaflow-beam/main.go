// Command luaflow-beam checks the Lua code of a large repository with Apache Beam: the steps luaflow summarize, link
// and report as a pipeline, which any runner of Beam distributes over machines. It finds what luaflow check finds.
//
// It is a module of its own, so that nobody else carries what Beam depends on, and has the steps run by the program luaflow, of which
// it depends on nothing else.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"log"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
)

func main() {
	var c check
	flag.StringVar(&c.Root, "root", ".", "the folder that the paths in FILES begin in, of any file system that Beam knows")
	flag.StringVar(&c.Luaflow, "luaflow", "luaflow", "the program luaflow, where the workers are")
	flag.IntVar(&c.Shards, "shards", 100, "how many parts the files are dealt with in")
	files := flag.String("files", "", "a file with the paths of all files of the program, one a line")
	config := flag.String("config", "", "the .luaflow.json, .luarc.json or .luacheckrc that holds for all files")
	output := flag.String("output", "findings.jsonl", "where the findings go, one a line, as luaflow check --format json prints them")
	flag.Parse()
	beam.Init()
	if err := run(context.Background(), c, *files, *config, *output); err != nil {
		log.Fatalf("luaflow-beam: %s", err)
	}
}

// run checks the files that are listed in one.
func run(ctx context.Context, c check, files, config, output string) error {
	names, err := lines(ctx, files)
	if err != nil {
		return err
	}
	if config != "" {
		if c.Config, err = os.ReadFile(config); err != nil {
			return err
		}
		c.ConfigName = config
	}
	p, s := beam.NewPipelineWithRoot()
	textio.Write(s, output, findings(s, c, beam.CreateList(s, names)))
	return beamx.Run(ctx, p)
}

// lines returns the lines of a file, of any file system, that are not empty.
func lines(ctx context.Context, file string) (all []string, err error) {
	system, err := filesystem.New(ctx, file)
	if err != nil {
		return nil, err
	}
	defer system.Close()
	r, err := system.OpenRead(ctx, file)
	if err != nil {
		return nil, fmt.Errorf("the list of files: %w", err)
	}
	defer r.Close()
	scanner := bufio.NewScanner(r)
	for scanner.Scan() {
		if line := scanner.Text(); line != "" {
			all = append(all, line)
		}
	}
	return all, scanner.Err()
}
