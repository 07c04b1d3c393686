-- A value that is discarded and begins a line: a statement that a comma has taken in.

local function f(t, log)
  t.open = true,
  log("open") -- want "2 values for 1 variable: the rest is discarded, with what begins at line 5$" warning 531
--^^^^^^^^^^^
  local a = 1, -- a comment
  log(2), log(3) -- want "3 values for 1 variable: .* with what begins at line 8$" warning 531
--^^^^^^^^^^^^^^
  t.a, t.b = 1, 2,
  log(4) -- want "3 values for 2 variables: .* with what begins at line 11$" warning 531
--^^^^^^
  local c = log(1,
    2), log(3) -- want "2 values for 1 variable: the rest is discarded$" 531
--      ^^^^^^
  local d,
    e =
    1, log(
    2) -- two values for two variables
  return a, c, d, e
end
return f
