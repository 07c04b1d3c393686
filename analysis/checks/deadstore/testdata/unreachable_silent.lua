-- A constant condition keeps control from nothing: it is a switch. And what is read on
-- some way is read.

local DEBUG = false

function switched_off(p)
  local last = 0
  last = p()
  if DEBUG then print(last) end
end

function only_declared(p)
  local x = p()
  do return end
  print(x)
end

function handed_to_error(p)
  local a = p
  if p() then
    a = 3
    error(a)
  end
  return a
end

function seen_by_a_handler(p)
  local a = p
  p(function() return a end)
  a = 3
  error("x")
end

function may_return(p)
  local a = p
  if p() then
    a = 3
    p("x")
  end
  return a
end

function released(p)
  local a = p()
  print(a)
  a = nil
  error("x")
  print(a)
end
