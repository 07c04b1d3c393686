-- An `else` that does what the branch in front of it does. What is expected stands after `end`:
-- a comment in a branch would say why it is there.

local function choice(a, f)
  if a then
    f(1)
  else f(1) end -- want "^the `else` branch does the same as the one at line 5$" related=5
--^^^^
  if a == 1 then
    return f(a, "x")
  else return (f)(a, "x"); end -- want "^the `else` branch does the same as the one at line 9$" related=9
--^^^^
end

local function choices(a, f)
  if a == 1 then f()
  elseif a == 2 then f()
  else f() end -- want "^all branches do the same, from line 16 on$" related=16,17
--^^^^
end

-- Names of variables make no difference, nor do blocks, loops and what they contain.
local function blocks(list, f)
  for k, v in pairs(list) do
    if v.done then
      local x = f(v)
      if x then break end
      for i = 1, #v do x = x and v[i] end
      list[k] = x or 0
    else local y = f(v) if y then break end for n = 1, #v do y = y and v[n] end list[k] = y or 0 end -- want "line 25$" related=25
--  ^^^^
  end
end

local function closures(a, b, set)
  if a then
    set(function(x) return x + b, function() return x end end)
  else set(function(y) return y + b, function() return y end end) end -- want "line 36$" related=36
--^^^^
end

local function jumps(a, f)
  ::again::
  repeat
    if a then f(1) goto again else f(1) goto again end -- want "^the `else` branch does the same as the one at line 45$" related=45
--                            ^^^^
  until f()
  while f() do
    f(a)
    if a then f(2) break else f(2) break end -- want "line 50$" related=50
--                       ^^^^
  end
  if a then return else return end -- want "line 53$" related=53
--                 ^^^^
end

return {choice, choices, blocks, closures, jumps}
