-- What is missing may be what gives the value, or what keeps control away.

local function f()
  local x
  if x then print(x) end
  print(x)
end

local = f
