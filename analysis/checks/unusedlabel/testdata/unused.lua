-- Labels that nothing leads to.

do ::top:: end -- want "^label `top` is never used$"
-- ^^^^^^^

for i = 1, 10 do
  ::continue:: -- want "^label `continue` is never used$"
--^^^^^^^^^^^^
end

local function f()
  goto out
  do
    ::out:: -- want "`out` is never used"
--  ^^^^^^^
  end
  ::out::
end
