-- Loops of all statements, and of gotos; the goldens beside this file show blocks,
-- dominators, control dependence and loops of each function.

local function nested(t)
  local sum = 0
  for i = 1, #t do
    for _, v in ipairs(t[i]) do
      while v > 0 do
        if v == 7 then break end
        v = v - 1
      end
      sum = sum + v
    end
  end
  return sum
end

local function continue(t)
  for i = 1, #t do
    if not t[i] then goto continue end
    repeat
      local done = t[i]()
      if done == nil then goto continue end
    until done
    ::continue::
  end
end

local function again(f)
  ::top::
  if f(1) then goto top end
  if f(2) then goto top end
  return f(3)
end

local function endless(f)
  if f() then return end
  while true do
    if f(1) then f(2) else f(3) end
  end
end

local function middle(f)
  if f(1) then goto inside end
  ::outside::
  f(2)
  ::inside::
  f(3)
  if f(4) then goto outside end
end
