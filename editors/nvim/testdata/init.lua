-- The user's configuration in the tests: the plugin, and nothing else.

vim.opt.runtimepath:prepend(vim.env.LUAFLOW_PLUGIN)
vim.opt.swapfile = false
vim.cmd("filetype on")
require("luaflow").setup({ cmd = { vim.env.LUAFLOW_BINARY, "lsp", "--log", vim.env.LUAFLOW_LOG } })
