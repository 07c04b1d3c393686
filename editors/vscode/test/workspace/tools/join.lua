local function join(list, separator)
  local text = table.concat(list)
  local unused = 1
  text = table.concat(list, separator)
  return text
end

return join
