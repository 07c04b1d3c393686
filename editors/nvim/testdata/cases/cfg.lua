-- The graph follows the cursor, and the cursor in it marks the text.

local kit = require("kit")

local buf = kit.open("cfg.lua", {
  "local function f(a)",
  "  if a then",
  "    a = 1",
  "  end",
  "  return a",
  "end",
  "return f",
})
kit.client(buf)
local source = vim.api.nvim_get_current_win()
kit.cursor(3, 5)
vim.cmd("Luaflow cfg")
kit.wait("a window", function()
  return #vim.api.nvim_list_wins() == 2
end)
local drawn = vim.api.nvim_list_wins()[2]
local list = vim.api.nvim_win_get_buf(drawn)
kit.equal(kit.lines(list), {
  "   b0",
  "     2  if a then",
  "╭── to b2 if `a` is false",
  "│  b1",
  "│    3  a = 1",
  "╰─▶b2",
  "     5  return a",
  "",
}, "the drawing")
kit.wait("the cursor in the drawing", function()
  return vim.api.nvim_win_get_cursor(drawn)[1] == 5
end)
vim.api.nvim_set_current_win(drawn)
vim.api.nvim_win_set_cursor(drawn, { 7, 0 })
vim.cmd("doautocmd <nomodeline> CursorMoved")
kit.equal(vim.api.nvim_win_get_cursor(source), { 5, 2 }, "the cursor in the text")
