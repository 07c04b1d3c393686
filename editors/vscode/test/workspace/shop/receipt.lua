local function receipt(items, rate)
  local total, discount = 0, 0
  for _, item in ipairs(items) do
    total = total + item.price
    discount = discount + item.discount
  end
  if discount > 0 then
    total = total - discount
    discount = 0
  end
  local title = "Receipt"
  title = title:upper() .. ": "
  local tax = total * rate
  return title .. total
end

return receipt
