-- Comments of lua-language-server.

local a1 = 1 ---@diagnostic disable-line
local a2 = 1 ---@diagnostic disable-line: unused-local
local a3 = 1 --- @diagnostic   disable-line : unused-local
local a4 = 1 --[[@diagnostic disable-line: unused-local]]
  local a5 = 1 ---@diagnostic disable-line: dead-store, unused-local, never-read -- want "`dead-store`" "`never-read`"
--                                          ^^^^^^^^^^
--                                                                    ^^^^^^^^^^
  local a6 = 1 ---@diagnostic disable-line: unused-vararg because -- want "`a6`" "this comment"
--      ^^
--             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
--~~~~~~~~~~~~
local a7 = 1 ---@diagnostic disable-line: 211/a7, undefined-field, deprecated, discard-returns, no-such-name
  local a8 = 1 -- @diagnostic disable-line -- want "`a8`"
--      ^^
--~~~~~~~~~~~~
  local a9 = 1 ---@diagnostics disable-line -- want "`a9`"
--      ^^
--~~~~~~~~~~~~

---@diagnostic disable-next-line: unused-local
local b1 = 1
  local b2 = 1 -- want "`b2`"
--      ^^
--~~~~~~~~~~~~
---@diagnostic disable-next-line

  local b3 = 1 -- want "`b3`"
--      ^^
--~~~~~~~~~~~~
  ---@diagnostic disable-next-line: unused-local -- want "this comment"
--^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

local function f()
  local c1 = 1 -- want "`c1`"
--      ^^
--~~~~~~~~~~~~
  ---@diagnostic disable: unused-local
  local c2 = 1
end
f()
---@diagnostic disable
local c4 = 1
---@diagnostic enable: unused-local
local c5 = 1
---@diagnostic enable
  local c6 = 1 -- want "`c6`"
--      ^^
--~~~~~~~~~~~~
---@diagnostic enable
  local c7 = 1 -- want "`c7`"
--      ^^
--~~~~~~~~~~~~
---@diagnostic disable
local c8 = 1
---@diagnostic enable: unused-vararg
local c9 = 1
