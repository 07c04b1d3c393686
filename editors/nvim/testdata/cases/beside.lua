-- Beside another Lua server nothing is answered twice but what luaflow is for.

local kit = require("kit")
local luaflow = require("luaflow")

local buf, dir = kit.open("a.lua", { "local n = 1", "return n" }, ".git")
kit.client(buf)
local id = vim.lsp.start_client({ name = "other", cmd = luaflow.config.cmd, root_dir = dir, init_options = { features = "all" } })
vim.lsp.buf_attach_client(buf, id) -- as vim.lsp.start does, which 0.7 does not have
kit.wait("a second client", function()
  return #kit.clients(buf) == 2
end)

local function answering(capability)
  local names = {}
  for _, client in ipairs(kit.clients(buf)) do
    if client.server_capabilities[capability] then
      table.insert(names, client.name)
    end
  end
  return table.concat(names, " ")
end

for _, capability in ipairs({
  "definitionProvider", "declarationProvider", "referencesProvider", "documentHighlightProvider", "renameProvider",
  "documentSymbolProvider", "foldingRangeProvider", "semanticTokensProvider", "inlayHintProvider",
}) do
  kit.equal(answering(capability), "other", capability)
end
