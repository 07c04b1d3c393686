-- A slice fades the lines that it leaves out, until it is ended, and moves with the text.

local kit = require("kit")

local buf = kit.open("slice.lua", {
  "local a = f()",
  "local é, b = '€', g()",
  "print(b, é)",
  "print(a)",
})
kit.client(buf)
local namespace = vim.api.nvim_get_namespaces()["luaflow-slice"] or vim.api.nvim_create_namespace("luaflow-slice")

--- "2:14-17 LuaflowSlice", lines from 1 and bytes from 0, of all marks.
local function marks()
  local found = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buf, namespace, 0, -1, { details = true })) do
    table.insert(found, string.format("%d:%d-%d %s", mark[2] + 1, mark[3], mark[4].end_col, mark[4].hl_group))
  end
  table.sort(found)
  return found
end

local function wait_marks(want)
  local ok = vim.wait(kit.patience, function()
    return vim.deep_equal(marks(), want)
  end, 5)
  if not ok then
    kit.equal(marks(), want, "marks")
  end
end

kit.cursor(3, 7)
vim.cmd("Luaflow slice")
wait_marks({ "1:0-13 LuaflowFaded", "2:21-24 LuaflowSlice", "3:6-7 LuaflowSlice", "3:6-7 LuaflowSliceAt", "4:0-8 LuaflowFaded" })

-- Again ends it.
vim.cmd("Luaflow slice")
wait_marks({})

kit.cursor(1, 7)
vim.cmd("Luaflow slice forward")
wait_marks({
  "1:10-13 LuaflowSlice", "1:6-7 LuaflowSlice", "1:6-7 LuaflowSliceAt",
  "2:0-24 LuaflowFaded", "3:0-12 LuaflowFaded", "4:0-8 LuaflowSlice",
})

-- It moves with the text, at once, and then says what is so in the new one.
vim.api.nvim_buf_set_lines(buf, 0, 0, false, { "-- new" })
kit.equal(marks(), {
  "2:10-13 LuaflowSlice", "2:6-7 LuaflowSlice", "2:6-7 LuaflowSliceAt",
  "3:0-24 LuaflowFaded", "4:0-12 LuaflowFaded", "5:0-8 LuaflowSlice",
}, "marks that have moved")
wait_marks({
  "1:0-6 LuaflowFaded",
  "2:10-13 LuaflowSlice", "2:6-7 LuaflowSlice", "2:6-7 LuaflowSliceAt",
  "3:0-24 LuaflowFaded", "4:0-12 LuaflowFaded", "5:0-8 LuaflowSlice",
})
kit.cursor(5, 7)
kit.type("a + 1<Esc>")
kit.cursor(4, 1)
kit.type("Olocal c = a<Esc>")
wait_marks({
  "1:0-6 LuaflowFaded",
  "2:10-13 LuaflowSlice", "2:6-7 LuaflowSlice", "2:6-7 LuaflowSliceAt",
  "3:0-24 LuaflowFaded", "4:10-11 LuaflowSlice", "5:0-12 LuaflowFaded", "6:0-12 LuaflowSlice",
})

-- While a statement is broken it stays, and is mended with it.
kit.cursor(6, 1)
kit.type("Olocal d = (<Esc>")
kit.wait("the finding", function()
  return #vim.diagnostic.get(buf, { severity = vim.diagnostic.severity.ERROR }) > 0
end)
assert(#marks() > 0, "the slice is gone")
kit.cursor(6, 1)
kit.type("dd")
wait_marks({
  "1:0-6 LuaflowFaded",
  "2:10-13 LuaflowSlice", "2:6-7 LuaflowSlice", "2:6-7 LuaflowSliceAt",
  "3:0-24 LuaflowFaded", "4:10-11 LuaflowSlice", "5:0-12 LuaflowFaded", "6:0-12 LuaflowSlice",
})

-- What it is about goes, and with that the slice.
kit.cursor(2, 1)
kit.type("dd")
wait_marks({})
kit.type("u")

-- And the file that is read again.
vim.cmd("edit!")
kit.client(buf)
kit.cursor(3, 7)
vim.cmd("Luaflow slice")
kit.wait("marks", function()
  return #marks() > 0
end)
vim.cmd("edit!")
wait_marks({})
kit.client(buf)

-- Where there is nothing, that is said.
local said
vim.notify = function(message)
  said = message
end
vim.api.nvim_buf_set_lines(buf, 0, 0, false, { "" })
kit.cursor(1, 1)
vim.cmd("Luaflow slice")
kit.wait("a message", function()
  return said
end)
assert(said:find("^luaflow: nothing is computed here"), said)
kit.equal(vim.fn.getcompletion("Luaflow sl", "cmdline"), { "slice" }, "completion")
kit.equal(vim.fn.getcompletion("Luaflow slice f", "cmdline"), { "forward" }, "completion")
