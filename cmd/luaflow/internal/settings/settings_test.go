package settings

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/spf13/cobra"

	"luaflow/compile/testkit/must"
)

// command returns a command with all flags, and what they set.
func command(t *testing.T, args ...string) (*cobra.Command, *Settings) {
	t.Helper()
	s, cmd := new(Settings), &cobra.Command{Use: "check"}
	Add(cmd, s)
	AddOnly(cmd, s)
	must.Do(t, cmd.ParseFlags(args))
	return cmd, s
}

// TestOptions says flags in the words of .luaflow.json: only those that are given, and what begins with no-
// the other way round.
func TestOptions(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, `{}`},
		{[]string{"--std", "max", "--dialect", "5.1"}, `{"dialect":"5.1","std":"max"}`},
		{[]string{"--globals", "a,b", "--globals", "c"}, `{"globals":["a","b","c"]}`},
		{[]string{"--only", "dead-store"}, `{"only":["dead-store"]}`},
		{[]string{"--no-unused", "--no-self"}, `{"self":false,"unused":false}`},
		{[]string{"--allow-defined", "--allow-defined-top", "--module"}, `{"allowDefined":true,"allowDefinedTop":true,"module":true}`},
		{[]string{"--no-unused=false"}, `{}`},
	} {
		_, s := command(t, c.args...)
		if got, err := json.Marshal(s.options()); err != nil || string(got) != c.want {
			t.Errorf("%q: %s, %v; want %s", c.args, got, err, c.want)
		}
	}
}

// TestOpenRefuses says what is wrong with a flag.
func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct{ flag, word, want string }{
		{"--enable", "dead-stor", "unknown code \"dead-stor\": did you mean dead-store?"},
		{"--enable", "311", ""},
		{"--enable", "dead-store/x", ""},
		{"--enable", "shadowing", ""},
	} {
		t.Chdir(t.TempDir())
		_, s := command(t, c.flag, c.word)
		if err := s.Open(); (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%s %s: %v, want %q", c.flag, c.word, err, c.want)
		}
	}
}

// TestCodesOf takes codes of luaflow and of luacheck.
func TestCodesOf(t *testing.T) {
	if got, err := CodesOf("dead-store"); err != nil || !slices.Equal(got, []string{"dead-store"}) {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := CodesOf("311"); err != nil || !slices.Contains(got, "dead-store") {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := CodesOf("999"); err == nil {
		t.Errorf("999 is %q", got)
	}
}

// TestCompleteWords completes the last of several words, with those before in front of it.
func TestCompleteWords(t *testing.T) {
	cmd, _ := command(t)
	complete, ok := cmd.GetFlagCompletionFunc("dialect")
	if !ok {
		t.Fatal("--dialect is not completed")
	}
	words, _ := complete(cmd, nil, "5.1,")
	if !slices.Contains(words, "5.1,5.3") || slices.Contains(words, "5.3") {
		t.Errorf("%q", words)
	}
}
