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

-- Other options of the server go with them.
luaflow.config.options = { references = "telepathy" }
local told = {}
local notify = vim.lsp.handlers["window/showMessage"]
vim.lsp.handlers["window/showMessage"] = function(_, result)
  table.insert(told, result.message)
end
definitions("options")
kit.wait("what is wrong with the option", function()
  return told[1] and told[1]:find("telepathy")
end)
vim.lsp.handlers["window/showMessage"] = notify
