-- Why: the reasons for what luaflow says of a place, as a location list, so that each
-- step is one jump.

local client = require("luaflow.client")

local M = {}

local function item(bufnr, range, encoding, text, kind)
  local found = { bufnr = bufnr, text = text, type = kind }
  if range then
    local span = client.span(bufnr, range, encoding)
    found.lnum, found.col, found.end_lnum, found.end_col = span[1] + 1, span[2] + 1, span[3] + 1, span[4] + 1
  end
  return found
end

local kinds = { "E", "W", "I", "N" } -- by severity

--- Opens the list for the place of the cursor.
function M.show()
  local win = vim.api.nvim_get_current_win()
  local bufnr = vim.api.nvim_win_get_buf(win)
  client.ask(win, "luaflow/why", nil, function(why, encoding)
    local items = {}
    for _, reason in ipairs(why.reasons) do
      local text = reason.message .. (reason.code and " [" .. reason.code .. "]" or "")
      table.insert(items, item(bufnr, reason.range, encoding, text, kinds[reason.severity]))
      for _, step in ipairs(reason.steps) do
        local found = item(bufnr, step.range, encoding, "- " .. step.message)
        if step.location then -- in a file that may not be loaded: its line says enough
          found.bufnr, found.filename = nil, vim.uri_to_fname(step.location.uri)
          found.lnum, found.col = step.location.range.start.line + 1, 1
        end
        table.insert(items, found)
      end
    end
    vim.fn.setloclist(win, {}, " ", { title = "luaflow: why", items = items })
    vim.api.nvim_set_current_win(win)
    vim.cmd("lopen " .. math.min(#items, 10))
  end)
end

return M
