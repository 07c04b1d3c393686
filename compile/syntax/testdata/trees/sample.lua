#!/usr/bin/env lua
--[==[ A small inventory.
It holds every kind of statement and expression ]==]
local Inventory = {}
Inventory.__index = Inventory

local format, unpack = string.format, table.unpack
local LIMIT, RATE, MASK = 1000, 0x.8p1, 0xFFFF and 0xFF or ~0

local kinds = {
  "bolt", 'nut', [[washer
of steel]];
  bolt = { weight = 2.5e-1, price = 3, },
  nut = { weight = .5, price = 4 // 3 },
  [1 << 4] = -2 ^ -3, ["wash\z
       er"] = #"\u{48}\x69\065\n" .. 'it\'s',
}

--- Makes an inventory.
function Inventory.new(name, ...)
  local self = setmetatable({ name = name, count = 0, items = {} }, Inventory)
  for i, item in ipairs({ ... }) do
    self:add(item, i)
  end
  return self
end

function Inventory:add(item, n)
  if not item then return nil, "no item" end
  n = n or 1
  local old = self.items[item]
  if old == nil then
    self.items[item] = n
  elseif old + n > LIMIT then
    return nil, ("too many of %s: %d"):format(item, old + n)
  else
    self.items[item], self.count = old + n, self.count + n
  end
  return true
end

local function walk(t, visit, depth)
  depth = depth or 0;
  for k, v in pairs(t) do
    if type(v) == "table" then
      walk(v, visit, depth + 1)
    elseif visit(k, v, depth) == false then
      break
    end
  end
end

function Inventory:total()
  local sum = 0
  for i = #kinds, 1, -1 do
    local kind = kinds[kinds[i]]
    while kind do
      if kind.weight ~= 0 and kind.price >= 2 then
        sum = sum + kind.price * (self.items[kinds[i]] or 0)
        goto done
      end
      do break end
    end
    ::done::
  end
  return sum % 2^53, sum & MASK | 1 ~ 3 >> 1
end

local function report(inv)
  local lines, i = {}, 0
  repeat
    i = i + 1
    local name = kinds[i]
    lines[#lines + 1] = name and format("%-10s %5d", name, inv.items[name] or 0)
  until not name or i > 100
  print(table.concat(lines, "\n"))
end

local inv = Inventory.new("workshop", "bolt", "nut")
inv:add"nut"
walk(inv, function(k, v) print(k, v) return v ~= LIMIT end)
report(inv)
return Inventory, (inv:total()), RATE
