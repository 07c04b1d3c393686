-- With all features Neovim's own commands show what luaflow answers: definitions, references, rename,
-- the tree of a value, symbols, and where this Neovim can, hints.

local kit = require("kit")

require("luaflow").config.features = "all"
local buf = kit.open("native.lua", {
  "local n = 0",
  "if ... then",
  "  n = 1",
  "end",
  "local function f() return n end",
  "print(n, f)",
  "local limit = 3",
  "print(limit)",
}, ".git")
local client = kit.client(buf)
local win = vim.api.nvim_get_current_win()

--- What Neovim puts into the quickfix list, or the location list, when it is asked for something.
local function listed(ask)
  vim.fn.setqflist({}, "f")
  vim.fn.setloclist(win, {}, "f")
  ask()
  local items
  kit.wait("a list", function()
    items = vim.list_extend(vim.fn.getqflist(), vim.fn.getloclist(win))
    return #items > 0
  end)
  local places = vim.tbl_map(function(item)
    return string.format("%d:%d", item.lnum, item.col)
  end, items)
  vim.cmd("cclose | lclose")
  vim.api.nvim_set_current_win(win)
  return places
end

kit.cursor(6, 7)
kit.equal(listed(function()
  vim.lsp.buf.definition()
end), { "1:7", "3:3" }, "definitions")
kit.cursor(6, 7)
kit.equal(#listed(function()
  vim.lsp.buf.references()
end), 4, "number of references")
kit.cursor(6, 7)
kit.equal(#listed(function()
  vim.lsp.buf.incoming_calls()
end), 2, "number of places that the value comes from")
kit.equal(#listed(function()
  vim.lsp.buf.document_symbol()
end), 3, "number of symbols")

kit.cursor(6, 7)
vim.lsp.buf.rename("count")
kit.wait("the new name", function()
  return kit.lines(buf)[6] == "print(count, f)"
end)
kit.equal(kit.lines(buf)[3], "  count = 1", "the assignment")

-- What would be captured is refused, and said by what.
local said
vim.notify = function(message)
  said = message
end
kit.cursor(6, 7)
vim.lsp.buf.rename("f")
kit.wait("a message", function()
  return said
end)
assert(said:find("`f`"), said)
kit.equal(kit.lines(buf)[6], "print(count, f)", "the text")

if vim.lsp.inlay_hint and vim.lsp.inlay_hint.get then
  vim.lsp.inlay_hint.enable(true, { bufnr = buf })
  kit.wait("a hint", function()
    return #vim.lsp.inlay_hint.get({ bufnr = buf }) > 0
  end)
  kit.equal(vim.lsp.inlay_hint.get({ bufnr = buf })[1].inlay_hint.label, "= 3", "the hint")
end
if vim.lsp.semantic_tokens then
  assert(client.server_capabilities.semanticTokensProvider, "no colours")
end
