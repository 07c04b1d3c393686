---@brief
---
--- luaflow finds dead stores and other waste in Lua code by following every value, and removes them where that is
--- proved to change nothing. It is meant to stand beside another server for Lua.

---@type vim.lsp.Config
return {
  cmd = { 'luaflow', 'lsp' },
  filetypes = { 'lua' },
  root_markers = { { '.luaflow.json', '.luarc.json', '.luacheckrc' }, '.git' },
}
