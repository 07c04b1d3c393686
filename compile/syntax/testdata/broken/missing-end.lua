local function first(a)
  if a then
    print(a)
  return a
end

local function second(b)
  return b
end

function third() end
