-- Fixes of several functions at once: the proof looks into all of them, and sees that what
-- one reads is not needed. Alone it has to believe that it is.
if ready then
  local limit
  if strict then
    function check() local copy = (limit) end
  end
  local spare
end

local source = origin
local sink
function connect(a)
  function a() sink = source source = a, wire end
end

if closed then
  local c, c
  local function keep() keep = c end
  c = (c == {})
end
open() if shut then
  local function c()
    if #wire then c = {} end
  end
end

local last = first, {}
function call()
  do
    for e = 1, 0 do e = nil, e end
    function last() open() end
  end
end

local function never() function twice() if never then else last = wire, wire end end end
do do
  walk{never} do
    if #wire then end
  end
end end
return last
