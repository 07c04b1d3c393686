-- Values that are only used for each other: the reason in a hover, and one quick fix.

local kit = require("kit")

local lines = {
  "local function total(cart)",
  "  local checked, sum = 0, 0",
  "  for i = 1, #cart do",
  "    sum = sum + cart[i]",
  "    checked = checked + 1",
  "  end",
  "  return sum",
  "end",
  "return total",
}
local buf = kit.open("why.lua", lines)
local found = { "2:9-15 warning dead-cycle" }
if kit.fades then
  table.insert(found, "5:5-25 hint dead-cycle")
end
kit.wait_diagnostics(buf, found)

kit.cursor(5, 5)
local hover = kit.request(buf, "textDocument/hover").contents.value
local why = "nothing needs the value assigned to `checked`"
assert(hover:find(why, 1, true), why .. " is not in:\n" .. hover)

kit.cursor(2, 9)
kit.code_action("remove `checked`, which nothing needs (if verified)", { only = { "quickfix" } })
kit.wait_diagnostics(buf, {})
kit.equal(kit.lines(buf), {
  "local function total(cart)",
  "  local sum = 0",
  "  for i = 1, #cart do",
  "    sum = sum + cart[i]",
  "  end",
  "  return sum",
  "end",
  "return total",
}, "text")
