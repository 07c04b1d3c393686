-- luacheck: std lua53, globals config.level state, read globals build.number

do
  print(undefined) -- want "^undefined global `undefined`$" 113
--      ^^^^^^^^^
  counter = 1 -- want "^setting undefined global `counter`$" 111
--^^^^^^^
  function helper() end -- want "^setting undefined global `helper`$" 111
--         ^^^^^^
  missing.field = 1 -- want "^setting a field of undefined global `missing`$" 112
--^^^^^^^^^^^^^
  function missing.a.b:c() end -- want "setting a field of undefined global `missing`" 112
--         ^^^^^^^^^^^^^
  print = nil -- want "^setting read-only global `print`$" 121
--^^^^^
  table.concat = nil -- want "^setting read-only field `table.concat`$" 122
--^^^^^^^^^^^^
  string.trim = nil -- want "^setting undefined field `string.trim`$" 142
--^^^^^^^^^^^
  print(math.zip, math.pi.x) -- want "^undefined field `math.zip`$" 143 "^undefined field `math.pi.x`$" 143
--      ^^^^^^^^
--                ^^^^^^^^^
  print(string:size("")) -- want "undefined field `string.size`" 143
--      ^^^^^^^^^^^
  print(string[1], (string)["q"]) -- want "undefined field `string.[?]`" 143 "undefined field `string.q`" 143
--      ^^^^^^^^^
--                 ^^^^^^^^^^^^^
  print(nowhere[elsewhere].x(there)) -- want "`nowhere`" 113 "`elsewhere`" 113 "`there`" 113
--      ^^^^^^^^^^^^^^^^^^^^
--              ^^^^^^^^^
--                           ^^^^^
end

-- Known.
state = 1
state.x = build.number
config.level = state.y
package.path = package.path .. ";?"
package.loaded.x = _G.anything
print(arg[1], #arg, string[state], table, ("x"):size())

do
  config.other = 1 -- want "setting undefined field `config.other`" 142
--^^^^^^^^^^^^
  build.number = 1 -- want "setting read-only field `build.number`" 122
--^^^^^^^^^^^^
end

do
  room.depth = 1 -- want "setting a field of undefined global `room`" 112
--^^^^^^^^^^
  print(room.depth) -- want "undefined global `room`" 113
--      ^^^^^^^^^^
end
