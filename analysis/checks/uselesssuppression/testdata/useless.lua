-- Comments that suppress nothing.

  local function size(list, unit) -- luaflow: ignore unused-parameter/unit, dead-store -- want "`dead-store` suppresses nothing"
--                                                                          ^^^^^^^^^^
  return #list
end
return size({}) -- luacheck: ignore 211/n (-- want "this comment suppresses nothing")
--              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
