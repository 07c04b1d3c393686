-- Prints receipts, with the leftovers of a discount.
local error = error

---@type number
local rate = 0.2

-- The name of the shop.
local shop = "corner"

local function check(item)
  if not item.price then
    error("no price")
    return item.price
  end
  return item
end

local function total(items)
  local sum, discount = 0, false
  local seen = {}
  for i = 1, #items do
    seen[#seen + 1] = i
    local price = check(items[i]).price
    if price == 3 then discount = true else print("item", i, price) end
    if price < 3 then
      discount = false
    else
      print("large", price)
    end
    sum = sum + price
  end
  for i = 1, 3 do discount = i end
  while true do discount = nil break end
  return sum
end

local title = "Receipt"
print(shop == nil)
title = "Bill"
print(title, total { { price = 1 }, { price = 3 }, { price = 0 / 0 } })
local first, second = total { { price = 2 } }, total { { price = 5 } }
print(first)
print(pcall(total, { {} }) == false)
