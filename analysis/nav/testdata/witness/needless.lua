-- What is read only to compute what nothing needs.
local function chain(n)
  local a = n
  --    ^
--| nothing needs the value stored in `a`: it is read only to compute `b`
--|   line 9 "a": read here, only to compute `b`
--|   line 14 "b": read here, only to compute `c`
--|   line 14 "c": nothing reads this value of `c`
  local b = a
  --    ^
--| nothing needs the value stored in `b`: it is read only to compute `c`
--|   line 14 "b": read here, only to compute `c`
--|   line 14 "c": nothing reads this value of `c`
  local c = b
  --    ^
--| nothing reads `c`
  local s = 0
  --    ^
--| nothing needs the value stored in `s`: it is read only to compute the next value of the same variable
--|   line 22 "s": read here, only to compute the next value of `s`
  for i = 1, 3 do
    s = s + i
  --^
--| nothing needs the value stored in `s`: it is read only to compute the next value of the same variable
--|   line 22 "s": read here, only to compute the next value of `s`
  end
  local x, y = 1, 2
  --       ^
--| nothing needs the value stored in `y`: it is read only to compute `x` and `y`
--|   line 34 "y": read here, only to compute `x`
--|   line 34 "y": read here, only to compute the next value of `y`
--|   line 34 "x": read here, only to compute `y`
  for i = 1, 3 do
    x, y = y, x + y
  end
  local text = ""
  --    ^
--| nothing needs the value stored in `text`: it is read only to compute the next value of the same variable, unless a metamethod or an error depends on it
--|   line 41 "text": read here, only to compute the next value of `text`
  for _, v in ipairs(n) do
    text = text .. v
  end
end

-- A counter that only a function of its own reads.
local calls = 0
--    ^
--| nothing needs the value stored in `calls`: it is read only to compute the next value of the same variable
--|   line 54 "calls": read here, only to compute the next value of `calls`
--| the function at line 53 shares `calls`: a call may read or change it
--|   line 54 "calls": written by the function at line 53
--|   line 54 "calls": read by the function at line 53
local function count()
  calls = calls + 1
--^
--| nothing needs the value stored in `calls`: it is read only to compute the next value of the same variable
--|   line 54 "calls": read here, only to compute the next value of `calls`
--| the function at line 53 shares `calls`: a call may read or change it
--|   line 54 "calls": written by the function at line 53
--|   line 54 "calls": read by the function at line 53
end

-- A condition that decides about such a value only.
local function choose(flag)
  local kind = type(flag)
  --    ^
--| nothing needs the value stored in `kind`: it is read only to decide about `label`
--|   line 70 "kind == \"table\"": decides only whether something is computed that nothing needs
  local label = "no"
  if kind == "table" then
    label = "yes"
  end
end

-- A value in a table that nothing reads.
local function fill(n)
  local size = n
  --    ^
--| nothing needs the value stored in `size`, though something reads it
--|   line 82 "t.size = size": stored in a table that nothing reads
  local t = {}
  t.size = size
end
return chain, count, choose, fill
