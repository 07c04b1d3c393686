-- luacheck: std luajit+neovim+love+luanti
-- What these do with a table, or with the result, is needed.

local vim_of_ours = setmetatable({}, {__index = vim})

local function count(list, vim)
  local seen = {}
  for i, item in ipairs(list) do
    seen[i] = item
  end
  vim.tbl_count(seen)
  return #list
end

local function keep(list)
  local copy = {}
  for i, item in ipairs(list) do
    copy[i] = item
  end
  vim.tbl_count(copy) -- of which somebody may have changed a field: see above
  love.graphics.polygon("fill", copy)
  local last = {}
  last[1] = 2
  love.thread.getChannel("x"):push(last)
  return #list
end

-- What is inside of a table is looked at as well.
local function show()
  local inner = {}
  inner.x = 1
  return vim.inspect({inner})
end
print(vim_of_ours, count({}, print), keep({}), show())

-- A key may be a table, and a predicate may keep what it looks at.
local key = {}
local same = table.keyof({[key] = 1}, 1)
key.x = 1
print(same.x)

local item, kept = {}, nil
print(vim.tbl_contains({item}, function(v) kept = v return true end, {predicate = true}))
item.x = 1
print(kept.x)

local part = {}
local copied = vector.copy({x = part, y = 0, z = 0})
part.x = 1
print(copied.x.x)
