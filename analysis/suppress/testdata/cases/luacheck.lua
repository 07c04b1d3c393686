-- Comments of luacheck: what it does not know, names of ours and others'. What it does
-- know is compared with it.

local a1 = 1 -- luacheck: ignore unused-local
local a2 = 1 -- luacheck: ignore unused-local/a2
  local a3 = 1 -- luacheck: ignore unused-local/a2 (-- want "`a3`" "this comment" )
--      ^^
--             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
--~~~~~~~~~~~~
  local a4 = 1 -- luacheck: ignore unused-vararg unused-local (-- want "`unused-vararg`")
--                                 ^^^^^^^^^^^^^
  local a5 = 1 -- luacheck: ignore no-such-name (-- want "`a5`")
--      ^^
--~~~~~~~~~~~~
  local a6 = 1 -- luacheck: ignore 311/x, globals foo (-- want "`a6`" "`ignore 311/x` suppresses nothing")
--      ^^
--                          ^^^^^^^^^^^^
--~~~~~~~~~~~~
  local a7 = 1 -- luacheck: ignore 211, no unused args (-- want "`no unused args` suppresses nothing")
--                                      ^^^^^^^^^^^^^^
  local a8 = 1 -- luacheck: ignore 211, ignore 211/a8 (-- want "`ignore 211` suppresses nothing")
--                          ^^^^^^^^^^
local a9 = 1 -- luacheck: no unused

-- The inner one is enough, but not for those who also use another tool.
  -- luacheck: push ignore 211 (-- want "`ignore 211` suppresses nothing")
--                  ^^^^^^^^^^
local b1 = 1 -- luacheck: ignore 211
-- luacheck: pop
-- luacheck: push ignore 211
---@diagnostic disable-next-line: unused-local
local b2 = 1
-- luacheck: pop

-- What is a dead cycle to us is a variable that nothing uses to luacheck.
local c1 = {...}
local c2 = #c1 + 1 -- luacheck: ignore 211/c2

-- Switches that are no rules.
local d1, d2 = ... -- luacheck: no unused secondaries
local d3, d4 = ... -- luacheck: no self (-- want "`d4` is never used; another value" hint)
--        ^^
--        ~~
local d5 = 1 -- luacheck: ignore 211, no unused secondaries (-- want "`no unused secondaries` suppresses nothing")
--                                    ^^^^^^^^^^^^^^^^^^^^^

-- What is passed over by choice is hidden all the same.
local C = {}
function C:method() return 1 end -- luacheck: ignore 212
function C.plain(x) local y = 1 return x end -- luacheck: ignore 211 212 (-- want "`212` suppresses nothing")
--                                                                   ^^^
local e1 = nil -- luacheck: ignore 311
if d1 then -- luacheck: ignore 542
  -- nothing to do
end
if d1 then e1 = 1 else e1 = 2 end
local e2 = e1 -- luacheck: ignore 211 -- until 542 is in use
return d1, d3, C
