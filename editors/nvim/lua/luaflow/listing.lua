-- The bytecode of a function, or its control-flow graph, beside its text: a scratch buffer
-- in a window of its own. The cursor in one window marks its counterpart in the other, and
-- the listing follows the cursor from function to function, and the text as it changes.

local client = require("luaflow.client")

local M = {}

local listing_marks = vim.api.nvim_create_namespace("luaflow-listing")
local here = vim.api.nvim_create_namespace("luaflow-listing-here")

local groups = { dead = "LuaflowDead", unreachable = "LuaflowUnreachable" }

-- What is shown; nil if nothing is:
--   source, listing  the windows, and with _buf after them their buffers
--   method           of the request that answers with the listing
--   group            of the autocommands that keep them together
--   path             of the function
--   range            its text, as client.span makes it
--   inner            the texts of the functions inside it, as spans
--   instructions     { line, span or nil, targets, text }, each; targets is the spans of what it
--                    stores to
--   tick             the state of the text
local view

--- Takes away what is left of a view, and closes its window.
local function clear(closing)
  pcall(vim.api.nvim_del_augroup_by_id, closing.group)
  if vim.api.nvim_buf_is_valid(closing.source_buf) then
    vim.api.nvim_buf_clear_namespace(closing.source_buf, here, 0, -1)
  end
  if vim.api.nvim_buf_is_valid(closing.listing_buf) then
    vim.api.nvim_buf_delete(closing.listing_buf, { force = true })
  end
end

--- Ends the view, and closes its window.
function M.close()
  local closing = view
  view = nil
  if closing then
    clear(closing)
  end
end

--- Ends the view, one of whose windows is being closed: what is left of it goes when
--- Neovim is done with that. Until then nothing may follow a cursor any more.
local function end_with_window()
  local closing = view
  view = nil
  if closing then
    vim.schedule(function()
      clear(closing)
    end)
  end
end

--- Puts a listing into its buffer, and marks what is dead or never executed. tick is the
--- state of the text that was asked about.
local function fill(answer, encoding, tick)
  local lines = vim.split(answer.text, "\n")
  local buf = view.listing_buf
  vim.bo[buf].modifiable = true
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
  vim.bo[buf].modifiable = false
  vim.api.nvim_buf_clear_namespace(buf, listing_marks, 0, -1)
  view.path = answer.path
  view.range = client.span(view.source_buf, answer.range, encoding)
  view.inner = vim.tbl_map(function(f)
    return client.span(view.source_buf, f.range, encoding)
  end, answer.functions)
  view.tick = tick
  view.instructions = {}
  for _, i in ipairs(answer.instructions) do
    local text = lines[i.line + 1]
    table.insert(view.instructions, {
      line = i.line,
      span = i.range and client.span(view.source_buf, i.range, encoding),
      targets = vim.tbl_map(function(range)
        return client.span(view.source_buf, range, encoding)
      end, i.targets or {}),
      text = text,
    })
    if groups[i.fate] then
      client.mark(buf, listing_marks, { i.line, 0, i.line, #text }, groups[i.fate])
    end
  end
end

--- Whether the cursor of the text is in the function that is shown, not in one inside.
local function still_inside(line, byte)
  if not client.within(view.range, line, byte) and view.path ~= "0" then
    return false
  end
  for _, span in ipairs(view.inner) do
    if client.within(span, line, byte) then
      return false
    end
  end
  return true
end

--- The lines of the smallest pieces of text around a place; spans_of says which pieces a line
--- has.
local function smallest(line, byte, spans_of)
  local best, size = {}, math.huge
  for _, i in ipairs(view.instructions) do
    for _, s in ipairs(spans_of(i)) do
      if client.within(s, line, byte) then
        local this = (s[3] - s[1]) * 1e6 + s[4] - s[2]
        if this < size then
          best, size = {}, this
        end
        if this == size and best[#best] ~= i then
          table.insert(best, i)
        end
      end
    end
  end
  return best
end

--- Marks the lines that store to what is under the cursor; if none does, those that were made of
--- the text there.
local function mark_listing(line, byte)
  local buf = view.listing_buf
  local best = smallest(line, byte, function(i)
    return i.targets
  end)
  if not best[1] then
    best = smallest(line, byte, function(i)
      return { i.span }
    end)
  end
  vim.api.nvim_buf_clear_namespace(buf, here, 0, -1)
  for _, i in ipairs(best) do
    client.mark(buf, here, { i.line, 0, i.line, #i.text }, "LuaflowHere", 202)
  end
  if best[1] and vim.api.nvim_win_is_valid(view.listing) then
    vim.api.nvim_win_set_cursor(view.listing, { best[1].line + 1, 0 })
  end
end

local function follow_text()
  local at = vim.api.nvim_win_get_cursor(view.source)
  local tick = vim.api.nvim_buf_get_changedtick(view.source_buf)
  if tick == view.tick and still_inside(at[1] - 1, at[2]) then
    mark_listing(at[1] - 1, at[2])
    return
  end
  if not client.of(view.source_buf) then
    return -- the command says so; the cursor may move
  end
  local asked = {}
  view.asked = asked
  client.ask(view.source, view.method, nil, function(answer, encoding)
    if view and view.asked == asked then
      fill(answer, encoding, tick)
      at = vim.api.nvim_win_get_cursor(view.source)
      mark_listing(at[1] - 1, at[2])
    end
  end)
end

--- Marks the text that the instruction under the cursor of the listing was made of.
local function follow_listing()
  if vim.api.nvim_buf_get_changedtick(view.source_buf) ~= view.tick then
    return -- the places are those of another text
  end
  local line = vim.api.nvim_win_get_cursor(view.listing)[1] - 1
  vim.api.nvim_buf_clear_namespace(view.source_buf, here, 0, -1)
  for _, i in ipairs(view.instructions) do
    if i.line == line and i.span then
      client.mark(view.source_buf, here, i.span, "LuaflowHere", 202)
      if client.shows(view.source, view.source_buf) then
        vim.api.nvim_win_set_cursor(view.source, { i.span[1] + 1, i.span[2] })
      end
      return
    end
  end
end

--- Opens the window of the listing, beside that of the text.
local function open_window(source, source_buf, method)
  vim.cmd("rightbelow vsplit")
  local listing, buf = vim.api.nvim_get_current_win(), vim.api.nvim_create_buf(false, true)
  vim.api.nvim_win_set_buf(listing, buf)
  vim.bo[buf].bufhidden = "wipe"
  vim.bo[buf].modifiable = false
  vim.wo[listing].wrap = false
  vim.wo[listing].number = false
  vim.wo[listing].relativenumber = false
  vim.wo[listing].cursorline = false
  pcall(vim.api.nvim_buf_set_name, buf, (method:gsub("/", "://")))
  vim.api.nvim_set_current_win(source)
  view = { source = source, source_buf = source_buf, listing = listing, listing_buf = buf, method = method }
end

--- Keeps the two windows together until one of them is gone.
local function follow()
  local group = vim.api.nvim_create_augroup("luaflow-listing-" .. view.listing_buf, {})
  view.group = group
  local function on(events, buffer, act)
    vim.api.nvim_create_autocmd(events, {
      group = group,
      buffer = buffer,
      callback = function()
        if view and view.instructions then
          act()
        end
      end,
    })
  end
  local function in_its_window(win, act)
    return function()
      if vim.api.nvim_get_current_win() == view[win] then
        act()
      end
    end
  end
  on({ "CursorMoved", "CursorMovedI", "TextChanged", "TextChangedI" }, view.source_buf, in_its_window("source", follow_text))
  on("CursorMoved", view.listing_buf, in_its_window("listing", follow_listing))
  on({ "BufUnload" }, view.source_buf, M.close)
  vim.api.nvim_create_autocmd("WinClosed", {
    group = group,
    pattern = tostring(view.source),
    callback = end_with_window,
  })
  on({ "BufWipeout" }, view.listing_buf, end_with_window)
end

--- Shows what a request, luaflow/bytecode or luaflow/graph, answers for the function around the cursor.
function M.show(method)
  local source = vim.api.nvim_get_current_win()
  local source_buf = vim.api.nvim_win_get_buf(source)
  local tick = vim.api.nvim_buf_get_changedtick(source_buf)
  client.ask(source, method, nil, function(answer, encoding)
    M.close()
    vim.api.nvim_set_current_win(source)
    open_window(source, source_buf, method)
    fill(answer, encoding, tick)
    follow()
    local at = vim.api.nvim_win_get_cursor(source)
    mark_listing(at[1] - 1, at[2])
  end)
end

return M
