-- Beside another Lua server nothing is answered twice but what luaflow is for. The other server is
-- luaflow itself with all features: what it answers to such a request any Lua server does.

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

--- How many of the servers answer a request about the place of the cursor with something.
local function answers(method, more)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(0, "utf-16"), more or {})
  local count = 0
  for _, answer in pairs(assert(vim.lsp.buf_request_sync(buf, method, params, kit.patience))) do
    if answer.result and answer.result ~= vim.NIL and not vim.tbl_isempty(answer.result) then
      count = count + 1
    end
  end
  return count
end

kit.cursor(1, 7)
local range = { start = { line = 0, character = 0 }, ["end"] = { line = 1, character = 0 } }
local edit = { range = range, context = { diagnostics = {} } }
for _, asked in ipairs({
  -- One outline, one rename, one colouring.
  { 1, "textDocument/documentSymbol" },
  { 1, "textDocument/rename", { newName = "m" } },
  { vim.lsp.semantic_tokens and 1, "textDocument/semanticTokens/full" }, -- Neovim colours from 0.9 on
  { 1, "textDocument/definition" },
  { 1, "textDocument/references", { context = { includeDeclaration = true } } },
  { 1, "textDocument/documentHighlight" },
  -- What luaflow is for, each says of its own.
  { 2, "textDocument/hover" },
  { 2, "textDocument/codeAction", edit },
  { 2, "textDocument/prepareCallHierarchy" },
}) do
  if asked[1] then
    kit.equal(answers(asked[2], asked[3]), asked[1], asked[2])
  end
end
