-- A buffer is served under the name that it has, and as soon as it has one.

local kit = require("kit")

local text = { "local x = 1", "x = f()", "return x" }
local found = { "1:7-7 warning dead-store" }
local buf, dir = kit.open("first.lua", text)
local client = kit.client(buf)
kit.wait_diagnostics(buf, found)

vim.cmd("saveas " .. dir .. "/second.lua")
kit.equal(kit.client(buf).id, client.id, "the client")
kit.type("ggO-- new<Esc>")
kit.wait_diagnostics(buf, { "2:7-7 warning dead-store" })
kit.cursor(2, 7)
vim.cmd("Luaflow fixall")
kit.wait("the fix", function()
  return kit.lines(buf)[2] == "local x = f()"
end)

vim.cmd("enew")
vim.bo.filetype = "lua"
buf = vim.api.nvim_get_current_buf()
vim.api.nvim_buf_set_lines(buf, 0, -1, false, text)
kit.equal(#kit.clients(buf), 0, "number of clients of a buffer without a name")
vim.cmd("write " .. dir .. "/third.lua")
kit.client(buf)
kit.wait_diagnostics(buf, found)
