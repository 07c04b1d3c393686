-- Why values of stores are dead or live.
local function dead(a, b)
  local x = a
  --    ^
--| the value assigned to `x` is never read: overwritten at line 10 and at line 12, or its scope ends
--|   line 10 "x": overwritten here, if `a` is true
--|   line 14 "return b": the function returns here, if `a` is false
--|   line 12 "x": overwritten here, if `a` is false and `b > 3` is true
  if a then
    x = 1
  elseif b > 3 and not a then
    x = 2
  else
    return b
  end
  local y = x
  --    ^
--| nothing reads `y`
--|   line 21 "y": assigned here, and not read either
--|   line 23 "y": assigned here, and not read either
  y = 1
  for i = 1, 3 do
    y = i
  --^
--| nothing reads `y`
--|   line 16 "y": assigned here, and not read either
--|   line 21 "y": assigned here, and not read either
  end
  local z = 1
  print(z)
  z = 2
--^
--| the value assigned to `z` is never read: its scope ends
--|   line 35 "": the scope of `z` ends here
end

local function live(a, b)
  local x = a
  --    ^
--| the value assigned to `x` is read at line 61
--|   line 44 "b": `b` is false
--|   line 60 "a > 10": `a > 10` is true
--|   line 61 "x": read here
  while b do
    if a == b then
      x = b
    --^
--| the value assigned to `x` is read at line 61
--|   line 44 "b": `b` is false
--|   line 60 "a > 10": `a > 10` is true
--|   line 61 "x": read here
    end
    b = next(b)
  end
  repeat
    a = a + 1
  --^
--| the value assigned to `a` is read at line 60
--|   line 60 "a": read here
  until a > 10
  return x
end

-- A read that nothing needs comes first: the one that counts is told.
local function counts(a)
  local x = a
  --    ^
--| the value assigned to `x` is read at line 71
--|   line 71 "x": read here
  local y = x
  return x
end

-- Nothing reads these at all.
local never
--    ^
--| nothing reads `never`
--|   line 79 "never": assigned here, and not read either
never = dead
--^
--| nothing reads `never`
--|   line 75 "never": assigned here, and not read either
function live(unused)
  --          ^
--| nothing reads `unused`
end

-- Two stores in one instruction.
local p, q, x
x, p = 1, nil
-- ^
--| the value assigned to `p` is read at line 112
--|   line 112 "p": read here
q = nil

local function stop() error("x") end

local function stopped(a)
  local x = 1
  --    ^
--| the value assigned to `x` is never read: overwritten at line 108, or execution never gets past line 105
--|   line 105 "stop()": this call never returns, if `a` is true
--|   line 108 "x": overwritten here, if `a` is false
  if a then
    stop()
    x = 2
  else
    x = 3
  end
  return x
end
return dead, live, counts, p, q, stopped
