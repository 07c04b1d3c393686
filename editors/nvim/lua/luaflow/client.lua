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

--- Sends a request about a buffer. on_answer gets the result; on_error an error, which is told
--- to the user if nobody else wants it; on_nothing is called if the answer is null.
function M.request(client, bufnr, method, params, on_answer, on_error, on_nothing)
  local function handle(err, result)
    if err then
      (on_error or M.warn)(err.message)
    elseif not vim.api.nvim_buf_is_valid(bufnr) then
      return
    elseif result ~= nil and result ~= vim.NIL then
      on_answer(result)
    elseif on_nothing then
      on_nothing()
    end
  end
  if vim.fn.has("nvim-0.11") == 1 then
    client:request(method, params, handle, bufnr)
  else
    client.request(method, params, handle, bufnr)
  end
end

--- Sends a request about a buffer and waits for its result, at most so many milliseconds; nil if
--- there is none.
function M.request_sync(client, bufnr, method, params, patience)
  local answer
  if vim.fn.has("nvim-0.11") == 1 then
    answer = client:request_sync(method, params, patience, bufnr)
  else
    answer = client.request_sync(method, params, patience, bufnr)
  end
  return answer and not answer.err and answer.result or nil
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
--- shows what was asked about; on_nothing is as that of request.
function M.ask(win, method, more, on_answer, on_nothing)
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
  end, nil, on_nothing)
end

--- The position of the protocol that a place is at: its line and its byte in that, from 0.
function M.position(bufnr, line, byte, encoding)
  local text = vim.api.nvim_buf_get_lines(bufnr, line, line + 1, false)[1] or ""
  byte = math.min(byte, #text)
  if encoding == "utf-8" then
    return { line = line, character = byte }
  elseif vim.fn.has("nvim-0.11") == 1 then
    return { line = line, character = vim.str_utfindex(text, encoding, byte, false) }
  end
  local letters, units = vim.str_utfindex(text, byte)
  return { line = line, character = encoding == "utf-16" and units or letters }
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
  local after_start = line > span[1] or line == span[1] and byte >= span[2]
  local before_end = line < span[3] or line == span[3] and byte <= span[4]
  return after_start and before_end
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
