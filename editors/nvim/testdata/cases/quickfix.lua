-- A quick fix changes the buffer, and the diagnostic goes.

local kit = require("kit")

local lines = {
  "local function f(g)",
  "  local s = '😀'; local x = 1",
  "  x = g(s)",
  "  return x",
  "end",
  "return f",
}
local buf = kit.open("fix.lua", lines)
kit.wait_diagnostics(buf, { "2:27-27 warning dead-store" })

kit.cursor(2, 27)
local actions = kit.request(buf, "textDocument/codeAction", {
  only = { "quickfix" },
  diagnostics = {},
})
assert(#actions > 0, "no actions")
kit.code_action(actions[1].title, { only = { "quickfix" } })
kit.wait("another text", function()
  return not vim.deep_equal(kit.lines(buf), lines)
end)
kit.wait_diagnostics(buf, {})
assert(loadstring(table.concat(kit.lines(buf), "\n")), "the text is broken")
