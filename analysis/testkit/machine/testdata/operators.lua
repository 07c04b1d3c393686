-- Every operator on every kind of operand, and the errors of those that have none.
local values = {
  0, 1, -1, 2, 3, -7, 63, 64, -64, math.maxinteger, math.mininteger,
  0.0, -0.0, 0.5, -2.5, 3.0, 1e15, 2^53, 2^63, -2^63, 1e300, math.huge, -math.huge,
  "10", "0x10", " 7 ", "3.5", "1e2", "-0x2p1", "", "x", "1 2", "0x", "1e", ".", "5.", ".5",
  true, false, {},
}
local operators = {
  { "+", function(a, b) return a + b end }, { "-", function(a, b) return a - b end },
  { "*", function(a, b) return a * b end }, { "/", function(a, b) return a / b end },
  { "%", function(a, b) return a % b end }, { "//", function(a, b) return a // b end },
  { "&", function(a, b) return a & b end }, { "|", function(a, b) return a | b end },
  { "~", function(a, b) return a ~ b end }, { "<<", function(a, b) return a << b end },
  { ">>", function(a, b) return a >> b end }, { "..", function(a, b) return a .. b end },
  { "==", function(a, b) return a == b end }, { "~=", function(a, b) return a ~= b end },
  { "<", function(a, b) return a < b end }, { "<=", function(a, b) return a <= b end },
  { ">", function(a, b) return a > b end }, { ">=", function(a, b) return a >= b end },
  { "and", function(a, b) return a and b end }, { "or", function(a, b) return a or b end },
}
local function show(v)
  if type(v) == "table" then return "table" end
  if v ~= v then return "nan" end
  if type(v) == "string" then return (v:gsub("^.-:%d+: ", ""):gsub(" %b()$", "")) end
  return tostring(v)
end
for _, o in ipairs(operators) do
  for i = 1, #values do
    for k = 1, #values do
      local ok, v = pcall(o[2], values[i], values[k])
      print(show(values[i]), o[1], show(values[k]), ok, show(v))
    end
    local ok, v = pcall(o[2], values[i], nil)
    print(show(values[i]), o[1], nil, ok, show(v))
  end
end
for i = 1, #values do
  local v = values[i]
  print(show(v), pcall(function() return show(-v) end))
  print(show(v), show(select(2, pcall(function() return ~v end))))
  print(show(v), show(select(2, pcall(function() return #v end))), not v)
end
for _, p in ipairs { { 2, 10 }, { 2, 0.5 }, { 10, -2 }, { -2, 3 }, { 0, 0 }, { "3", 2 } } do
  print(p[1] ^ p[2])
end
print("a" < "b", "a" < "B", "" < "a", "a\0b" < "a\0c", "a" <= "a", "Z" < "a", "10" < "9")
print(1 < 1.5, 1 <= 1.0, 2^53 < 2^53 + 1, math.maxinteger < 2^63, math.maxinteger + 0.0 <= math.maxinteger,
  math.mininteger <= -2^63, math.mininteger < -2^63, 1 < 0/0, 0/0 <= 1, 0/0 == 0/0)
print(1 == 1.0, "1" == 1, math.maxinteger == 2^63, {} == {}, print == print)
print(1 .. 2, 1.5 .. "x", -0.0 .. "", 2^31 .. "", 10 // 0.0, -10 % math.huge, 10 % -math.huge, 5.3 % -2)
