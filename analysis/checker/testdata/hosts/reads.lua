-- luacheck: std luajit+neovim+love+luanti
-- Tables that functions only read, and values that nothing needs.

local function count(list)
  local seen = {} -- want "table `seen` is filled at line 9, and read at line 11 only for values that nothing needs" write-only-table 241 related=9,11
--      ^^^^
--      ~~~~~~~~~
  for i, item in ipairs(list) do
    seen[i] = item
  end
  local n = vim.tbl_count(seen) -- want "value assigned to `n` is never read: overwritten at line 14" dead-store 311 related=14
--      ^
--      ~~~~~~~~~~~~~~~~~~~~~~~
  n = #list
  return n
end

local function frame()
  local colour = {1, 0, 0}
  love.graphics.setColor(colour)
  local width = love.graphics.getWidth() -- want "value assigned to `width` is never read: overwritten at line 24" dead-store 311 related=24
--      ^^^^^
--      ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  width = 100
  return width
end

-- It has no effect: what it calls only looks.
local function depth(t)
  local opts = {t}
  return vim.tbl_count(opts)
end

  depth({}) -- want "the result of `depth` is not used" discarded-pure-call related=29
--^^^^^
--~~~~~~~~~

print(count({}), frame())

local item = {} -- want "table `item` is filled at line 44, and never read" write-only-table 241 related=44
--    ^^^^
--    ~~~~~~~~~
print(vim.list_contains({item}, 1))
  item.x = 1
--~~~~~~~~~~
