local function discount(cart)
  local rate = 0.1
  if cart.vip then
    rate = 0.2
  else
    rate = 0.05
  end
  return cart.total * rate
end

local function first(list, wanted)
  for i, item in ipairs(list) do
    if item == wanted and not item.gone then
      return i
    end
    while item do
      if item.stop then break end
      item = item.next
    end
  end
  do return nil end
  print("never")
end

local function retry(f)
  ::again::
  local ok = f() or f(1)
  if not ok then goto again end
  repeat until f()
  for i = 1, 10 do f(i) end
end
return discount, first, retry
