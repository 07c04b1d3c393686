-- luacheck: std neovim

local function setup(opts, mode)
  vim.tbl_extend("force", {}, opts)
  vim.tbl_extend("error", {a = 1}, {a = 2})
  vim.tbl_extend(mode, {a = 1}, {a = 2})
  vim.tbl_extend("force", {})
  vim.startswith("text", 1)
  vim.split("text", "(")
  vim.trim(opts)
  vim.deepcopy(opts)
  vim.tbl_map(print, {1})
  vim.list_extend(opts, {1})
  vim.validate({opts = {opts, "table"}})
  vim.schedule(print)
  vim.notify("text")
  vim.fn.getline(1)
  vim.api.nvim_buf_get_name(1)
  vim.api.nvim_get_current_buf() -- raises an error in a callback of the event loop
  vim.api.nvim_buf_is_valid(1)
  vim.api.nvim_buf_set_name(1, "x")
  vim.cmd("echo 1")
  print(vim.o.background)
  -- vim.inspect is a table, which is called
  if type(vim.inspect) == "function" then print(1) end
end
setup(...)

-- What is in the argument is in the result.
local inner = {}
local copy = vim.list_slice({inner})
inner.x = 1
print(copy[1].x)
local all = vim.tbl_extend("force", {inner = inner}, {})
inner.y = 1
print(all.inner.y)
