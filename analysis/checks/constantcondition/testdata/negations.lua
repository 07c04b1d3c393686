-- Operators `not` in front of conditions, and of operands.

local function operands(x)
  local off = false
  if not not (x and off) then x() end -- want "^condition is always false: `off` is false, set at line 4$" related=4
  --                ^^^
  --                          ~~~
  if not not not (x and off) then x() end -- want "^condition is always false: `off` is false, set at line 4$" related=4
  --                    ^^^
  if not (x and not off) then x() end -- want "^condition is always true: `off` is false, set at line 4$" related=4
  --            ^^^^^^^
  if not not (x and not off) then x() end -- want "^condition is always true: `off` is false, set at line 4$" related=4
  --                ^^^^^^^
  if x and not not not off then x() end -- want "^condition is always true: `off` is false, set at line 4$" related=4
  --       ^^^^^^^^^^^^^^^
end

return operands
