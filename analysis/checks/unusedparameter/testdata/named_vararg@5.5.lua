-- The extra arguments in a table with a name, as Lua 5.5 has it.

local function unused(a, ...rest) -- want "^`...rest` is never used$"
--                       ^^^^^^^
  return a
end

local function read(...rest)
  return rest.n
end

local function written(...rest)
  rest[1] = 1
end

local function by_dots(...rest)
  return ...
end

local function captured(...rest)
  return function() return rest end
end

local function shadowed(...rest) -- want "^`...rest` is never used$"
--                      ^^^^^^^
  local rest = 1
  return rest
end

local function expected(..._rest)
end

return unused, read, written, by_dots, captured, shadowed, expected
