-- :checkhealth luaflow

local M = {}

-- Neovim 0.10 renamed these.
local health = vim.health or {}
local start = health.start or health.report_start or vim.fn["health#report_start"]
local ok = health.ok or health.report_ok or vim.fn["health#report_ok"]
local warn = health.warn or health.report_warn or vim.fn["health#report_warn"]
local err = health.error or health.report_error or vim.fn["health#report_error"]

local function check_program()
  local cmd = require("luaflow").config.cmd
  if vim.fn.executable(cmd[1]) == 0 then
    err(cmd[1] .. " cannot be run", {
      "put luaflow on your PATH, or name it: require('luaflow').setup({ cmd = { '/path/to/luaflow', 'lsp' } })",
    })
    return
  end
  local version = vim.fn.system({ cmd[1], "version" })
  if vim.v.shell_error == 0 then
    ok(vim.trim(version) .. ": " .. vim.fn.exepath(cmd[1]))
  else
    err(cmd[1] .. " version fails: " .. vim.trim(version))
  end
end

local function check_clients()
  local client = require("luaflow.client")
  local open = 0
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) and vim.bo[bufnr].filetype == "lua" then
      open = open + 1
      local name = vim.api.nvim_buf_get_name(bufnr)
      local running = client.of(bufnr)
      if running then
        ok(string.format("%s: served, root %s", name, running.config.root_dir or "none"))
      elseif name == "" then
        ok("a buffer without a name: no server, until it has one")
      else
        warn(name .. ": no server", { ":Luaflow log says more" })
      end
    end
  end
  if open == 0 then
    ok("no Lua buffer is open")
  end
end

function M.check()
  start("luaflow")
  local version = vim.version()
  ok(string.format("Neovim %d.%d.%d", version.major, version.minor, version.patch))
  check_program()
  check_clients()
end

return M
