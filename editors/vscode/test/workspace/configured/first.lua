local function first(list)
  local value = list[0]
  local spare
  value = list[1]
  return value
end

return first
