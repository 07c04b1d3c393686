-- Without the program there is one message, and no error. From 0.11 on the message
-- is Neovim's own, in its log.

local kit = require("kit")

local said = {}
vim.notify = function(message)
  table.insert(said, message)
end
require("luaflow").setup({ cmd = { "/nowhere/luaflow", "lsp" } })
for _, name in ipairs({ "a.lua", "b.lua" }) do
  kit.equal(#kit.clients((kit.open(name, { "return 1" }))), 0, "clients")
end
kit.equal(said, vim.lsp.enable and {} or { "luaflow: cannot run /nowhere/luaflow" }, "messages")
