-- What is to be faded and no more is left to editors that fade.

local kit = require("kit")

local buf = kit.open("fading.lua", {
  "local M = {}",
  "function M.on(id, event)",
  "  return id",
  "end",
  "local function unused()",
  "  return M",
  "end",
  "return M",
})
kit.client(buf)
local want = { "5:16-21 warning unused-function" }
if kit.fades then
  want = { "2:19-23 hint unused-parameter", "5:16-21 warning unused-function" }
end
kit.wait_diagnostics(buf, want)
