-- A receipt, with the kind of waste that gathers in real code.

local function receipt(items, rate)
  local total, discount = 0, 0
  for _, item in ipairs(items) do
    total = total + item.price
    if item.discount then
      discount = discount + item.discount
    end
  end
  if discount > 0 then
    total = total - discount
    discount = 0
  end
  local tax = total * rate
  local title = "Receipt"
  title = ("Receipt for %d items"):format(#items)
  return title .. ": " .. total
end

print(receipt({ { price = 3 }, { price = 4, discount = 1 } }, 0.2))
