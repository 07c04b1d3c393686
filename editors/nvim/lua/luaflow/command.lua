-- The command :Luaflow and its subcommands.

local client = require("luaflow.client")

local M = {}

--- Applies all verified fixes to a buffer, as one change.
local function fixall()
  local bufnr = vim.api.nvim_get_current_buf()
  local running = client.expect(bufnr)
  if not running then
    return
  end
  local nowhere = { line = 0, character = 0 }
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(bufnr),
    range = { start = nowhere, ["end"] = nowhere },
    context = { diagnostics = {}, only = { "source.fixAll.luaflow" } },
  }
  client.request(running, bufnr, "textDocument/codeAction", params, function(actions)
    if not actions[1] then
      vim.notify("luaflow: nothing to fix")
      return
    end
    vim.lsp.util.apply_workspace_edit(actions[1].edit, client.encoding(running))
  end)
end

--- The file that the server logs to: that of its option --log, or Neovim's own.
function M.log_path()
  local cmd = require("luaflow").config.cmd
  for i, word in ipairs(cmd) do
    if word == "--log" then
      return cmd[i + 1]
    end
    if word:find("^%-%-log=") then
      return word:sub(#"--log=" + 1)
    end
  end
  return require("vim.lsp.log").get_filename()
end

local function restart()
  local buffers = {}
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    local running = vim.api.nvim_buf_is_loaded(bufnr) and client.of(bufnr)
    if running then
      buffers[bufnr] = running.id
    end
  end
  local function stopped()
    for _, id in pairs(buffers) do
      if vim.lsp.get_client_by_id(id) then
        return false
      end
    end
    return true
  end
  for bufnr in pairs(buffers) do
    local running = client.of(bufnr)
    if running and vim.fn.has("nvim-0.11") == 1 then
      running:stop()
    elseif running then
      running.stop()
    end
  end
  vim.wait(5000, stopped, 10)
  if vim.lsp.enable then
    vim.lsp.enable("luaflow") -- starts what is needed for the buffers that there are
    return
  end
  for bufnr in pairs(buffers) do
    require("luaflow").attach(bufnr)
  end
end

local function slice(direction)
  local shown = require("luaflow.slice")
  if direction == "off" or (direction == nil and shown.clear(0)) then
    shown.clear(0)
    return
  end
  shown.show(direction == "forward")
end

M.subcommands = {
  bytecode = { run = function() require("luaflow.bytecode").show() end },
  why = { run = function() require("luaflow.why").show() end },
  slice = { run = slice, words = { "backward", "forward", "off" } },
  fixall = { run = fixall },
  log = { run = function() vim.cmd("tabedit " .. vim.fn.fnameescape(M.log_path())) end },
  restart = { run = restart },
}

local function names()
  local found = vim.tbl_keys(M.subcommands)
  table.sort(found)
  return found
end

--- Runs a subcommand: args are its words.
function M.run(args)
  local sub = M.subcommands[args[1] or ""]
  if not sub or args[2] and not vim.tbl_contains(sub.words or {}, args[2]) then
    client.warn("usage: :Luaflow " .. table.concat(names(), "|"))
    return
  end
  sub.run(args[2])
end

--- Completes the words of the command line.
function M.complete(lead, line)
  local words = names()
  local sub = M.subcommands[line:match("^%s*%S+%s+(%S+)%s") or ""]
  if sub then
    words = sub.words or {}
  end
  return vim.tbl_filter(function(word)
    return vim.startswith(word, lead)
  end, words)
end

local links = {
  LuaflowFaded = "Comment",
  LuaflowSliceAt = "Search",
  LuaflowDead = "Comment",
  LuaflowUnreachable = "NonText",
  LuaflowHere = "Visual",
}

--- Defines the command and its highlight groups, which colour schemes and users may
--- define before.
function M.define()
  local function highlights()
    for group, to in pairs(links) do
      vim.api.nvim_set_hl(0, group, { link = to, default = true })
    end
    vim.api.nvim_set_hl(0, "LuaflowSlice", { bold = true, default = true })
  end
  highlights()
  vim.api.nvim_create_autocmd("ColorScheme", {
    group = vim.api.nvim_create_augroup("luaflow-colors", {}),
    callback = highlights,
  })
  vim.api.nvim_create_user_command("Luaflow", function(opts)
    M.run(opts.fargs)
  end, { nargs = "*", complete = M.complete, desc = "what luaflow knows of the place of the cursor" })
end

return M
