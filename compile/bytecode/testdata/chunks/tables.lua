-- Constructors: sizes, batches of fifty, mixed fields; and table accesses.
local t = {}
local record = {x = 1, ["y z"] = 2, [3] = 4, [t] = t, [1.5] = false}
local mixed = {1, a = 2, 3, [4] = 5, "six", nil, true}
local long = {
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  {}, {{}}, ...
}
t.a.b[1][t].c = record.x
t[1], t[2], t.x = t[2], t[1], long[#long]
x, y = y, t
t[nil], t[true], t["\n"] = nil, true, "\n"
