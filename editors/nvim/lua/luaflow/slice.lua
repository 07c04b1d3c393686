-- Slices: the lines that the value under the cursor depends on, or that depend on it,
-- stay as they are; the rest of the buffer fades. What is shown moves with the text as it
-- is edited, and is asked for again when that rests: where the marks are or, when a program
-- has written all lines anew and so swept them together, where its text has got to. What is
-- gone is shown no more, unless the text becomes again what it was: by undo.

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
-- and when it was asked for last:
--   lines    the text
--   row      where what it is about began, from 0
--   col
--   text     what it was about
--   lost     whether that is gone
local shown = {}

-- The difference between two texts.
local diff = vim.text and vim.text.diff or vim.diff

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
  return ended ~= nil and not ended.lost
end

--- The lines from a place to another, the end exclusive; nil if there are no such places.
local function text_between(bufnr, from_row, from_col, to_row, to_col)
  local lines = vim.api.nvim_buf_get_lines(bufnr, from_row, to_row + 1, false)
  if #lines == 0 or #lines <= to_row - from_row then
    return nil
  end
  lines[#lines] = lines[#lines]:sub(1, to_col)
  lines[1] = lines[1]:sub(from_col + 1)
  return table.concat(lines, "\n")
end

--- Fades the lines that a slice leaves out, and marks its pieces.
local function draw(bufnr, slice, encoding)
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  vim.api.nvim_buf_clear_namespace(bufnr, anchors, 0, -1)
  local kept = {}
  for _, line in ipairs(slice.lines) do
    kept[line] = true
  end
  local lines = vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
  for line, text in ipairs(lines) do
    if not kept[line - 1] and text ~= "" then
      client.mark(bufnr, namespace, { line - 1, 0, line - 1, #text }, "LuaflowFaded")
    end
  end
  for _, range in ipairs(slice.ranges) do
    client.mark(bufnr, namespace, client.span(bufnr, range, encoding), "LuaflowSlice")
  end
  local at = client.span(bufnr, slice.at, encoding)
  client.mark(bufnr, namespace, at, "LuaflowSliceAt", 201)
  local this = shown[bufnr]
  this.lines, this.row, this.col, this.lost = lines, at[1], at[2], false
  this.text = text_between(bufnr, at[1], at[2], at[3], at[4])
  this.anchor =
    vim.api.nvim_buf_set_extmark(bufnr, anchors, at[1], at[2], { end_row = at[3], end_col = at[4], strict = false })
end

--- Where a line of an older text is in another, both as lists: its number, from 0, if it is there
--- as it was; else where the lines are that have replaced those around it, the end exclusive, and
--- which of them stands in its place, nil if they are not as many.
local function follow(old, new, row)
  local moved = 0
  for _, hunk in ipairs(diff(table.concat(old, "\n") .. "\n", table.concat(new, "\n") .. "\n", { result_type = "indices" })) do
    local old_start, old_count, new_start, new_count = unpack(hunk)
    old_start = old_count > 0 and old_start - 1 or old_start -- from 0; after a line if there is none
    new_start = new_count > 0 and new_start - 1 or new_start
    if row < old_start then
      break
    elseif row < old_start + old_count then
      return nil, new_start, new_start + new_count, old_count == new_count and new_start + row - old_start or nil
    end
    moved = new_start + new_count - old_start - old_count
  end
  return row + moved
end

--- Where a text begins in a line as often as it did before a byte of another one; nil if it does not.
local function again(text, old, col, new)
  local from, at = 0, 0
  while at and at <= col do
    at = old:find(text, at + 1, true)
    if at and at <= col + 1 then
      from = new:find(text, from + 1, true)
      if not from then
        return nil
      end
    end
  end
  return from > 0 and from - 1 or nil
end

--- Where what a slice is about is now: its line and byte, from 0; nil if it is gone.
local function place(bufnr, slice)
  local now = vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
  if slice.lost then
    if vim.deep_equal(now, slice.lines) then
      return slice.row, slice.col
    end
    return nil
  end
  local at = vim.api.nvim_buf_get_extmark_by_id(bufnr, anchors, slice.anchor, { details = true })
  local marked = at[1] and text_between(bufnr, at[1], at[2], at[3].end_row, at[3].end_col) or "" -- "" if it was swept
  if marked == slice.text then
    return at[1], at[2]
  end
  local row, first, last, instead = follow(slice.lines, now, slice.row)
  if row then
    return row, slice.col
  elseif marked ~= "" and first <= at[1] and at[3].end_row < last then
    return at[1], at[2] -- it was edited itself
  elseif instead and not slice.text:find("\n") then
    local col = again(slice.text, slice.lines[slice.row + 1], slice.col, now[instead + 1])
    if col then
      return instead, col
    end
  end
end

--- Asks for the slice of a buffer again, where it is now. What the server says nothing of, as
--- the text is broken, stays as it is shown; what is gone is lost.
local function renew(bufnr)
  local slice = shown[bufnr]
  local running = client.of(bufnr)
  if not slice or not running then
    return
  end
  local row, col = place(bufnr, slice)
  if not row then
    slice.lost = true
    vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
    return
  end
  local encoding = client.encoding(running)
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(bufnr) },
    position = client.position(bufnr, row, col, encoding),
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
