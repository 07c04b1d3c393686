-- A use shows the definitions that reach it, a dead definition why it is dead.

local kit = require("kit")

local buf, dir = kit.open("hover.lua", {
  "local function f(a)",
  "  local x = 1",
  "  if a then",
  "    x = 2",
  "  end",
  "  return x",
  "end",
  "return f",
})
kit.client(buf)

kit.cursor(6, 10)
local hover = kit.request(buf, "textDocument/hover")
kit.equal(hover.contents.kind, "markdown", "kind")
for line, text in pairs({ [2] = "local x = 1", [4] = "x = 2" }) do
  local link = string.format("[line %d](%s#L%d): `%s`", line, vim.uri_from_fname(dir .. "/hover.lua"), line, text)
  assert(hover.contents.value:find(link, 1, true), link .. " is not in:\n" .. hover.contents.value)
end

-- The window that K opens.
vim.lsp.buf.hover()
kit.wait("a window", function()
  return #vim.api.nvim_list_wins() == 2
end)
