package suppress

import (
	"errors"
	"fmt"
	"strings"

	"luaflow/analysis/suppress/pragma"
	"luaflow/compile/source"
)

// This file defines how the comments of luaflow and of lua-language-server are read.

// luaflow reads a comment of ours, whose text begins at pos.
func (r *reader) luaflow(text string, pos source.Pos) error {
	words := split(withoutRemarks(text), pos, spaces+",")
	for i, w := range words {
		if strings.HasPrefix(w.text, "--") {
			words = words[:i]
			break
		}
	}
	if len(words) == 0 {
		return errors.New("empty option")
	}
	switch words[0].text {
	case "pop":
		r.act |= pops
		return noMore(words)
	case "push":
		r.act |= pushes
		r.head = words[0].span.End
		if words = words[1:]; len(words) == 0 {
			return nil
		}
	}
	if words[0].text != "ignore" {
		return fmt.Errorf("unknown option `%s`: `ignore`, `push` and `pop` are known", words[0].text)
	}
	return r.hideNamed(words, words[1:])
}

func noMore(words []word) error {
	if len(words) > 1 {
		return fmt.Errorf("nothing can follow `%s`", words[0].text)
	}
	return nil
}

// hideNamed makes an option that hides what the words args name, or everything if there
// are none. all is the words of the option.
func (r *reader) hideNamed(all, args []word) error {
	o := option{span: spanOf(all), hides: r.act&ends == 0}
	if len(args) == 0 {
		o.items = []item{{span: o.span, meaning: everything(r.of == pragma.OfLuaflow)}}
	}
	for _, a := range args {
		m, known, err := read(r.of, a.text)
		if err != nil {
			return err
		}
		if !known && r.of == pragma.OfLuaflow {
			return fmt.Errorf("unknown code `%s`", a.text)
		}
		o.items = append(o.items, item{span: a.span, meaning: m})
	}
	r.options = []option{o}
	return nil
}

var modes = map[string]act{
	"disable": 0, "enable": ends, "disable-line": onLine, "disable-next-line": onNextLine,
}

// server reads a comment of lua-language-server's, whose text begins at pos. It knows
// more names than we do, so that an unknown one is passed over.
func (r *reader) server(text string, pos source.Pos) error {
	mode, list, hasList := text, "", false
	if at := strings.IndexByte(text, ':'); at >= 0 && len(split(text[:at], pos, spaces)) <= 1 {
		mode, list, hasList = text[:at], text[at+1:], true
	}
	words := split(mode, pos, spaces+"]")
	if len(words) == 0 {
		return errors.New("missing mode of `@diagnostic`")
	}
	words = words[:1]
	act, ok := modes[words[0].text]
	if !ok {
		return fmt.Errorf("unknown mode `%s` of `@diagnostic`", words[0].text)
	}
	r.act |= act
	r.head = words[0].span.End
	if !hasList {
		return r.hideNamed(words, nil)
	}
	args := listed(list, pos+source.Pos(len(mode))+1)
	if len(args) == 0 {
		return errors.New("missing name after the colon")
	}
	return r.hideNamed(append(words, args...), args)
}

// listed returns the words that commas separate; what follows the last one is a remark.
func listed(text string, pos source.Pos) []word {
	var args []word
	for part := range strings.SplitSeq(text, ",") {
		words := split(part, pos, spaces+"]")
		if len(words) == 0 {
			break
		}
		args = append(args, words[0])
		if len(words) > 1 {
			break
		}
		pos += source.Pos(len(part)) + 1
	}
	return args
}
