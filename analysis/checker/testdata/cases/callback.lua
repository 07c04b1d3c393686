-- A callback writes what a loop waits for.

local function wait(on)
  local done = false
  on("end", function() done = true end)
  while not done do poll() end
end

return wait
