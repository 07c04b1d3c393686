-- Flow: where the value under the cursor comes from and where it goes, as a quickfix list in
-- which :cprevious goes back and :cnext forth from the place that was asked about.

local client = require("luaflow.client")

local M = {}

--- How far the value is followed, and how many places are listed in each direction.
local max_depth, max_items = 8, 200

local methods = { backward = "callHierarchy/incomingCalls", forward = "callHierarchy/outgoingCalls" }

--- The places that the value of an item comes from, or goes to, each before those after it:
--- { item, depth }. done gets them when the last one is known.
local function follow(running, bufnr, direction, item, done)
  local found = {}
  local function expand(of, depth, after)
    if depth > max_depth or #found >= max_items then
      return after()
    end
    client.request(running, bufnr, methods[direction], { item = of }, function(calls)
      local function next_call(i)
        local call = calls[i]
        if not call or #found >= max_items then
          return after()
        end
        local to = call.from or call.to
        table.insert(found, { item = to, depth = depth })
        expand(to, depth + 1, function()
          next_call(i + 1)
        end)
      end
      next_call(1)
    end, nil, after)
  end
  expand(item, 1, function()
    done(found)
  end)
end

local arrows = { backward = "<- ", forward = "-> " }

--- An entry of the list.
local function entry(item, encoding, depth, direction)
  local bufnr = vim.uri_to_bufnr(item.uri)
  vim.fn.bufload(bufnr)
  local span = client.span(bufnr, item.selectionRange, encoding)
  local text = (item.detail or item.name):gsub("line %d+: ", "")
  return {
    bufnr = bufnr,
    lnum = span[1] + 1,
    col = span[2] + 1,
    end_lnum = span[3] + 1,
    end_col = span[4] + 1,
    text = string.rep("  ", depth) .. (arrows[direction] or "") .. item.name .. ": " .. text,
  }
end

--- Puts what was found into the quickfix list, the farthest source first and the farthest
--- target last, and goes to the place that was asked about.
local function list(win, item, encoding, sources, targets)
  local items = {}
  for i = #sources, 1, -1 do
    table.insert(items, entry(sources[i].item, encoding, sources[i].depth, "backward"))
  end
  table.insert(items, entry(item, encoding, 0))
  local here = #items
  for _, target in ipairs(targets) do
    table.insert(items, entry(target.item, encoding, target.depth, "forward"))
  end
  vim.fn.setqflist({}, " ", { title = "luaflow: flow of " .. item.name, items = items, idx = here })
  vim.cmd("botright copen " .. math.min(#items, 10))
  if vim.api.nvim_win_is_valid(win) then
    vim.api.nvim_set_current_win(win)
  end
end

--- Lists where the value under the cursor comes from ("backward"), where it goes ("forward"), or
--- both.
function M.show(direction)
  local win = vim.api.nvim_get_current_win()
  local bufnr = vim.api.nvim_win_get_buf(win)
  client.ask(win, "textDocument/prepareCallHierarchy", nil, function(items, encoding)
    local running = client.of(bufnr)
    local item = items[1]
    if not item or not running then
      client.warn("no value is followed from here")
      return
    end
    local function towards(way, done)
      if direction and direction ~= way then
        return done({})
      end
      follow(running, bufnr, way, item, done)
    end
    towards("backward", function(sources)
      towards("forward", function(targets)
        list(win, item, encoding, sources, targets)
      end)
    end)
  end, function()
    client.warn("no value is followed from here: there is none, or it is a function")
  end)
end

return M
