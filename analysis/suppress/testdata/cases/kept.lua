-- Comments that suppress nothing are kept silent by name only.

  local a1 = 1 -- luaflow: ignore dead-store, useless-suppression -- want "`a1`"
--      ^^
--~~~~~~~~~~~~
  -- luaflow: ignore dead-store -- want "this comment"
--^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-- luaflow: push ignore useless-suppression
-- luaflow: ignore dead-store
---@diagnostic disable-next-line: unused-vararg
-- luaflow: pop
