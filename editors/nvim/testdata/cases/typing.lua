-- Typing breaks a line, and mends it.

local kit = require("kit")

local buf = kit.open("typing.lua", {
  "local function f(a)",
  "  return a",
  "end",
  "return f",
})
vim.bo.indentexpr = "" -- typed text stands where this test expects it
vim.bo.autoindent = false
kit.client(buf)
kit.wait_diagnostics(buf, {})

-- A new line that is not finished.
kit.cursor(2, 1)
kit.type("Olocal e = (a<Esc>")
kit.wait("a syntax error", function()
  local d = vim.diagnostic.get(buf)
  return #d == 1 and d[1].severity == vim.diagnostic.severity.ERROR
end)
kit.equal(vim.diagnostic.get(buf)[1].lnum, 2, "line of the error")

-- Finished: now its value is used by nobody.
kit.type("A)<Esc>")
kit.wait_diagnostics(buf, { "2:7-7 warning unused-local" })

-- Gone again.
kit.type("u")
kit.type("u")
kit.wait_diagnostics(buf, {})
kit.equal(#kit.lines(buf), 4, "lines")
