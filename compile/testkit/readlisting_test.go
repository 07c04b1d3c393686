package testkit

import (
	"errors"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"luaflow/compile/testkit/must"
)

// TestAssembler reads the handwritten programs of testdata/asm, and compares how
// they are listed with the files beside them; -update writes those.
func TestAssembler(t *testing.T) {
	for _, file := range must.Glob(t, "testdata/asm/*.asm") {
		listing := Listing(Assemble(t, readFile(t, file)))
		golden := strings.TrimSuffix(file, ".asm") + ".listing"
		must.Match(t, golden, listing)
		if got := Listing(Assemble(t, listing)); got != listing {
			t.Errorf("%s: the listing is not read as it was printed, but as\n%s", file, got)
		}
		if got := Listing(Assemble(t, strings.ReplaceAll(listing, "\n", "\r\n"))); got != listing {
			t.Errorf("%s: with CRLF it is read as\n%s", file, got)
		}
	}
}

// TestNoListingIsUnused finds listings that outlived their program.
func TestNoListingIsUnused(t *testing.T) {
	for _, listing := range must.Glob(t, "testdata/asm/*.listing") {
		if _, err := os.Stat(strings.TrimSuffix(listing, ".listing") + ".asm"); err != nil {
			t.Errorf("%s belongs to no program", listing)
		}
	}
}

func TestListingErrors(t *testing.T) {
	texts, wants := Cases(t, "testdata/asm/errors.txt")
	for i, text := range texts {
		_, err := ReadListing(strings.NewReader(text))
		if err == nil || err.Error() != wants[i] {
			t.Errorf("%v\nwant %s for\n%s", err, wants[i], text)
		}
	}
	deep := strings.Repeat(".function\n", 300)
	if _, err := ReadListing(strings.NewReader(deep)); err == nil || !strings.Contains(err.Error(), "nested deeper") {
		t.Errorf("300 nested functions: %v", err)
	}
	broken := errors.New("broken pipe")
	if _, err := ReadListing(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("a reader that fails: %v", err)
	}
}
