-- The last store of an iteration, which the next one reads.

local function changes(list)
  local last
  for _, v in ipairs(list) do
    if v ~= last then print(v) end
    last = v
  end
end

return changes
