-- Functions of the standard libraries, with arguments that will do.

local s = "text"
  s:rep(3) -- want "^the result of `s:rep` is not used, and the call does nothing else$"
--  ^^^
--~~~~~~~~
;  ("%d"):format(1) -- want "^the result of `\\(\"%d\"\\):format` is"
--        ^^^^^^
-- ~~~~~~~~~~~~~~~~
  string.rep(s, 3) -- want "`string.rep`"
--       ^^^
--~~~~~~~~~~~~~~~~
  math.floor(2.5) -- want "`math.floor`"
--     ^^^^^
--~~~~~~~~~~~~~~~
  type(print) -- want "`type`"
--^^^^
--~~~~~~~~~~~
  tostring(1) -- want "`tostring`"
--^^^^^^^^
--~~~~~~~~~~~
  tonumber("x") -- want "`tonumber`"
--^^^^^^^^
--~~~~~~~~~~~~~
  string.char(65, 66) -- want "`string.char`"
--       ^^^^
--~~~~~~~~~~~~~~~~~~~
  s:find("^(%a+)$") -- want "`s:find`"
--  ^^^^
--~~~~~~~~~~~~~~~~~
  s:gsub("%s", "") -- want "`s:gsub`"
--  ^^^^
--~~~~~~~~~~~~~~~~
  select("#", ...) -- want "`select`"
--^^^^^^
--~~~~~~~~~~~~~~~~
  math.max(1, 2) -- want "`math.max`"
--     ^^^
--~~~~~~~~~~~~~~
  os.time() -- want "`os.time`"
--   ^^^^
--~~~~~~~~~

local rep, str = string.rep, string
  rep("a", 2) -- want "`rep`"
--^^^
--~~~~~~~~~~~
  str.upper(s) -- want "`str.upper`"
--    ^^^^^
--~~~~~~~~~~~~

-- Other names for them.
local print, rawset = print, type
  rawset(s, 1, 2) -- want "^the result of `rawset`, which is `type`, is not used"
--^^^^^^
--~~~~~~~~~~~~~~~

-- A string in all cases, if not always the same.
local which = ...
local t = which and "a" or "b"
  t:lower() -- want "`t:lower`"
--  ^^^^^
--~~~~~~~~~
;  (which and "a" or "b"):lower() -- want "`\\(which and \"a\" or \"b\"\\):lower`"
--                        ^^^^^
-- ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

-- A table that stays here.
local list = {1, 2}
  rawlen(list) -- want "`rawlen`"
--^^^^^^
--~~~~~~~~~~~~
  next(list) -- want "`next`"
--^^^^
--~~~~~~~~~~
  ipairs(list) -- want "`ipairs`"
--^^^^^^
--~~~~~~~~~~~~
print(#list)

local function f()
  for i = 1, 3 do
    s:sub(i) -- want "`s:sub`"
--    ^^^
--  ~~~~~~~~
  end
end
f()

-- The name is too long to be quoted, or in two lines.
local a_rather_long_name_for_a_table_of_functions = string
  a_rather_long_name_for_a_table_of_functions.upper(s) -- want "^the result of `string.upper`"
--                                            ^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
string.
  upper(s) -- want "^the result of `string.upper`" fade=95-96
--^^^^^
