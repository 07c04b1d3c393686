-- nvim -l nvim.lua LINTER: opens total.lua of the current folder, with the server luaflow enabled as nvim-lspconfig
-- configures it, and prints what it says as `luaflow check` does; fails if the parser of LINTER, for nvim-lint, finds something
-- else of that rank in what luaflow prints. Ends with 1 if there is something.

local names = { "error", "warning", "info", "hint" }

local function printed(list)
  list = vim.tbl_filter(function(d) return d.severity <= vim.diagnostic.severity.WARN end, list)
  local lines = {}
  for _, d in ipairs(list) do
    lines[#lines + 1] = ("total.lua:%d:%d: %s: %s"):format(d.lnum + 1, d.col + 1, names[d.severity], d.message)
  end
  return table.concat(lines, "\n")
end

vim.lsp.enable("luaflow")
vim.cmd.edit("total.lua")
vim.bo.filetype = "lua"
vim.wait(10000, function() return #vim.diagnostic.get(0) > 0 end)
local served = printed(vim.diagnostic.get(0))
print(served)

local linter = dofile(arg[1])
local command = { linter.cmd }
for _, a in ipairs(linter.args) do
  command[#command + 1] = type(a) == "function" and a() or a
end
local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\n") .. "\n"
local linted = printed(linter.parser(vim.system(command, { stdin = text, text = true }):wait().stdout))
if linted ~= served then
  print("nvim-lint: " .. linted)
  os.exit(2)
end
os.exit(served ~= "" and 1 or 0)
