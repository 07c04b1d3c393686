-- The command :Luaflow and its subcommands.

local client = require("luaflow.client")

local M = {}

--- What asks for all verified fixes of a buffer: those that trigger_kind, 1 for one who asks for
--- them by name and 2 for the editor itself, may have.
local function fix_params(bufnr, trigger_kind)
  local nowhere = { line = 0, character = 0 }
  return {
    textDocument = vim.lsp.util.make_text_document_params(bufnr),
    range = { start = nowhere, ["end"] = nowhere },
    context = { diagnostics = {}, only = { "source.fixAll.luaflow" }, triggerKind = trigger_kind },
  }
end

--- Applies the verified fixes to a buffer that is about to be written, but for what was typed
--- since it was opened.
function M.fix_before_write(bufnr)
  local running = require("luaflow").config.fix_on_save and client.of(bufnr)
  if not running or not vim.bo[bufnr].modifiable then
    return
  end
  local actions = client.request_sync(running, bufnr, "textDocument/codeAction", fix_params(bufnr, 2), 2000)
  if actions and actions[1] then
    vim.lsp.util.apply_workspace_edit(actions[1].edit, client.encoding(running))
  end
end

--- Applies all verified fixes to a buffer, as one change.
local function fixall()
  local bufnr = vim.api.nvim_get_current_buf()
  local running = client.expect(bufnr)
  if not running then
    return
  end
  if not vim.bo[bufnr].modifiable then
    client.warn("this buffer cannot be changed ('modifiable' is off)")
    return
  end
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  local function apply(action)
    if vim.api.nvim_buf_get_changedtick(bufnr) ~= tick then
      client.warn("the text has changed since it was asked about; nothing is fixed")
    elseif not action then
      vim.notify("luaflow: nothing to fix")
    elseif action.edit then
      vim.lsp.util.apply_workspace_edit(action.edit, client.encoding(running))
    else
      client.request(running, bufnr, "codeAction/resolve", action, apply)
    end
  end
  client.request(running, bufnr, "textDocument/codeAction", fix_params(bufnr, 1), function(actions)
    apply(actions[1])
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

--- The clients by their ids, and the buffers that they serve or that have none.
local function served()
  local clients, buffers = {}, {}
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    local loaded = vim.api.nvim_buf_is_loaded(bufnr)
    local running = loaded and client.of(bufnr)
    if running then
      clients[running.id] = running
    end
    if running or loaded and vim.bo[bufnr].filetype == "lua" then
      table.insert(buffers, bufnr)
    end
  end
  return clients, buffers
end

--- Ends clients, and returns whether they are gone.
local function stop(clients, force)
  for id, running in pairs(clients) do
    if not vim.lsp.get_client_by_id(id) then
      clients[id] = nil
    elseif vim.fn.has("nvim-0.11") == 1 then
      running:stop(force)
    else
      running.stop(force)
    end
  end
  return vim.wait(5000, function()
    for id in pairs(clients) do
      if vim.lsp.get_client_by_id(id) then
        return false
      end
    end
    return true
  end, 10)
end

--- Has all Lua buffers be served by a new server, those too whose server has crashed.
local function restart()
  local clients, buffers = served()
  if not stop(clients, false) and not stop(clients, true) then
    client.warn("the server does not end")
    return
  end
  for _, bufnr in ipairs(buffers) do
    require("luaflow").attach_anew(bufnr)
  end
end

local function flow(direction)
  require("luaflow.flow").show(direction)
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
  bytecode = { run = function() require("luaflow.listing").show("luaflow/bytecode") end },
  cfg = { run = function() require("luaflow.listing").show("luaflow/graph") end },
  flow = { run = flow, words = { "backward", "forward" } },
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
