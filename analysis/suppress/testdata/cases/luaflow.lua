-- Comments of luaflow.

local a1 = 1 -- luaflow: ignore unused-local
local a2 = 1 -- luaflow: ignore
local a3 = 1 -- luaflow: ignore unused-local/a3
local a4 = 1 -- luaflow: ignore /a4
local a5 = 1 -- luaflow: ignore 211
  local a6 = 1 -- luaflow: ignore 211, 311/x -- want "`311/x` suppresses nothing" useless-suppression
--                                     ^^^^^
  local a7 = 1 -- luaflow: ignore 211/a7, unused-parameter -- want "`unused-parameter` suppresses nothing"
--                                        ^^^^^^^^^^^^^^^^
  local a8 = 1 -- luaflow: ignore never-read unused-local, dead-store -- want "`never-read`" "`dead-store`"
--                                ^^^^^^^^^^
--                                                         ^^^^^^^^^^
local a9 = 1 -- luaflow: ignore unused-local (the name, not the value)
local b1 = 1 -- luaflow: ignore unused-local -- as everybody knows
local b2 = 1 --luaflow:ignore unused-local
local b3 = 1 -- luaflow: ignore 21.
  local b4 = 1 -- luaflow: ignore unused-local/a4 -- want "local `b4` is never used" "this comment suppresses nothing"
--      ^^
--             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
--~~~~~~~~~~~~

local function f(x) -- luaflow: ignore
  -- luaflow: ignore unused-local/c%d
  local c1, c2, d3 = 1, 2, 3 -- want "`d3` is"
--              ^^
  local function g()
    -- luaflow: ignore unused-local
    local d4
  end
  local d5 -- want "`d5` is"
--      ^^
--~~~~~~~~
  g()
end
f()

-- luaflow: push ignore unused-local
local e1
  -- luaflow: push
  -- luaflow: ignore unused-parameter
print(function(x) local e2 end)
  -- luaflow: pop
-- luaflow: pop
  local e3 -- want "`e3` is"
--      ^^
--~~~~~~~~

-- luaflow: ignore unused-local/h1 /h2
  local h1, h2, h3 -- want "`h3` is"
--              ^^

-- Nothing can be said against a comment that is meant for other checks too, or for
-- names of which nothing is ever said.
-- luaflow: ignore 6 /_ unused-parameter/self unused-local/_
