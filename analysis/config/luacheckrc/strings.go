//go:build !js

package luacheckrc

import (
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"luaflow/analysis/config/luapattern"
)

// This file gives the functions on strings whose work or result has no bound of its
// own: rep, find, match, gmatch, gsub, table.concat, and the operator `..`.

func (s *sandbox) addStrings() {
	library := s.state.G.Global.RawGetString("string").(*lua.LTable)
	s.set(library, "rep", s.rep)
	s.set(library, "find", s.find)
	s.set(library, "match", s.match)
	s.set(library, "gmatch", s.gmatch)
	s.set(library, "gfind", s.gmatch)
	s.set(library, "gsub", s.gsub)
	s.set(s.state.G.Global.RawGetString("table").(*lua.LTable), "concat", s.concat)
}

func (s *sandbox) checkLength(L *lua.LState, n int) {
	if n > maxString {
		L.RaiseError("a string of more than %d bytes is made", maxString)
	}
}

func (s *sandbox) rep(L *lua.LState) int {
	text, n, sep := L.CheckString(1), L.CheckNumber(2), L.OptString(3, "")
	switch {
	case n < 1:
		L.Push(lua.LString(""))
		return 1
	case len(text)+len(sep) > 0 && float64(n) > maxString/float64(len(text)+len(sep)):
		s.checkLength(L, maxString+1)
	case len(text)+len(sep) == 0:
		n = 1
	}
	s.pushMade(L, strings.TrimSuffix(strings.Repeat(text+sep, int(n)), sep))
	return 1
}

// pushMade pushes a string that a function has made.
func (s *sandbox) pushMade(L *lua.LState, text string) {
	s.meter.spend(L, 0, len(text))
	L.Push(lua.LString(text))
}

// concatenate returns what stands for `..`, with all operands of a row of them.
func (s *sandbox) concatenate(L *lua.LState) int {
	n := L.GetTop()
	value := L.Get(n)
	for n--; n > 0; {
		if !lua.LVCanConvToString(L.Get(n)) || !lua.LVCanConvToString(value) {
			value = s.concatenateByMethod(L, L.Get(n), value)
			n--
			continue
		}
		from := n
		for from > 1 && lua.LVCanConvToString(L.Get(from-1)) {
			from--
		}
		var b strings.Builder
		for i := from; i <= n; i++ {
			b.WriteString(lua.LVAsString(L.Get(i)))
		}
		b.WriteString(lua.LVAsString(value))
		s.checkLength(L, b.Len())
		s.meter.spend(L, 0, b.Len())
		value = lua.LString(b.String())
		n = from - 1
	}
	L.Push(value)
	return 1
}

// concatenateByMethod returns what the metamethod of one of two operands gives.
func (s *sandbox) concatenateByMethod(L *lua.LState, left, right lua.LValue) lua.LValue {
	method := L.GetMetaField(left, "__concat")
	if method == lua.LNil {
		method = L.GetMetaField(right, "__concat")
	}
	if method == lua.LNil {
		bad := left
		if lua.LVCanConvToString(left) {
			bad = right
		}
		L.RaiseError("attempt to concatenate a %s value", bad.Type())
	}
	L.Push(method)
	L.Push(left)
	L.Push(right)
	L.Call(2, 1)
	value := L.Get(-1)
	L.Pop(1)
	return value
}

func (s *sandbox) concat(L *lua.LState) int {
	t, sep := L.CheckTable(1), L.OptString(2, "")
	from, to := L.OptInt(3, 1), L.OptInt(4, t.Len())
	var b strings.Builder
	for i := from; i <= to; i++ {
		piece := t.RawGetInt(i)
		if !lua.LVCanConvToString(piece) {
			L.RaiseError("invalid value (%s) at index %d in table for concat", piece.Type(), i)
		}
		b.WriteString(lua.LVAsString(piece))
		if i < to {
			b.WriteString(sep)
		}
		s.checkLength(L, b.Len())
	}
	s.pushMade(L, b.String())
	return 1
}

// pattern compiles an argument.
func (s *sandbox) pattern(L *lua.LState, src string) *luapattern.Pattern {
	s.meter.spend(L, 0, len(src))
	p, err := luapattern.Compile(src)
	if err != nil {
		L.RaiseError("%s", err.Error())
	}
	return p
}

func (s *sandbox) search(L *lua.LState, p *luapattern.Pattern, text string, init int) (luapattern.Match, bool) {
	m, ok, err := p.Find(text, init, &s.budget)
	if err != nil {
		L.RaiseError("%s", err.Error())
	}
	return m, ok
}

// start returns the offset that an argument counts, from 1 or from the end; it is beyond
// the end if the text is too short.
func start(L *lua.LState, arg int, text string) int {
	init := L.OptInt(arg, 1)
	switch {
	case init > 0:
		return init - 1
	case init < 0:
		return max(0, len(text)+init)
	}
	return 0
}

func capture(p *luapattern.Pattern, m luapattern.Match, text string, n int) lua.LValue {
	if p.IsPosition(n) {
		return lua.LNumber(m.Captures[n].Start + 1)
	}
	return lua.LString(text[m.Captures[n].Start:m.Captures[n].End])
}

// pushCaptures pushes all captures, or the whole match if there are none and it is
// wanted.
func pushCaptures(L *lua.LState, p *luapattern.Pattern, m luapattern.Match, text string, whole bool) int {
	if len(m.Captures) == 0 && whole {
		L.Push(lua.LString(text[m.Start:m.End]))
		return 1
	}
	for n := range m.Captures {
		L.Push(capture(p, m, text, n))
	}
	return len(m.Captures)
}

func (s *sandbox) find(L *lua.LState) int {
	text, src, init := L.CheckString(1), L.CheckString(2), 0
	if init = start(L, 3, text); init > len(text) {
		L.Push(lua.LNil)
		return 1
	}
	if L.ToBool(4) {
		s.meter.spend(L, 0, len(text)-init)
		at := strings.Index(text[init:], src)
		if at < 0 {
			L.Push(lua.LNil)
			return 1
		}
		L.Push(lua.LNumber(init + at + 1))
		L.Push(lua.LNumber(init + at + len(src)))
		return 2
	}
	p := s.pattern(L, src)
	m, ok := s.search(L, p, text, init)
	if !ok {
		L.Push(lua.LNil)
		return 1
	}
	L.Push(lua.LNumber(m.Start + 1))
	L.Push(lua.LNumber(m.End))
	return 2 + pushCaptures(L, p, m, text, false)
}

func (s *sandbox) match(L *lua.LState) int {
	text, p := L.CheckString(1), s.pattern(L, L.CheckString(2))
	init := start(L, 3, text)
	if init > len(text) {
		L.Push(lua.LNil)
		return 1
	}
	m, ok := s.search(L, p, text, init)
	if !ok {
		L.Push(lua.LNil)
		return 1
	}
	return pushCaptures(L, p, m, text, true)
}

func (s *sandbox) gmatch(L *lua.LState) int {
	text, p, at := L.CheckString(1), s.pattern(L, L.CheckString(2)), 0
	L.Push(L.NewFunction(func(L *lua.LState) int {
		if at > len(text) {
			return 0
		}
		m, ok := s.search(L, p, text, at)
		if !ok {
			at = len(text) + 1
			return 0
		}
		at = m.End
		if m.Start == m.End {
			at++
		}
		return pushCaptures(L, p, m, text, true)
	}))
	return 1
}

func (s *sandbox) gsub(L *lua.LState) int {
	text, src := L.CheckString(1), L.CheckString(2)
	p, by, most := s.pattern(L, src), L.CheckAny(3), L.OptInt(4, len(text)+1)
	var b strings.Builder
	n, at := 0, 0
	for n < most && at <= len(text) {
		m, ok := s.search(L, p, text, at)
		if !ok {
			break
		}
		n++
		b.WriteString(text[at:m.Start])
		b.WriteString(s.replacement(L, p, m, text, by))
		s.checkLength(L, b.Len())
		at = m.End
		if m.Start == m.End {
			if at < len(text) {
				b.WriteByte(text[at])
			}
			at++
		}
		if strings.HasPrefix(src, "^") {
			break
		}
	}
	if at < len(text) {
		b.WriteString(text[at:])
	}
	s.pushMade(L, b.String())
	L.Push(lua.LNumber(n))
	return 2
}

// replacement returns what stands for a match.
func (s *sandbox) replacement(L *lua.LState, p *luapattern.Pattern, m luapattern.Match, text string, by lua.LValue) string {
	whole := text[m.Start:m.End]
	first := lua.LValue(lua.LString(whole))
	if len(m.Captures) > 0 {
		first = capture(p, m, text, 0)
	}
	var value lua.LValue
	switch by := by.(type) {
	case lua.LString, lua.LNumber:
		return s.expand(L, p, m, text, lua.LVAsString(by))
	case *lua.LTable:
		value = L.GetTable(by, first)
	case *lua.LFunction:
		L.Push(by)
		L.Call(pushCaptures(L, p, m, text, true), 1)
		value = L.Get(-1)
		L.Pop(1)
	default:
		L.RaiseError("bad argument #3 to 'gsub' (string/function/table expected, got %s)", by.Type())
	}
	switch {
	case !lua.LVAsBool(value):
		return whole
	case !lua.LVCanConvToString(value):
		L.RaiseError("invalid replacement value (a %s)", value.Type())
	}
	return lua.LVAsString(value)
}

// expand puts the captures into a replacement string.
func (s *sandbox) expand(L *lua.LState, p *luapattern.Pattern, m luapattern.Match, text, by string) string {
	var b strings.Builder
	for i := 0; i < len(by); i++ {
		if by[i] != '%' || i+1 == len(by) {
			b.WriteByte(by[i])
			continue
		}
		i++
		n, err := strconv.Atoi(by[i : i+1])
		switch {
		case err != nil:
			b.WriteByte(by[i])
		case n == 0 || n == 1 && len(m.Captures) == 0:
			b.WriteString(text[m.Start:m.End])
		case n > len(m.Captures):
			L.RaiseError("invalid capture index %%%d in replacement string", n)
		default:
			b.WriteString(lua.LVAsString(capture(p, m, text, n-1)))
		}
		s.checkLength(L, b.Len())
	}
	return b.String()
}
