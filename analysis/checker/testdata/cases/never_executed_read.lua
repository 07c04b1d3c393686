-- What only code reads that is never executed is in use all the same: a switch may turn
-- it on again.

local DEBUG = false

local function switched_off(list)
  local n, last = 0, nil
  local seen, log = {}, {}
  for i, v in ipairs(list) do
    n = n + 1
    last = v
    seen[v] = i
    log[#log + 1] = v
  end
  if DEBUG then -- want "^condition is always false: `DEBUG` is false, set at line 4$" constant-condition related=4
  -- ^^^^^
    print(n, last, seen.x, #log)
  --~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  end
end

local function behind_error(list)
  local n, t, p = 0, {}, { x = 1, y = 2 }
  for i, v in ipairs(list) do
    n = n + p.x
    t[i] = v
  end
  error("no")
  print(n, t[1], p.y) -- want "^unreachable code: `error` at line 28 never returns$" unreachable-code related=28
--^^^^^^^^^^^^^^^^^^^
end

return switched_off, behind_error
