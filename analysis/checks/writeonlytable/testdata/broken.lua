-- Missing text may read anything.

function filled()
  local t = {}
  t.x = 1
end

function broken()
  local x = = 1
end
