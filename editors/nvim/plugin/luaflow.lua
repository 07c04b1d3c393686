-- Starts the luaflow language server for Lua buffers. Neovim sources this file by
-- itself; `let g:loaded_luaflow = 1` before that keeps it from doing anything.

if vim.g.loaded_luaflow then
  return
end
vim.g.loaded_luaflow = 1

require("luaflow.command").define()

if vim.lsp.enable then -- 0.11 and later: Neovim itself attaches by lsp/luaflow.lua
  vim.lsp.enable("luaflow")
  return
end

vim.api.nvim_create_autocmd("FileType", {
  group = vim.api.nvim_create_augroup("luaflow", {}),
  pattern = "lua",
  desc = "attach the luaflow language server",
  callback = function(event)
    require("luaflow").attach(event.buf)
  end,
})
