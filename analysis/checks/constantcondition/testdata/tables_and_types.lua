-- Conditions that are decided by what tables hold, and by types.

local config = {
  trace = false,
}
local seen = {}

local function fields(x, key)
  if config.trace then -- want "^condition is always false: `config\\.trace` is nil or false, in the table created at line 3$" related=3
  -- ^^^^^^^^^^^^
    print(x)
  --~~~~~~~~
  end
  if not seen[key] then -- want "^condition is always true: `seen\\[key\\]` is nil, in the table created at line 6$" related=6
  -- ^^^^^^^^^^^^^
    print(x)
  end
  return config.trace == true -- want "^condition is always false: `config\\.trace` is nil or false, in the table created at line 3$" related=3
  --     ^^^^^^^^^^^^^^^^^^^^
end

local function precedence(x)
  if (not x) == "a" then return 1 end -- want "^condition is always false: a boolean never equals a string$"
  -- ^^^^^^^^^^^^^^
  --                     ~~~~~~~~
  if "a" ~= not x then return 1 end -- want "^condition is always true: a string never equals a boolean$"
  -- ^^^^^^^^^^^^
end

local function types(x)
  if type(x) == nil then return 1 end -- want "^condition is always false: a string never equals nil$"
  -- ^^^^^^^^^^^^^^
  --                     ~~~~~~~~
  if type(x) == table then return 2 end -- want "^condition is always false: a string never equals a table$"
  -- ^^^^^^^^^^^^^^^^
  --                       ~~~~~~~~
  if tostring(x):sub(1, 1) == nil then return 3 end -- want "^condition is always false: a string never equals nil$"
  -- ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  --                                   ~~~~~~~~
  local found = { x }
  if found == 0 then return 4 end -- want "^condition is always false: a table never equals a number$"
  -- ^^^^^^^^^^
  --                 ~~~~~~~~
  x(found)
end

local function length(x)
  local list = {}
  if x then list[1] = x end
  if #list then return 1 end -- want "^condition is always true: `#list` gives a number$"
  -- ^^^^^
end

local function negated(x)
  local list = { x }
  if 1 == not list then return 1 end -- want "^condition is always false: `list` is a table, set at line 55$" related=55
  -- ^^^^^^^^^^^^^
  --                    ~~~~~~~~
  x(list)
end

return fields, precedence, types, length, negated
