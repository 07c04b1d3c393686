-- Values of one call.

local function second_is_dead(f)
  local ok, err = pcall(f) -- want "^value assigned to `err` is never read: overwritten at line 7; another value of the call is used$" hint 311 related=7
  --        ^^^
  print(ok)
  err = f()
  return err
end

local function first_is_dead(f)
  local ok, err = pcall(f)
  print(ok, err)
  ok, err = pcall(f) -- want "`ok` is never read: its scope ends; another value of the call is used$" hint 311
--^^
  return err
end

local function both_are_dead(f)
  local ok, err = pcall(f)
  print(ok, err)
  ok, err = pcall(f) -- want "`ok` is never read: its scope ends$" 311 "`err` is never read: its scope ends$" 311
--^^  ^^^
end

local function not_of_the_call(f)
  local a, b, c = 1, f() -- want "`a` is never read: overwritten at line 29$" 311 related=29
  --    ^
  a = 2
  return a, b, c
end

local function global_takes_another(f)
  local x
  print(x)
  x, result = f() -- want "`x` is never read: its scope ends; another value of the call is used$" hint 311
--^
end

local function vararg(...)
  local a, b = ... -- want "`b` is never read: overwritten at line 43; another value of the call is used$" hint 311 related=43
  --       ^
  b = a
  return b
end

local function field_takes_another(x, t, f)
  print(x)
  t.x, x = f() -- want "`x` is never read: its scope ends; another value of the call is used$" hint 311
--     ^
end
