-- Writing a buffer applies verified fixes, if that is wanted, but takes nothing that was typed since
-- it was opened.

local kit = require("kit")
local luaflow = require("luaflow")

local lines = { "local function f(g)", "  local a = 1", "  a = g()", "  return a", "end", "return f" }
local buf = kit.open("save.lua", lines)
vim.bo.indentexpr = "" -- typed text stands where this test expects it
vim.bo.autoindent = false
kit.wait_diagnostics(buf, { "2:9-9 warning dead-store" })
vim.cmd("write")
kit.equal(kit.lines(buf), lines, "without the setting")

-- A function is typed, with a write after each line.
luaflow.config.fix_on_save = true
local typed = { "local function new(n)", "  local sum = 0", "  for i = 1, n do", "    sum = sum + i", "  end", "end" }
for i, line in ipairs(typed) do
  kit.cursor(math.max(i - 1, 1), 1)
  kit.type((i == 1 and "O" or "o") .. line .. "<Esc>")
  vim.cmd("write")
  kit.equal(vim.list_slice(kit.lines(buf), 1, i), vim.list_slice(typed, 1, i), "after line " .. i)
end
local now = kit.lines(buf)
kit.equal(vim.list_slice(now, #typed + 1), { "local function f(g)", "  local a = g()", "  return a", "end", "return f" },
  "what the file had when it was opened")
