-- The server for vim.lsp.enable("luaflow"), Neovim 0.11 and later.

local luaflow = require("luaflow")

return {
  cmd = luaflow.config.cmd,
  filetypes = { "lua" },
  root_markers = luaflow.config.root_markers,
  reuse_client = luaflow.reuse_client,
}
