-- dense.lua SHAPE BYTES: a file of one short piece of Lua over and over, of at least
-- so many bytes, that Lua accepts.
local shapes = {
  calls = { "local total, value = 0, 1\n", "  total = total + compute(value, 17)\n", "" },
  assignments = { "", "x = 1\n", "" },
  records = { "return {\n", '  {name = "abc", x = 1.5, y = true},\n', "}\n" },
  numbers = { "return {", "1,", "}\n" },
  functions = { "local M = {}\n", "function M.f(event, data)\n  local r = data.field\n  if event then return r + 1 end\nend\n", "return M\n" },
  branches = { "", "if a then b() end\n", "" },
}
local head, piece, tail = table.unpack((assert(shapes[arg[1]], "no such shape")))
local n = math.ceil((assert(tonumber(arg[2]), "how many bytes?") - #head - #tail) / #piece)
io.write(head, piece:rep(n), tail)
