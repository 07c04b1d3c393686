package cfg

import (
	"bytes"
	"flag"
	"io"
	"os"
	"testing"

	"luaflow/compile/bytecode"
	"luaflow/compile/testkit"
)

var update = flag.Bool("update", false, "rewrite the goldens")

func TestPictures(t *testing.T) {
	listing, err := os.ReadFile("testdata/nested.listing")
	if err != nil {
		t.Fatal(err)
	}
	main := testkit.AssembleValid(t, string(listing))
	for _, test := range []struct {
		golden string
		write  func(io.Writer, *bytecode.Proto) error
	}{
		{"testdata/nested.txt", WriteText},
		{"testdata/nested.dot", WriteDOT},
	} {
		var got bytes.Buffer
		if err := test.write(&got, main); err != nil {
			t.Fatal(err)
		}
		compareGolden(t, test.golden, got.Bytes())
	}
}
