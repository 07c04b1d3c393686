-- What the tests share. They wait for what must happen, never for a time; patience
-- only bounds how long a failure takes.

local kit = { patience = 30000 }

-- Whether this Neovim fades what is unused.
kit.fades = vim.fn.hlexists("DiagnosticUnnecessary") == 1

function kit.wait(what, condition)
  assert(vim.wait(kit.patience, condition, 5), "waited in vain: " .. what)
end

function kit.equal(got, want, what)
  if not vim.deep_equal(got, want) then
    error(string.format("%s:\ngot  %s\nwant %s", what, vim.inspect(got), vim.inspect(want)), 2)
  end
end

--- Opens a file in a new folder, with a root marker if one is named.
function kit.open(name, lines, marker)
  local dir = vim.fn.tempname()
  vim.fn.mkdir(dir, "p")
  if marker then
    vim.fn.mkdir(dir .. "/" .. marker, "p")
  end
  return kit.open_in(dir, name, lines), dir
end

function kit.open_in(dir, name, lines)
  local path = dir .. "/" .. name
  vim.fn.mkdir(vim.fn.fnamemodify(path, ":h"), "p")
  vim.fn.writefile(lines, path)
  vim.cmd("edit " .. vim.fn.fnameescape(path))
  return vim.api.nvim_get_current_buf()
end

--- The clients that a buffer is attached to.
function kit.clients(buf)
  if vim.lsp.get_clients then
    return vim.lsp.get_clients({ bufnr = buf })
  end
  return vim.tbl_values(vim.lsp.buf_get_clients(buf))
end

function kit.client(buf)
  kit.wait("a client", function()
    return #kit.clients(buf) > 0
  end)
  kit.equal(#kit.clients(buf), 1, "number of clients")
  return kit.clients(buf)[1]
end

--- "3:7-8 warning dead-store": lines and columns from 1, the end inclusive.
local function show(d)
  local severity = ({ "error", "warning", "information", "hint" })[d.severity]
  local code = d.code or (d.user_data and d.user_data.lsp and d.user_data.lsp.code)
  return string.format("%d:%d-%d %s %s", d.lnum + 1, d.col + 1, d.end_col, severity, code)
end

function kit.diagnostics(buf)
  return vim.tbl_map(show, vim.diagnostic.get(buf))
end

--- Waits until the buffer has exactly these diagnostics.
function kit.wait_diagnostics(buf, want)
  local ok = vim.wait(kit.patience, function()
    return vim.deep_equal(kit.diagnostics(buf), want)
  end, 5)
  if not ok then
    kit.equal(kit.diagnostics(buf), want, "diagnostics")
  end
end

function kit.lines(buf)
  return vim.api.nvim_buf_get_lines(buf, 0, -1, false)
end

--- Types keys as a person would, in normal mode.
function kit.type(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), "xt", false)
end

--- Puts the cursor at a line and a column, both from 1.
function kit.cursor(line, col)
  vim.api.nvim_win_set_cursor(0, { line, col - 1 })
end

--- Sends a request about the place of the cursor and returns its result.
function kit.request(buf, method, context)
  local client = kit.client(buf)
  local encoding = client.offset_encoding or "utf-16"
  local params
  if context then
    params = vim.lsp.util.make_range_params(0, encoding)
    params.context = context
  else
    params = vim.lsp.util.make_position_params(0, encoding)
  end
  local answers = assert(vim.lsp.buf_request_sync(buf, method, params, kit.patience))
  local answer = assert(answers[client.id], "no answer")
  assert(not answer.err and not answer.error, vim.inspect(answer))
  return answer.result
end

--- Chooses the action of that title, through the user's own way to it.
function kit.code_action(title, context)
  local offered
  vim.ui.select = function(items, options, choose)
    offered = vim.tbl_map(options.format_item, items)
    for i, item in ipairs(items) do
      if offered[i] == title then
        return choose(item, i)
      end
    end
    choose(nil)
  end
  if vim.lsp.start then
    vim.lsp.buf.code_action({ context = context })
  else
    vim.lsp.buf.code_action(context)
  end
  kit.wait("a choice of actions", function()
    return offered ~= nil
  end)
  assert(vim.tbl_contains(offered, title), "offered: " .. vim.inspect(offered))
end

return kit
