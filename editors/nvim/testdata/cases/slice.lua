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

--- Replaces lines, which "u" then takes back alone.
local function write(from, to, lines)
  vim.cmd("let &undolevels = &undolevels")
  vim.api.nvim_buf_set_lines(buf, from, to, false, lines)
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

-- So it does when all lines are written anew, as formatters do, which sweeps the marks together.
local before = marks()
vim.api.nvim_buf_set_lines(buf, 0, -1, false, kit.lines(buf))
assert(not vim.deep_equal(marks(), before), "the marks are not swept together")
wait_marks(before)
vim.cmd("%!cat")
wait_marks(before)
kit.equal(kit.lines(buf)[2], "local a = f()", "the line of the slice")
write(0, -1, vim.tbl_map(function(line)
  return "  " .. line
end, kit.lines(buf)))
wait_marks({
  "1:0-8 LuaflowFaded",
  "2:12-15 LuaflowSlice", "2:8-9 LuaflowSlice", "2:8-9 LuaflowSliceAt",
  "3:0-26 LuaflowFaded", "4:12-13 LuaflowSlice", "5:0-14 LuaflowFaded", "6:2-14 LuaflowSlice",
})
kit.type("u")
wait_marks(before)

-- The name itself may be edited.
kit.cursor(2, 7)
kit.type("ia<Esc>")
wait_marks({
  "1:0-6 LuaflowFaded",
  "2:11-14 LuaflowSlice", "2:6-8 LuaflowSlice", "2:6-8 LuaflowSliceAt",
  "3:0-24 LuaflowFaded", "4:0-11 LuaflowFaded", "5:0-12 LuaflowFaded", "6:0-12 LuaflowFaded",
})
kit.type("u")
wait_marks(before)

-- What it is about goes, and with that the slice; it comes back with the text.
kit.cursor(2, 1)
kit.type("dd")
wait_marks({})
kit.type("u")
wait_marks(before)
write(1, 2, { "local other = 1" })
wait_marks({})
kit.type("u")
wait_marks(before)

-- While it is gone none is shown, so that the command shows another.
write(1, 2, {})
wait_marks({})
kit.cursor(4, 7)
vim.cmd("Luaflow slice")
kit.wait("another slice", function()
  return vim.tbl_contains(marks(), "4:6-7 LuaflowSliceAt")
end)
vim.cmd("Luaflow slice off")
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

-- What was faded already does not become darker: the colour is the same.
if kit.fades then
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, { "local function f(unread) end", "local a = 1", "return a, f" })
  kit.wait("what is faded", function()
    return vim.tbl_contains(kit.diagnostics(buf), "1:18-23 hint unused-parameter")
  end)
  kit.cursor(3, 8)
  vim.cmd("Luaflow slice")
  kit.wait("marks", function()
    return vim.tbl_contains(marks(), "1:0-28 LuaflowFaded")
  end)
  local groups = {}
  for _, mark in ipairs(vim.inspect_pos(buf, 0, 18).extmarks) do
    groups[mark.opts.hl_group or ""] = true
  end
  assert(groups.DiagnosticUnnecessary and groups.LuaflowFaded, vim.inspect(groups))
  local function look(group)
    return vim.api.nvim_get_hl(0, { name = group, link = false })
  end
  kit.equal(look("LuaflowFaded"), look("DiagnosticUnnecessary"), "how it looks")
  vim.cmd("Luaflow slice off")
  wait_marks({})
end

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
