-- What other servers answer too is answered if it is asked for.

local kit = require("kit")
local luaflow = require("luaflow")

local source = { "local n = 0", "if ... then n = 1 end", "return n" }

local function definitions(name)
  local dir = vim.fn.tempname() .. name
  vim.fn.mkdir(dir .. "/.git", "p")
  local buf = kit.open_in(dir, "a.lua", source)
  local client = kit.client(buf)
  return client.server_capabilities.definitionProvider
end

kit.equal(definitions("none"), nil, "without features")
luaflow.config.features = { "definition" }
kit.equal(definitions("some"), true, "with definition")
luaflow.config.features = "all"
kit.equal(definitions("all"), true, "with all")
