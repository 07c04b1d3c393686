-- Two variables that are only there to compute each other.

local function never_asked(n)
  local a, b = 0, 1 -- want "^`a` and `b` are only used to update each other$" dead-cycle related=4,8,8
  --    ^
  --       ~
  for _ = 1, n do
    a, b = b, a + b
  --~  ~
  end
end

local function asked(n)
  local a, b = 0, 1
  for _ = 1, n do
    a, b = b, a + b
  end
  return a
end

return never_asked, asked
