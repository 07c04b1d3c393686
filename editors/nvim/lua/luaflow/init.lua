-- The luaflow language server in Neovim 0.7 and later.
--
-- From 0.11 on Neovim does by itself what this module does for older ones: it finds
-- the root of a project and starts one client for it. vim.lsp.start (0.8 to 0.10)
-- shares the client of a root between its buffers; on 0.7 that is done here.

local M = {}

M.config = {
  -- The command that starts the server.
  cmd = { "luaflow", "lsp" },
  -- A folder that holds one of these is the root of a project.
  root_markers = { ".luaflow.json", ".luacheckrc", ".luarc.json", ".luarc.jsonc", ".stylua.toml", "stylua.toml", ".git" },
  -- Whether the .luacheckrc of a project, which is a program, is run: true, false, a list of
  -- folders whose projects are trusted, or a function of a project's root (nil for none).
  trusted = true,
  -- Whether verified fixes are applied when a buffer is written, but for what was typed since it was
  -- opened.
  fix_on_save = false,
  -- What the server answers although other Lua servers do too: a list of names, or "all".
  features = {},
  -- More options of the server: references = "flow", hints = { "constant", "nil" }, workspace = "off".
  options = {},
}

--- Changes the configuration: `require("luaflow").setup({ cmd = { "/opt/luaflow", "lsp" } })`.
--- Call it before the first Lua buffer is opened.
function M.setup(options)
  M.config = vim.tbl_extend("force", M.config, options or {})
  if vim.lsp.config then
    vim.lsp.config("luaflow", { cmd = M.config.cmd, root_markers = M.config.root_markers })
  end
end

--- Whether a project is trusted, by its root; nil is no project.
function M.is_trusted(root)
  local trusted = M.config.trusted
  if type(trusted) == "function" then
    return trusted(root) and true or false
  elseif type(trusted) ~= "table" then
    return trusted and true or false
  end
  local inside = root and vim.loop.fs_realpath(root)
  for _, folder in ipairs(trusted) do
    local place = vim.loop.fs_realpath(vim.fn.expand(folder))
    if inside and place and vim.startswith(inside .. "/", (place:gsub("/*$", "/"))) then
      return true
    end
  end
  return false
end

--- Tells the server, before it is asked anything, whether the project is trusted, what it is
--- to answer, and whether this Neovim fades text: one before 0.9 says so, and lists what is to be faded.
function M.before_init(params, config)
  local document = params.capabilities.textDocument
  if document and document.publishDiagnostics and vim.fn.hlexists("DiagnosticUnnecessary") == 0 then
    document.publishDiagnostics.tagSupport = nil
  end
  local options = params.initializationOptions
  if type(options) ~= "table" then
    options = {}
  end
  options.trusted = M.is_trusted(config.root_dir)
  if #M.config.features > 0 then -- an empty table would be an object
    options.features = M.config.features
  end
  for name, value in pairs(M.config.options) do
    options[name] = value
  end
  params.initializationOptions = options
end

--- The nearest folder above a file that holds a root marker, or nil.
local function root_of(path)
  local dir = vim.fn.fnamemodify(path, ":p:h")
  while true do
    for _, marker in ipairs(M.config.root_markers) do
      if vim.loop.fs_stat(dir .. "/" .. marker) then
        return dir
      end
    end
    local parent = vim.fn.fnamemodify(dir, ":h")
    if parent == dir then
      return nil
    end
    dir = parent
  end
end

--- One client serves a project, and one all files outside of projects: by default
--- Neovim shares none between those.
function M.reuse_client(client, config)
  return client.name == config.name and client.config.root_dir == config.root_dir
end

-- Neovim 0.7 only: the id of the client of each root; "" stands for no root.
local clients = {}

local function start_once(config, bufnr)
  local key = config.root_dir or ""
  local id = clients[key]
  if not (id and vim.lsp.get_client_by_id(id)) then
    id = vim.lsp.start_client(config)
    clients[key] = id
  end
  if id then
    vim.lsp.buf_attach_client(bufnr, id)
  end
end

local complained = false

--- Attaches a buffer to the server of its project, starting that if need be. One that has
--- no name yet is attached when it has: Neovim has no URI for it that it would find the
--- buffer by again, and makes a new buffer for each list of diagnostics.
function M.attach(bufnr)
  local path = vim.api.nvim_buf_get_name(bufnr)
  if path == "" or vim.bo[bufnr].buftype ~= "" or path:find("^%a[%w+.-]+://") then
    return -- a help page, a terminal, a file of another plugin's making
  end
  if vim.fn.executable(M.config.cmd[1]) == 0 then
    if not complained then
      complained = true
      vim.notify("luaflow: cannot run " .. M.config.cmd[1], vim.log.levels.WARN)
    end
    return
  end
  local config = {
    name = "luaflow",
    cmd = M.config.cmd,
    root_dir = root_of(path),
    before_init = M.before_init,
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = bufnr, reuse_client = M.reuse_client })
  else
    start_once(config, bufnr)
  end
end

--- Attaches a buffer as if its file had been opened now.
function M.attach_anew(bufnr)
  if not vim.lsp.enable then
    M.attach(bufnr)
  elseif vim.fn.exists("#nvim.lsp.enable#FileType") == 1 then
    vim.api.nvim_buf_call(bufnr, function()
      vim.cmd("doautocmd <nomodeline> nvim.lsp.enable FileType lua")
    end)
  end
end

--- Tells the server of a buffer that gets another name. Neovim 0.8 and later do that by
--- themselves when the buffer is written, and 0.7 never.
function M.before_rename(bufnr)
  local running = not vim.lsp.start and require("luaflow.client").of(bufnr)
  if running then
    running.notify("textDocument/didClose", { textDocument = { uri = vim.uri_from_bufnr(bufnr) } })
  end
end

--- As before_rename, when the buffer has its name; and attaches one that had none before.
function M.after_rename(bufnr)
  local running = require("luaflow.client").of(bufnr)
  if not running then
    M.attach_anew(bufnr)
  elseif not vim.lsp.start then
    local ends = ({ unix = "\n", dos = "\r\n", mac = "\r" })[vim.bo[bufnr].fileformat]
    local lines = vim.api.nvim_buf_get_lines(bufnr, 0, -1, true)
    running.notify("textDocument/didOpen", {
      textDocument = {
        uri = vim.uri_from_bufnr(bufnr),
        languageId = "lua",
        version = vim.api.nvim_buf_get_changedtick(bufnr),
        text = table.concat(lines, ends) .. (vim.bo[bufnr].eol and ends or ""),
      },
    })
  end
end

return M
