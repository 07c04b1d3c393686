-- Runs the test that LUAFLOW_TEST names, and ends Neovim with its result.

package.path = vim.env.LUAFLOW_TESTDATA .. "/?.lua;" .. package.path

local ok, err = xpcall(dofile, debug.traceback, vim.env.LUAFLOW_TEST)
if not ok then
  io.stderr:write(err .. "\n")
  vim.cmd("cquit 1")
end
vim.cmd("qall!")
