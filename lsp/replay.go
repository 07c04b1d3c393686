package lsp

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"time"

	"luaflow/lsp/recording"
)

// Replay plays the recording in a file against a new server, in a folder that it makes and removes; see
// recording.Replay.
func Replay(ctx context.Context, path string, options Options, patience time.Duration) (*recording.Result, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := recording.Read(f)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "luaflow-replay-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return nil, err
	}
	return recording.Replay(ctx, entries, folder, func(ctx context.Context, in io.Reader, out io.Writer) error {
		return Serve(ctx, in, out, options)
	}, patience)
}
