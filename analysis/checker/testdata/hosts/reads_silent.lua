-- luacheck: std luajit+neovim+love
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
end

-- What is inside of a table is looked at as well.
local function show()
  local inner = {}
  inner.x = 1
  return vim.inspect({inner})
end
print(vim_of_ours, count({}, print), keep({}), show())
