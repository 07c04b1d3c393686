-- luacheck: std none, read globals print
do
  print(a) -- luacheck: read globals a
  print(a) -- want "undefined global `a`" 113
--      ^
  local function f()
    -- luacheck: globals b
    b = 1
    print(b)
  end
  b = f -- want "setting undefined global `b`" 111
--^
end
