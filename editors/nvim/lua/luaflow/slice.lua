-- Slices: the lines that the value under the cursor depends on, or that depend on it,
-- stay as they are; the rest of the buffer fades.

local client = require("luaflow.client")

local M = {}

local namespace = vim.api.nvim_create_namespace("luaflow-slice")

--- Ends the slice of a buffer, and returns whether there was one.
function M.clear(bufnr)
  local shown = #vim.api.nvim_buf_get_extmarks(bufnr, namespace, 0, -1, { limit = 1 }) > 0
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  return shown
end

--- Fades the lines that a slice leaves out, and marks its pieces.
local function show(bufnr, slice, encoding)
  M.clear(bufnr)
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
  client.mark(bufnr, namespace, client.span(bufnr, slice.at, encoding), "LuaflowSliceAt", 201)
end

--- Shows the slice of the value under the cursor, until the text changes.
function M.show(forward)
  local win = vim.api.nvim_get_current_win()
  local bufnr = vim.api.nvim_win_get_buf(win)
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  client.ask(win, "luaflow/slice", { forward = forward }, function(slice, encoding)
    if vim.api.nvim_buf_get_changedtick(bufnr) ~= tick then
      return
    end
    show(bufnr, slice, encoding)
    local function over()
      vim.schedule(function()
        if vim.api.nvim_buf_is_valid(bufnr) then
          M.clear(bufnr)
        end
      end)
      return true -- no more of this
    end
    vim.api.nvim_buf_attach(bufnr, false, { on_lines = over, on_detach = over }) -- :edit! detaches
  end)
end

return M
