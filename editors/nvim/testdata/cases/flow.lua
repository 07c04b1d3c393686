-- The quickfix list has where a value comes from, the place that was asked about, and where the
-- value goes, so that :cprevious and :cnext walk it.

local kit = require("kit")

local buf = kit.open("flow.lua", {
  "local a = f()",
  "local b = a + 1",
  "local c = b",
  "print(c)",
  "local function h() end",
  "h()",
})
kit.client(buf)
local win = vim.api.nvim_get_current_win()

local function shown()
  return vim.tbl_map(function(item)
    return string.format("%d:%d %s", item.lnum, item.col, item.text)
  end, vim.fn.getqflist())
end

local function walk(words, line, col, want)
  vim.fn.setqflist({}, "f")
  kit.cursor(line, col)
  vim.cmd("Luaflow flow " .. words)
  kit.wait("a list", function()
    return #vim.fn.getqflist() > 0
  end)
  kit.equal(shown(), want, "flow " .. words)
  kit.equal(vim.api.nvim_get_current_win(), win, "the current window")
end

local source, other = "1:11     <- f(): local a = f()", "1:7   <- a: local a = f()"
local here = "2:7 b: local b = a + 1"
local target, last = "3:7   -> c: local c = b", "4:1     -> print(c): print(c)"
walk("", 2, 7, { source, other, here, target, last })
kit.equal(vim.fn.getqflist({ idx = 0 }).idx, 3, "the place in the list")
vim.cmd("cprevious")
kit.equal(vim.api.nvim_win_get_cursor(win), { 1, 6 }, "back")
vim.cmd("cprevious")
kit.equal(vim.api.nvim_win_get_cursor(win), { 1, 10 }, "back to the beginning")
vim.cmd("3cc")
vim.cmd("cnext")
kit.equal(vim.api.nvim_win_get_cursor(win), { 3, 6 }, "forth")
vim.cmd("cclose")

walk("backward", 2, 7, { source, other, here })
walk("forward", 2, 7, { here, target, last })
vim.cmd("cclose")

-- On the name of a function there is no value to follow, and that is said.
local said
vim.notify = function(message)
  said = message
end
kit.cursor(6, 1)
vim.cmd("Luaflow flow")
kit.wait("a message", function()
  return said
end)
assert(said:find("no value is followed from here"), said)
