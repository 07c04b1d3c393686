-- The server for vim.lsp.enable("luaflow"), Neovim 0.11 and later.

local luaflow = require("luaflow")

return {
  cmd = luaflow.config.cmd,
  filetypes = { "lua" },
  root_markers = luaflow.config.root_markers,
  -- A buffer has none, and no server, until it has a name: Neovim would not find it by its URI.
  root_dir = function(bufnr, on_dir)
    if vim.api.nvim_buf_get_name(bufnr) ~= "" then
      on_dir(vim.fs.root(bufnr, vim.lsp.config.luaflow.root_markers))
    end
  end,
  reuse_client = luaflow.reuse_client,
  before_init = luaflow.before_init,
}
