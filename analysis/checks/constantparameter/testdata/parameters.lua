-- Parameters that are the same constant at every call.

local function show(list, verbose)
  if verbose then -- want "`verbose` is false at every call: this condition is always false" related=8,9
--   ^^^^^^^
    print(#list) end
end
show({ 1 }, false)
show({ 2 }, false)

-- One call is enough for a switch; `not` turns it round.
local function hide(list, all)
  if not all then list[1] = nil end -- want "`all` is true at the only call: this condition is always false" related=16
--   ^^^^^^^
end
hide({ 1 }, true)

-- What is compared with a constant, at two calls at least.
local function pick(mode, n)
  if n > 2 and mode == "fast" then return n end -- want "`mode` is .slow. at every call: this part of the condition is always false" related=24,24
--             ^^^^^^^^^^^^^^
  return n + 1
end
print(pick("slow", 1), pick("slow", 2))
local function level(k, n)
  while n < 5 and (k ~= 3) do n = n + k end -- want "`k` is 3 at every call: this part of the condition is always false" related=30,30
--                ^^^^^^^^
  return n
end
print(level(3, 1), level(3, 2))

-- An argument that was put in the place of another one.
local function ask(name, again, try)
  if try == 3 then os.exit(1) end -- want "no call gives `try` a value: this condition is always false" related=39,37
--   ^^^^^^^^
  if again then print("again, please") end
  return tonumber(io.read()) or ask(name, (try and try + 1 or 1))
end
print(ask("name"))

-- One that is assigned where it is never executed; nil that some calls write.
local function request(url, method, body)
  if body and type(body) == "table" then -- want "no call gives `body` a value: this part of the condition is always false" related=48
--   ^^^^
    body = table.concat(body) end
  return print(url, method, body)
end
request("u", "GET")
local function flush(n, force)
  repeat n = n - 1 until force or n < 0 -- want "`force` is nil at every call: this part of the condition is always false" related=53,54
--                       ^^^^^
end
flush(1)
flush(2, nil)

-- A call that hands the parameter on to the function itself; pcall; a method of a table that stays in the file.
local function walk(node, deep)
  for _, child in ipairs(node) do walk(child, deep) end
  if deep then print(node) end -- want "`deep` is false at every call: this condition is always false" related=62,58
--   ^^^^
end
walk({ {} }, false)
local tools = {}
function tools.run(n, quiet)
  if quiet == false then print(n) end -- want "`quiet` is true at every call: this condition is always false" related=68,69
--   ^^^^^^^^^^^^^^
end
tools.run(1, true)
tools.run(2, true)
local function try(n, strict)
  if strict then error(n) end -- want "`strict` is true at every call: this condition is always true" related=74,75
--   ^^^^^^
end
try(1, true)
pcall(try, 1, true)
