package cfg

import (
	"bytes"
	"flag"
	"io"
	"os"
	"testing"

	"luaflow/compile/bytecode"
)

var update = flag.Bool("update", false, "rewrite the goldens")

func TestPictures(t *testing.T) {
	listing, err := os.ReadFile("testdata/nested.listing")
	if err != nil {
		t.Fatal(err)
	}
	main := assemble(t, string(listing))
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
		if *update {
			if err := os.WriteFile(test.golden, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(test.golden)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s: got\n%s", test.golden, got.Bytes())
		}
	}
}
