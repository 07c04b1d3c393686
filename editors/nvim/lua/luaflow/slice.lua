-- Slices: the lines that the value under the cursor depends on, or that depend on it,
-- stay as they are; the rest of the buffer fades. What is shown moves with the text as it
-- is edited, and is asked for again when that rests.

local client = require("luaflow.client")

local M = {}

local namespace = vim.api.nvim_create_namespace("luaflow-slice")
local anchors = vim.api.nvim_create_namespace("luaflow-slice-anchor")

--- How long the text must rest before a slice is asked for again, in milliseconds.
local rest = 150

-- The slices that are shown, by buffer:
--   forward  its direction
--   anchor   the mark of what it is about, which moves with the text
--   edits    how many there were since it was shown first
local shown = {}

--- Ends the slice of a buffer, and returns whether there was one.
function M.clear(bufnr)
  if bufnr == 0 then
    bufnr = vim.api.nvim_get_current_buf()
  end
  local ended = shown[bufnr]
  shown[bufnr] = nil
  if ended and vim.api.nvim_buf_is_valid(bufnr) then
    vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
    vim.api.nvim_buf_clear_namespace(bufnr, anchors, 0, -1)
  end
  return ended ~= nil
end

--- Fades the lines that a slice leaves out, and marks its pieces.
local function draw(bufnr, slice, encoding)
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  vim.api.nvim_buf_clear_namespace(bufnr, anchors, 0, -1)
  local kept = {}
  for _, line in ipairs(slice.lines) do
    kept[line] = true
  end
  for line, text in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)) do
    if not kept[line - 1] and text ~= "" then
      client.mark(bufnr, namespace, { line - 1, 0, line - 1, #text }, "LuaflowFaded")
    end
  end
  for _, range in ipairs(slice.ranges) do
    client.mark(bufnr, namespace, client.span(bufnr, range, encoding), "LuaflowSlice")
  end
  local at = client.span(bufnr, slice.at, encoding)
  client.mark(bufnr, namespace, at, "LuaflowSliceAt", 201)
  shown[bufnr].anchor =
    vim.api.nvim_buf_set_extmark(bufnr, anchors, at[1], at[2], { end_row = at[3], end_col = at[4], strict = false })
end

--- Asks for the slice of a buffer again, where it is now. What the server says nothing of, as
--- the text is broken, stays as it is shown; what is gone ends.
local function renew(bufnr)
  local slice = shown[bufnr]
  local running = client.of(bufnr)
  if not slice or not running then
    return
  end
  local at = vim.api.nvim_buf_get_extmark_by_id(bufnr, anchors, slice.anchor, { details = true })
  if not at[1] or (at[1] == at[3].end_row and at[2] == at[3].end_col) then
    M.clear(bufnr)
    return
  end
  local encoding = client.encoding(running)
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(bufnr) },
    position = client.position(bufnr, at[1], at[2], encoding),
    forward = slice.forward,
  }
  client.request(running, bufnr, "luaflow/slice", params, function(answer)
    if shown[bufnr] == slice and vim.api.nvim_buf_get_changedtick(bufnr) == tick then
      draw(bufnr, answer, encoding)
    end
  end, function() end)
end

--- Keeps a slice while the text is edited.
local function keep(bufnr, slice)
  vim.api.nvim_buf_attach(bufnr, false, {
    on_lines = function()
      if shown[bufnr] ~= slice then
        return true -- no more of this
      end
      slice.edits = slice.edits + 1
      local edits = slice.edits
      vim.defer_fn(function()
        if shown[bufnr] == slice and slice.edits == edits then
          renew(bufnr)
        end
      end, rest)
    end,
    on_detach = function() -- :edit! does that
      vim.schedule(function()
        if shown[bufnr] == slice then
          M.clear(bufnr)
        end
      end)
    end,
  })
end

--- Shows the slice of the value under the cursor, until it is ended.
function M.show(forward)
  local win = vim.api.nvim_get_current_win()
  local bufnr = vim.api.nvim_win_get_buf(win)
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  client.ask(win, "luaflow/slice", { forward = forward }, function(answer, encoding)
    if vim.api.nvim_buf_get_changedtick(bufnr) ~= tick then
      return
    end
    local slice = { forward = forward, edits = 0 }
    shown[bufnr] = slice
    draw(bufnr, answer, encoding)
    keep(bufnr, slice)
  end)
end

return M
