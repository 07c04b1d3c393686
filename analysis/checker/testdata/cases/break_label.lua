-- A label behind a break is no code.

local function f(list)
  for _, v in ipairs(list) do
    if v then goto found end
    do break end
    ::found::
  end
  while list do -- want "loop runs at most once: `break` at line 11 leaves it" loop-runs-once related=11
--^^^^^^^^^^^^^
    break
    ::never:: -- want "`never` is never used" unused-label
--  ^^^^^^^^^
  end
end

return f
