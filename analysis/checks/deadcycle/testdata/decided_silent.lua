-- A value that decides is in use, though it always decides the same: it could decide
-- otherwise if it were another one.

local function compared(f)
  local limit = 1.0
  if 7 >= limit then f() end
  local unused = limit
end

local function computed(f)
  local n = 2
  local twice = n * 2
  if twice > 3 then f() end
  local unused = twice
end

local function shared(f)
  local limit = 1.0
  local function check() if 7 >= limit then f() end end
  check()
  local unused = limit
  return check
end

local function upvalue(f)
  local limit = 1.0
  return function()
    if 7 >= limit then f() end
    local unused = limit
  end
end

local function stepped(f)
  local n = 0
  for i = 1, 3 do n = n + 1 end
  if type(n) == "number" then f() end
  local unused = n
end

local x = 1.0
emit(pcall(function(...)
  if 7 >= x then goto skip end
  emit(1)
  ::skip::
  local unused, used = x, ...
  emit(used)
end))

return compared, computed, shared, upvalue, stepped
