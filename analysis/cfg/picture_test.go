package cfg

import (
	"bytes"
	"io"
	"testing"

	"luaflow/compile/bytecode"
	"luaflow/compile/testkit"
	"luaflow/compile/testkit/must"
)

func TestPictures(t *testing.T) {
	listing := must.Read(t, "testdata/nested.listing")
	main := testkit.AssembleValid(t, listing)
	for _, test := range []struct {
		golden string
		write  func(io.Writer, *bytecode.Proto) error
	}{
		{"testdata/nested.txt", WriteText},
		{"testdata/nested.dot", WriteDOT},
		{"testdata/nested.svg", WriteSVG},
	} {
		var got bytes.Buffer
		if err := test.write(&got, main); err != nil {
			t.Fatal(err)
		}
		must.Match(t, test.golden, got.Bytes())
	}
}
