package luacheck

import (
	"slices"
	"strings"
)

// Command lines as luacheck has them: options that take any number of words up to the next
// option, and letters for options. They are rewritten into what the flag library reads.

// Name is the value of --compat.
const Name = "luacheck"

// takes is how many words stand after an option of luacheck's.
type takes uint8

const (
	takesNone takes = iota
	takesOne
	takesMaybe // one, or none
	takesMany
)

// option is an option of luacheck's.
type option struct {
	name   string
	letter byte // 0 for none
	takes  takes
	ours   string // the flag, "" for none
}

// options is luacheck's options.
var options = []option{
	{"no-global", 'g', takesNone, "no-global"},
	{"no-unused", 'u', takesNone, "no-unused"},
	{"no-redefined", 'r', takesNone, "no-redefined"},
	{"no-unused-args", 'a', takesNone, "no-unused-args"},
	{"no-unused-secondaries", 's', takesNone, "no-unused-secondaries"},
	{"no-self", 0, takesNone, "no-self"},
	{"ignore", 'i', takesMany, "ignore"},
	{"enable", 'e', takesMany, "enable"},
	{"only", 'o', takesMany, "only"},
	{"operators", 0, takesMany, "operators"},
	{"std", 0, takesOne, "std"},
	{"compat", 'c', takesNone, "std-max"},
	{"globals", 0, takesMany, "globals"},
	{"read-globals", 0, takesMany, "read-globals"},
	{"new-globals", 0, takesMany, "new-globals"},
	{"new-read-globals", 0, takesMany, "new-read-globals"},
	{"not-globals", 0, takesMany, "not-globals"},
	{"allow-defined", 'd', takesNone, "allow-defined"},
	{"allow-defined-top", 't', takesNone, "allow-defined-top"},
	{"module", 'm', takesNone, "module"},
	{"config", 0, takesOne, "config"},
	{"default-config", 0, takesOne, "default-config"},
	{"exclude-files", 0, takesMany, "exclude-files"},
	{"include-files", 0, takesMany, "include-files"},
	{"filename", 0, takesOne, "filename"},
	{"cache", 0, takesMaybe, "cache"},
	{"jobs", 'j', takesOne, ""},
	{"profile", 0, takesNone, ""},
	{"formatter", 0, takesOne, "formatter"},
	{"quiet", 'q', takesNone, "quiet"},
}

// Rewrite rewrites the command line of luaflow check --compat luacheck; all others are
// left as they are.
func Rewrite(args []string) []string {
	if len(args) == 0 || args[0] != "check" {
		return args
	}
	at := slices.IndexFunc(args, func(a string) bool { return a == "--compat="+Name })
	words := 1
	if at < 0 {
		words = 2
		at = slices.Index(args, "--compat") // the first one is ours
		if at < 0 || at+1 >= len(args) || args[at+1] != Name {
			return args
		}
	}
	if slices.Contains(args[:at], "--") {
		return args
	}
	r := rewriter{out: []string{"check", "--compat=" + Name}}
	r.rest = append(append(r.rest, args[1:at]...), args[at+words:]...)
	for len(r.rest) > 0 {
		r.next()
	}
	return r.out
}

// rewriter is one rewriting.
type rewriter struct {
	rest, out []string
}

// next takes an option with its words, or one word.
func (r *rewriter) next() {
	arg := r.rest[0]
	r.rest = r.rest[1:]
	switch {
	case arg == "--":
		r.out = append(append(r.out, arg), r.rest...)
		r.rest = nil
	case strings.HasPrefix(arg, "--"):
		name, value, hasValue := strings.Cut(arg[2:], "=")
		r.long(arg, name, value, hasValue)
	case len(arg) > 1 && arg[0] == '-':
		r.letters(arg)
	default:
		r.out = append(r.out, arg)
	}
}

// long rewrites an option by its name; one that luacheck has not is for the flag library.
func (r *rewriter) long(arg, name, value string, hasValue bool) {
	for _, o := range options {
		if o.name != name {
			continue
		}
		if hasValue {
			r.put(o.ours, []string{value}, o.takes)
		} else {
			r.put(o.ours, r.words(o.takes), o.takes)
		}
		return
	}
	r.out = append(r.out, arg)
}

// letters rewrites options that stand by their letters in one argument, the last of which may
// have words after it. From a letter on that luacheck has not, all is for the flag library.
func (r *rewriter) letters(arg string) {
	for i := 1; i < len(arg); i++ {
		k := slices.IndexFunc(options, func(o option) bool { return o.letter == arg[i] })
		if k < 0 {
			r.out = append(r.out, "-"+arg[i:])
			return
		}
		o := &options[k]
		if o.takes != takesNone && i+1 < len(arg) {
			r.put(o.ours, []string{arg[i+1:]}, o.takes)
			return
		}
		r.put(o.ours, r.words(o.takes), o.takes)
	}
}

// words takes the words that belong to an option.
func (r *rewriter) words(n takes) (words []string) {
	for len(r.rest) > 0 && n != takesNone {
		if word := r.rest[0]; len(word) > 1 && word[0] == '-' {
			break
		}
		words = append(words, r.rest[0])
		r.rest = r.rest[1:]
		if n != takesMany {
			break
		}
	}
	return words
}

// put writes an option in the flag library's way. Words in lists are fields of CSV there.
func (r *rewriter) put(name string, words []string, n takes) {
	switch {
	case name == "":
	case n == takesNone:
		r.out = append(r.out, "--"+name)
	case n == takesOne && len(words) == 0:
		r.out = append(r.out, "--"+name) // the library complains
	}
	if name == "" || n == takesNone {
		return
	}
	for _, word := range words {
		if n == takesMany || name == "config" {
			word = quoteField(word)
		}
		r.out = append(r.out, "--"+name+"="+word)
	}
}

// quoteField returns a field of CSV.
func quoteField(word string) string {
	if !strings.ContainsAny(word, ",\"\n") {
		return word
	}
	return `"` + strings.ReplaceAll(word, `"`, `""`) + `"`
}
