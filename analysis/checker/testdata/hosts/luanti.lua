-- luacheck: std luanti

local function on_step()
  minetest.get_us_time() -- want "the result of `minetest\\.get_us_time` is not used" discarded-pure-call
--         ^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~
  core.get_us_time() -- want "the result of `core\\.get_us_time` is not used" discarded-pure-call
--     ^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~
  vector.new(1, 2, 3) -- want "the result of `vector\\.new` is not used" discarded-pure-call
--       ^^^
--~~~~~~~~~~~~~~~~~~~
  table.copy({1}) -- want "the result of `table\\.copy` is not used" discarded-pure-call
--      ^^^^
--~~~~~~~~~~~~~~~
  string.split("a,b") -- want "the result of `string\\.split` is not used" discarded-pure-call
--       ^^^^^
--~~~~~~~~~~~~~~~~~~~
  local name = "a b "
  name:trim() -- want "the result of `name:trim` is not used" discarded-pure-call
--     ^^^^
--~~~~~~~~~~~
  math.round(2.5) -- want "the result of `math\\.round` is not used" discarded-pure-call
--     ^^^^^
--~~~~~~~~~~~~~~~
end
on_step()
