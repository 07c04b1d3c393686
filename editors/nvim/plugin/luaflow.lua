-- Starts the luaflow language server for Lua buffers. Neovim sources this file by
-- itself; `let g:loaded_luaflow = 1` before that keeps it from doing anything.

if vim.g.loaded_luaflow then
  return
end
vim.g.loaded_luaflow = 1

require("luaflow.command").define()

local group = vim.api.nvim_create_augroup("luaflow", {})

if vim.lsp.enable then -- 0.11 and later: Neovim itself attaches by lsp/luaflow.lua
  vim.lsp.enable("luaflow")
else
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = "lua",
    desc = "attach the luaflow language server",
    callback = function(event)
      require("luaflow").attach(event.buf)
    end,
  })
end

vim.api.nvim_create_autocmd("BufWritePre", {
  group = group,
  desc = "apply the verified fixes of luaflow, if that is wanted",
  callback = function(event)
    if vim.bo[event.buf].filetype == "lua" then
      require("luaflow.command").fix_before_write(event.buf)
    end
  end,
})

-- BufNew is what :write NAME says of a buffer that had no name.
for event, act in pairs({ BufFilePre = "before_rename", BufFilePost = "after_rename", BufNew = "after_rename" }) do
  vim.api.nvim_create_autocmd(event, {
    group = group,
    desc = "tell the luaflow language server the name of a buffer",
    callback = function(e)
      if vim.bo[e.buf].filetype == "lua" then
        require("luaflow")[act](e.buf)
      end
    end,
  })
end
