-- What is only used for values that nothing needs.
local function chain(n)
  local a = n
  --    ^
--| nothing needs the value assigned to `a`: it is only used to compute `b`
--|   line 9 "a": used here only to compute `b`
--|   line 14 "b": used here only to compute `c`
--|   line 14 "c": nothing reads this value of `c`
  local b = a
  --    ^
--| nothing needs the value assigned to `b`: it is only used to compute `c`
--|   line 14 "b": used here only to compute `c`
--|   line 14 "c": nothing reads this value of `c`
  local c = b
  --    ^
--| nothing reads `c`
  local s = 0
  --    ^
--| nothing needs the value assigned to `s`: it is only used to update `s`
--|   line 22 "s": used here only to update `s`
  for i = 1, 3 do
    s = s + i
  --^
--| nothing needs the value assigned to `s`: it is only used to update `s`
--|   line 22 "s": used here only to update `s`
  end
  local x, y = 1, 2
  --       ^
--| nothing needs the value assigned to `y`: it is only used to compute `x` and `y`
--|   line 34 "y": used here only to compute `x`
--|   line 34 "y": used here only to update `y`
--|   line 34 "x": used here only to compute `y`
  for i = 1, 3 do
    x, y = y, x + y
  end
  local text = ""
  --    ^
--| nothing needs the value assigned to `text`: it is only used to update `text`, unless a metamethod or an error depends on it
--|   line 41 "text": used here only to update `text`
  for _, v in ipairs(n) do
    text = text .. v
  end
end

-- A counter that only a function of its own reads.
local calls = 0
--    ^
--| nothing needs the value assigned to `calls`: it is only used to update `calls`
--|   line 54 "calls": used here only to update `calls`
--| the function at line 53 captures `calls`: a call may read or change it
--|   line 54 "calls": written by the function at line 53
--|   line 54 "calls": read by the function at line 53
local function count()
  calls = calls + 1
--^
--| nothing needs the value assigned to `calls`: it is only used to update `calls`
--|   line 54 "calls": used here only to update `calls`
--| the function at line 53 captures `calls`: a call may read or change it
--|   line 54 "calls": written by the function at line 53
--|   line 54 "calls": read by the function at line 53
end

-- A condition that decides about such a value only.
local function choose(flag)
  local kind = type(flag)
  --    ^
--| nothing needs the value assigned to `kind`: it is only used to decide about `label`
--|   line 70 "kind == \"table\"": only decides whether to compute what nothing needs
  local label = "no"
  if kind == "table" then
    label = "yes"
  end
end

-- A value in a table that nothing reads.
local function fill(n)
  local size = n
  --    ^
--| nothing needs the value assigned to `size`, though something reads it
--|   line 82 "t.size = size": put into a table that nothing reads
  local t = {}
  t.size = size
end
return chain, count, choose, fill
