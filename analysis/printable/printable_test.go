package printable_test

import (
	"encoding/json"
	"encoding/xml"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"luaflow/analysis/printable"
	"luaflow/compile/testkit/must"
)

// TestText compares texts with what is shown of them, on one line and as a line of source.
func TestText(t *testing.T) {
	for _, c := range []struct{ text, want, line string }{
		{"", "", ""},
		{"Größe 界 \U0001F600", "Größe 界 \U0001F600", "Größe 界 \U0001F600"},
		{"a\tb", `a\tb`, "a\tb"},
		{"a\r\nb", `a\r\nb`, `a\r\nb`},
		{"\x00\x1b[2J\x7f", `\x00\x1B[2J\x7F`, `\x00\x1B[2J\x7F`},
		{"\u0085\u009b\u00a0", "\\u{85}\\u{9B}\u00a0", "\\u{85}\\u{9B}\u00a0"},
		{"a\u200Bb\u202Ec\u2028d\u2029e", `a\u{200B}b\u{202E}c\u{2028}d\u{2029}e`, `a\u{200B}b\u{202E}c\u{2028}d\u{2029}e`},
		{"\U000E0041", `\u{E0041}`, `\u{E0041}`},
		{"gr\xf6\xdfe", `gr\xF6\xDFe`, `gr\xF6\xDFe`},
		{"\uFFFD", "\uFFFD", "\uFFFD"},
		{"##[error]x", `#\x23[error]x`, `#\x23[error]x`},
		{"###vso[task]", `##\x23vso[task]`, `##\x23vso[task]`},
		{"##TeamCity[x", `#\x23TeamCity[x`, `#\x23TeamCity[x`},
		{"# [x] #[x] ##vs[o ##teamcity", "# [x] #[x] ##vs[o ##teamcity", "# [x] #[x] ##vs[o ##teamcity"},
	} {
		if got := printable.Text(c.text); got != c.want {
			t.Errorf("Text(%q) = %q, want %q", c.text, got, c.want)
		}
		if got := printable.Line(c.text); got != c.line {
			t.Errorf("Line(%q) = %q, want %q", c.text, got, c.line)
		}
	}
	if got, want := printable.Lines("a\tb\x1b\n\n\rc\n"), "a\tb\\x1B\n\n\\rc\n"; got != want {
		t.Errorf("Lines: %q, want %q", got, want)
	}
}

// pieces are what random texts are made of.
var pieces = []string{"a", " ", "\t", "\n", "\r", "\x00", "\x1b", "\x7f", "\u0085", "\u00a0", "ö", "\u200b", "\u2028", "\ufeff", "\uFFFD",
	"\U000E0041", "\U0001F600", "\xff", "\xe2\x80", "#", "##", "[", "##[", "vso[", "Vso", "teamcity[", `"`, `\`, "<", "&"}

func randomText(r *rand.Rand) string {
	var text strings.Builder
	for range r.IntN(12) {
		text.WriteString(pieces[r.IntN(len(pieces))])
	}
	return text.String()
}

// TestNothingHarmfulIsLeft: of no text is anything harmful shown, what is shown is shown as it is, and so is a text
// that has nothing harmful.
func TestNothingHarmfulIsLeft(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		text := randomText(r)
		shown := printable.Text(text)
		if isHarmful(shown) {
			t.Fatalf("%q is shown as %q", text, shown)
		}
		if again := printable.Text(shown); again != shown {
			t.Fatalf("%q is shown as %q", shown, again)
		}
		if !isHarmful(text) && shown != text {
			t.Fatalf("%q is shown as %q", text, shown)
		}
		if lines := printable.Lines(text); strings.Count(lines, "\n") != strings.Count(text, "\n") || isHarmful(strings.NewReplacer("\n", " ", "\t", " ").Replace(lines)) {
			t.Fatalf("the lines of %q are shown as %q", text, lines)
		}
	}
}

func isHarmful(text string) bool {
	lower := strings.ToLower(text)
	return !utf8.ValidString(text) || strings.ContainsFunc(text, printable.IsHarmful) ||
		strings.Contains(lower, "##[") || strings.Contains(lower, "##vso[") || strings.Contains(lower, "##teamcity[")
}

// TestSameValue: escapes in JSON and XML stand for the same text, and nothing harmful is left.
func TestSameValue(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		want := strings.ToValidUTF8(randomText(r), "?")
		text, err := json.Marshal(want)
		must.Do(t, err)
		var got string
		must.Do(t, json.Unmarshal(printable.JSON(text), &got))
		if shown := string(printable.JSON(text)); got != want || isHarmful(shown) {
			t.Fatalf("JSON of %q: %s is %q", want, shown, got)
		}
		var b strings.Builder
		must.Do(t, xml.EscapeText(&b, []byte(want)))
		element := struct {
			Text string `xml:",chardata"`
		}{}
		shown := string(printable.XML([]byte("<a>" + b.String() + "</a>")))
		must.Do(t, xml.Unmarshal([]byte(shown), &element))
		if valid := strings.NewReplacer("\x00", "\uFFFD", "\x1b", "\uFFFD").Replace(want); element.Text != valid || isHarmful(shown) {
			t.Fatalf("XML of %q: %q is %q", want, shown, element.Text)
		}
	}
}
