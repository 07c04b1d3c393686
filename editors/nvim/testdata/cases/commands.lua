-- The commands that show no marks: why, fixall, log, restart, and the health check.

local kit = require("kit")

local buf = kit.open("commands.lua", { "local x = 1", "x = f()", "return x" })
local client = kit.client(buf)
kit.wait_diagnostics(buf, { "1:7-7 warning dead-store" })

kit.cursor(1, 7)
vim.cmd("Luaflow why")
kit.wait("a list", function()
  return #vim.fn.getloclist(0) > 0
end)
local shown = vim.tbl_map(function(item)
  return string.format("%d:%d %s %s", item.lnum, item.col, item.type, item.text)
end, vim.fn.getloclist(0))
kit.equal(shown[1], "1:7 W value assigned to `x` is never read: overwritten at line 2 [dead-store]", "the first reason")
assert(shown[2]:find("^2:1  %- "), shown[2])
vim.cmd("lclose")

vim.cmd("Luaflow fixall")
kit.wait("the fix", function()
  return kit.lines(buf)[1] == "local x = f()"
end)

vim.cmd("Luaflow restart")
kit.wait("another client", function()
  local now = kit.clients(buf)
  return #now == 1 and now[1].id ~= client.id
end)
kit.type("ggO x = 2<Esc>")
kit.wait_diagnostics(buf, {})

-- And one for buffers whose server has crashed.
for _, pid in ipairs(vim.api.nvim_get_proc_children(vim.fn.getpid())) do
  vim.loop.kill(pid, "sigkill")
end
kit.wait("the end of the client", function()
  return #kit.clients(buf) == 0
end)
vim.cmd("Luaflow restart")
kit.client(buf)
kit.type("ggOlocal unused<Esc>")
kit.wait_diagnostics(buf, { "1:7-12 warning unused-local" })

vim.cmd("Luaflow log")
kit.equal(vim.api.nvim_buf_get_name(0), vim.fn.resolve(vim.env.LUAFLOW_LOG), "the log")
vim.cmd("tabclose")

vim.cmd("checkhealth luaflow")
local report = table.concat(kit.lines(0), "\n")
assert(report:find("luaflow %S+, .*go%d") and report:find("commands.lua: served", 1, true), report)
assert(not report:find("ERROR", 1, true), report)

-- Plugin managers make the tags of the help.
local manager = vim.fn.tempname()
vim.fn.mkdir(manager .. "/doc", "p")
vim.fn.writefile(vim.fn.readfile(vim.env.LUAFLOW_PLUGIN .. "/doc/luaflow.txt"), manager .. "/doc/luaflow.txt")
vim.opt.runtimepath:append(manager)
vim.cmd("helptags " .. manager .. "/doc")
vim.cmd("help :Luaflow")
assert(vim.api.nvim_buf_get_name(0):find("doc/luaflow.txt"), vim.api.nvim_buf_get_name(0))

local said
vim.notify = function(message)
  said = message
end
vim.cmd("Luaflow nothing")
kit.equal(said, "luaflow: usage: :Luaflow bytecode|cfg|fixall|flow|log|restart|slice|why", "usage")

-- Fixes are for the text that they were asked about, and for one that can be changed.
vim.cmd("helpclose")
buf = kit.open("changed.lua", { "local x = 1", "x = f()", "return x" })
kit.client(buf)
kit.wait_diagnostics(buf, { "1:7-7 warning dead-store" })
said = nil
vim.cmd("Luaflow fixall")
vim.api.nvim_buf_set_lines(buf, 0, 0, false, { "-- new" })
kit.wait("a message", function()
  return said
end)
assert(said:find("the text has changed"), said)
kit.equal(kit.lines(buf), { "-- new", "local x = 1", "x = f()", "return x" }, "the text")
vim.bo[buf].modifiable = false
vim.cmd("Luaflow fixall")
assert(said:find("cannot be changed"), said)
