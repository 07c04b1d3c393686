-- luacheck: std lua53, module, allow defined top
own = 1
print(own)
local function f()
  own = 2
  other = 3 -- want "^setting global `other`, which this module does not define$" 111
--^^^^^
  print(unknown) -- want "undefined global `unknown`" 113
--      ^^^^^^^
end
f()
