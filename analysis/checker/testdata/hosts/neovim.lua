-- luacheck: std neovim

local defaults = {a = 1}
local function setup()
  local own = {b = 2}
  vim.tbl_extend("force", defaults, own) -- want "the result of `vim\\.tbl_extend` is not used" discarded-pure-call
--    ^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  vim.tbl_extend("keep", own, {}) -- want "the result of `vim\\.tbl_extend` is not used" discarded-pure-call
--    ^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  vim.trim(" x ") -- want "the result of `vim\\.trim` is not used" discarded-pure-call
--    ^^^^
--~~~~~~~~~~~~~~~
  vim.startswith("text", "t") -- want "the result of `vim\\.startswith` is not used" discarded-pure-call
--    ^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~~~~
  vim.tbl_isempty(own) -- want "the result of `vim\\.tbl_isempty` is not used" discarded-pure-call
--    ^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~
  vim.loop.hrtime() -- want "the result of `vim\\.loop\\.hrtime` is not used" discarded-pure-call
--         ^^^^^^
--~~~~~~~~~~~~~~~~~
  vim.api.nvim_get_mode() -- want "the result of `vim\\.api\\.nvim_get_mode` is not used" discarded-pure-call
--        ^^^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~
  local api = vim.api
  api.nvim_get_mode() -- want "the result of `api\\.nvim_get_mode` is not used" discarded-pure-call
--    ^^^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~
  vim.schedule_wrap(print)
end
setup()
