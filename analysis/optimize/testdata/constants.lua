-- Constants are propagated, folded and loaded; what computed them goes.
local width, height = 3, 4
local area = width * height
local title = "w" .. "h"
if area > 10 then
  print(title, area)
else
  print("small", width)
end
local debug = false
local function trace(text)
  if debug then print("trace", text) end
  return text
end
print(trace("a"), not debug)
