-- The buffers of a project share a client; another project has its own; files
-- outside of projects share one.

local kit = require("kit")

local function client_of(buf)
  return kit.client(buf).id
end

local source = { "return 1" }
local first, dir = kit.open("a.lua", source, ".git")
local one = client_of(first)
kit.equal(client_of(kit.open_in(dir, "deep/below/b.lua", source)), one, "client of the same project")
local two = client_of((kit.open("c.lua", source, ".git")))
assert(two ~= one, "another project has the same client")

local none = client_of((kit.open("d.lua", source)))
assert(none ~= one and none ~= two, "a file outside has the client of a project")
kit.equal(client_of((kit.open("e.lua", source))), none, "client of another file outside")

-- What is no file gets none.
vim.cmd("enew")
vim.bo.buftype = "nofile"
vim.bo.filetype = "lua"
kit.equal(#kit.clients(0), 0, "clients of a scratch buffer")
