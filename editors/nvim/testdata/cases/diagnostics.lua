-- Diagnostics appear when a file is opened, and go when its buffer is unloaded.

local kit = require("kit")

local buf = kit.open("dead.lua", {
  "local function f(g)",
  "  local x = g()",
  "  x = g()",
  "  return x",
  "end",
  "return f",
})
kit.wait_diagnostics(buf, { "2:9-9 warning dead-store" })

local d = vim.diagnostic.get(buf)[1]
kit.equal(d.source, "luaflow", "source")
kit.equal(d.message, "value assigned to `x` is never read: overwritten at line 3", "message")
kit.equal(d.severity, vim.diagnostic.severity.WARN, "severity")

vim.cmd("bdelete!")
kit.wait_diagnostics(buf, {})
