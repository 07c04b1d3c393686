-- All verified fixes at once, as one undo step.

local kit = require("kit")

local lines = {
  "local function f(g)",
  "  local a = 1",
  "  a = g()",
  "  local b = g()",
  "  return a",
  "end",
  "return f",
}
local buf = kit.open("all.lua", lines)
kit.wait_diagnostics(buf, { "2:9-9 warning dead-store", "4:9-9 warning unused-local" })

kit.code_action("apply all verified fixes of luaflow", { only = { "source.fixAll.luaflow" } })
kit.wait_diagnostics(buf, {})
kit.equal(kit.lines(buf), {
  "local function f(g)",
  "  local a = g()",
  "  g()",
  "  return a",
  "end",
  "return f",
}, "text")

kit.type("u")
kit.equal(kit.lines(buf), lines, "text after undo")
