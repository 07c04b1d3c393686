-- What the commands share: the client of a buffer, requests, and places in its text.

local M = {}

--- The client that serves a buffer, or nil.
function M.of(bufnr)
  local clients
  if vim.lsp.get_clients then
    clients = vim.lsp.get_clients({ bufnr = bufnr })
  else
    clients = vim.tbl_values(vim.lsp.buf_get_clients(bufnr))
  end
  for _, client in ipairs(clients) do
    if client.name == "luaflow" then
      return client
    end
  end
end

function M.warn(message)
  vim.notify("luaflow: " .. message, vim.log.levels.WARN)
end

--- The client that serves a buffer; without one it says so and returns nil.
function M.expect(bufnr)
  local client = M.of(bufnr)
  if not client then
    M.warn("no server is attached to this buffer (see :checkhealth luaflow)")
  end
  return client
end

--- Sends a request about a buffer. on_answer gets the result; an error is told to the
--- user.
function M.request(client, bufnr, method, params, on_answer)
  local function handle(err, result)
    if err then
      M.warn(err.message)
    elseif result and vim.api.nvim_buf_is_valid(bufnr) then
      on_answer(result)
    end
  end
  if vim.fn.has("nvim-0.11") == 1 then
    client:request(method, params, handle, bufnr)
  else
    client.request(method, params, handle, bufnr)
  end
end

--- Whether a window is there and shows a buffer.
function M.shows(win, bufnr)
  return vim.api.nvim_win_is_valid(win) and vim.api.nvim_win_get_buf(win) == bufnr
end

function M.encoding(client)
  return client.offset_encoding or "utf-16"
end

--- Asks about the place of the cursor in a window, with more parameters if need be.
--- on_answer gets the result and the encoding of its positions, if the window still
--- shows what was asked about.
function M.ask(win, method, more, on_answer)
  local bufnr = vim.api.nvim_win_get_buf(win)
  local client = M.expect(bufnr)
  if not client then
    return
  end
  local encoding = M.encoding(client)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(win, encoding), more or {})
  M.request(client, bufnr, method, params, function(result)
    if M.shows(win, bufnr) then
      on_answer(result, encoding)
    end
  end)
end

--- The byte in its line, from 0, that a position of the protocol is at.
local function byte_of(bufnr, position, encoding)
  local line = vim.api.nvim_buf_get_lines(bufnr, position.line, position.line + 1, false)[1] or ""
  if encoding == "utf-8" or position.character == 0 then
    return math.min(position.character, #line)
  end
  local ok, byte
  if vim.fn.has("nvim-0.11") == 1 then
    ok, byte = pcall(vim.str_byteindex, line, encoding, position.character, false)
  else
    ok, byte = pcall(vim.str_byteindex, line, position.character, encoding == "utf-16")
  end
  return ok and byte or #line
end

--- A range of the protocol in lines and bytes from 0, the end exclusive:
--- { from line, from byte, to line, to byte }.
function M.span(bufnr, range, encoding)
  return {
    range.start.line,
    byte_of(bufnr, range.start, encoding),
    range["end"].line,
    byte_of(bufnr, range["end"], encoding),
  }
end

--- Whether a span has a place in it, both as span makes them. The end counts.
function M.within(span, line, byte)
  local behind_start = line > span[1] or line == span[1] and byte >= span[2]
  local before_end = line < span[3] or line == span[3] and byte <= span[4]
  return behind_start and before_end
end

--- Marks a span of a buffer in a namespace.
function M.mark(bufnr, namespace, span, group, priority)
  local last = math.min(span[3], vim.api.nvim_buf_line_count(bufnr) - 1)
  local text = vim.api.nvim_buf_get_lines(bufnr, last, last + 1, false)[1] or ""
  vim.api.nvim_buf_set_extmark(bufnr, namespace, math.min(span[1], last), span[2], {
    end_row = last,
    end_col = last == span[3] and math.min(span[4], #text) or #text,
    hl_group = group,
    priority = priority or 200,
    strict = false,
  })
end

return M
