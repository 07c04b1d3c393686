local function counter(start)
  local count = start
  return function() count = count + 1; return count end
end
local next = counter(2) -- 𝛌 is two units
print(next(), next())
