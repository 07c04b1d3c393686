package summary_test

import (
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"luaflow/analysis/summary"
	"luaflow/compile/testkit/must"
)

// encoded returns a summary as bytes.
func encoded(t *testing.T, s *summary.Summary) []byte {
	t.Helper()
	b, err := s.AppendBinary(nil)
	must.Do(t, err)
	return b
}

// TestBinary: what is read is what was written, and writes the same again.
func TestBinary(t *testing.T) {
	for _, text := range append(strings.Split(must.Read(t, "testdata/requires.txt"), "\n\n"), "", modulesText, callsText, "#!lua\nlocal") {
		s := summaryOf(text)
		b := encoded(t, s)
		got := summary.Summary{Path: "a.lua"}
		must.Do(t, got.UnmarshalBinary(b))
		if !reflect.DeepEqual(&got, s) {
			t.Errorf("%s\nwritten\n%+v\nread\n%+v", text, s, &got)
		}
		if string(encoded(t, &got)) != string(b) {
			t.Errorf("%s\nis written differently the second time", text)
		}
		for n := range b {
			if err := new(summary.Summary).UnmarshalBinary(b[:n]); err == nil {
				t.Errorf("%s\nthe first %d of %d bytes are read", text, n, len(b))
			}
		}
	}
}

// TestBinaryIsWhole: what refers to something that is not there is refused.
func TestBinaryIsWhole(t *testing.T) {
	for name, spoil := range map[string]func(*summary.Summary){
		"a use": func(s *summary.Summary) {
			s.Parts[0].Uses = append(s.Parts[0].Uses, summary.Use{Of: 1, How: summary.Reads})
		},
		"a call":   func(s *summary.Summary) { s.Called[0].Of = len(s.Requires) },
		"a return": func(s *summary.Summary) { s.Exports[0].Is.On = []summary.Field{{Of: 7, Name: "x"}} },
		"a part":   func(s *summary.Summary) { s.Requires[0].Part = len(s.Parts) },
		"an order": func(s *summary.Summary) { slices.Reverse(s.Exports) },
		"nothing":  func(*summary.Summary) {},
	} {
		s := summaryOf(callsText)
		spoil(s)
		if err := new(summary.Summary).UnmarshalBinary(encoded(t, s)); (err == nil) != (name == "nothing") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBinaryTogether: a summary that several have is not changed by writing it.
func TestBinaryTogether(t *testing.T) {
	s := summaryOf(callsText)
	want := string(encoded(t, s))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if b, err := s.AppendBinary(nil); err != nil || string(b) != want {
				t.Errorf("%v, or other bytes", err)
			}
		})
	}
	all.Wait()
}

// FuzzBinary: whatever the bytes, they are read or refused, and what is read can be written.
func FuzzBinary(f *testing.F) {
	b, _ := summaryOf(modulesText).AppendBinary(nil)
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		var s summary.Summary
		if s.UnmarshalBinary(b) == nil {
			encoded(t, &s)
		}
	})
}

const callsText = `local util = require "util"
local M = {}
local function a(x, ...) if x == "fast" then return nil, "no" end return util.c(x, ...) end
function M.b(x, y) M.b(x, y, 1, true) util.d(y) util.d() local _ = util.d() return a(x + 1) end
M.a = a
function M.c() util.e = nil end
register(M.c, util.d)
return M
`

const modulesText = `#!/usr/bin/env lua
local util = require "util"
package.preload["made"] = function() end
local M = { a = 1 }
function M.b() return util.c(M.a), util["d_" .. M.a] end
return M
`
