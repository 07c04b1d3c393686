-- A loop whose first iteration always leaves is a slip, unless it is a block.

local function first(list)
  for _, v in ipairs(list) do -- want "loop runs at most once: `return` at line 6 leaves it" loop-runs-once related=6
--^^^^^^^^^^^^^^^^^^^^^^^^^^^
    return v
  end
  while true do
    if list.last then break end
    list.last = list[#list]
    break
  end
  repeat
    if not list.last then break end
    list.last = nil
  until true
  for _, v in ipairs(list) do
    if v then goto continue end
    do return v end
    ::continue::
  end
end

return first
