package scip

import (
	"bufio"
	"fmt"
	"io"

	"luaflow/analysis/config/rootfs"
	"luaflow/cmd/luaflow/internal/atomicfile"
)

// Create makes a file of what write writes, all or nothing; if it is called "-", that goes to out.
func Create(path string, out io.Writer, write func(to io.Writer) error) error {
	if path == "-" {
		return write(out)
	}
	file, err := atomicfile.Create(path)
	if err == nil {
		defer file.Discard()
		buffered := bufio.NewWriterSize(file, 1<<20)
		if err = write(buffered); err == nil {
			err = buffered.Flush()
		}
	}
	if err == nil {
		err = file.Commit()
	}
	if err != nil {
		return fmt.Errorf("%s: %s", path, rootfs.Reason(err))
	}
	return nil
}
