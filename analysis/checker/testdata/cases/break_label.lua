-- A label behind a break is no code.

local function f(list)
  for _, v in ipairs(list) do
    if v then goto found end
    do break end
    ::found::
  end
  while list do
    break
    ::never:: -- want "`never` is never used" unused-label
--  ^^^^^^^^^
  end
end

return f
