-- Comments that nobody understands.

  local used = 1 -- luacheck: ingore 211 (-- want "unknown inline option `ingore 211`" 021)
--               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
print(used) -- luaflow: push -- want "unpaired push directive" 022
--          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
print(used) -- luacheck: pop (-- want "unpaired pop directive" 023)
--          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
print(used) ---@diagnostic disable-lien -- want "unknown mode `disable-lien` of `@diagnostic`" 021
--          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
