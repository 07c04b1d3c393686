-- Missing text may read anything.

function sum(n)
  local s = 0
  for i = 1, n do s = s + i end
end

function broken()
  local x = = 1
end
