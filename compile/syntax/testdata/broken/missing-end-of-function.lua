function M.first(a)
  while a do
    a = next(a)
  end

M.second = function(b)
  return b
end

local third = 1
