package nav_test

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestValuesAt stops on each line that says "-- live", with the names that are then shown, each with its line.
func TestValuesAt(t *testing.T) {
	tests := []struct{ name, text string }{
		{"shadowed by a block", `local shadow = 1
do
  local shadow = 2
  print(shadow) -- live shadow:3 shadow:4
end
print(shadow) -- live shadow:1 shadow:6`},
		{"shadowed on the line", `local shadow = 1
local shadow = shadow + 1 -- live shadow:1 shadow:2
print(shadow) -- live shadow:2 shadow:3`},
		{"shadowed by a parameter and a loop", `local a, i = 1, 2
local function f(a)
  for i = a, 3 do
    print(i, a) -- live a:2 i:3 a:3 i:4 a:4
  end
  return i -- live i:6
end
return f(a), i`},
		{"an upvalue that is shadowed", `local up = {}
local function f()
  print(up)
  do
    local up = 1
    print(up) -- live up:5 up:6
  end
  return up -- live up:3 up:8
end
return f`},
		{"another name is no shadow", `local a = 1
do
  local b = 2
  print(a, b) -- live a:1 b:3 a:4 b:4
end`},
		{"overwritten before it is read", `local a = g()
a = 1 -- live
print(a) -- live a:1 a:2 a:3
print() -- live`},
		{"assigned by the statement before", `local dead = 1
print() -- live
dead = 2
print(dead) -- live dead:1 dead:3 dead:4
dead = 3
print() -- live`},
		{"read around a loop", `local n = 0
while g() do
  n = n + 1
  print() -- live n:1 n:3
end
return n`},
		{"captured, and read by a closure", `local shared = 1
local function get() return shared end
print() -- live shared:1 get:2
return get`},
		{"captured, and read by nothing that is needed", `local shared, n = 1, 0
local function never() return shared end
local function count()
  n = n + 1
  print() -- live
end
print(count) -- live count:3 count:7`},
		{"an upvalue that something reads", `local n = 0
local function count()
  n = n + 1
  print() -- live n:3
end
count()
return n`},
		{"an upvalue that another closure reads", `local n = 0
local function get() return n end
local function count()
  n = n + 1
  print() -- live n:4
end
return get, count`},
		{"nothing is known of what the text lacks", `local n = 0
local function count()
  n = n + 1
  print() -- live n:3
end
return count,`},
	}
	for _, test := range tests {
		u := compile.Compile(source.NewFile("a.lua", test.text))
		p := place.PartsOf(u, 0)
		all := source.Span{End: source.Pos(len(test.text))}
		at, stops := source.Pos(0), 0
		for line := range strings.Lines(test.text) {
			if _, want, ok := strings.Cut(line, "-- live"); ok {
				var got []string
				for _, span := range nav.ValuesAt(p, all, at) {
					got = append(got, fmt.Sprintf("%s:%d", u.File.Slice(span), u.File.Line(span.Start)))
				}
				if want = strings.TrimSpace(want); strings.Join(got, " ") != want {
					t.Errorf("%s: %s: got %s", test.name, strings.TrimSpace(line), got)
				}
				stops++
			}
			at += source.Pos(len(line))
		}
		if stops == 0 {
			t.Errorf("%s: nowhere stopped", test.name)
		}
	}
}
