-- The listing follows the cursor and the text, and the cursor in it marks the text.

local kit = require("kit")

local buf = kit.open("bytecode.lua", {
  "local function f(a)",
  "  local dead = a",
  "  do return a end",
  "  g()",
  "end",
  "return f",
})
kit.client(buf)
local source = vim.api.nvim_get_current_win()

local function marked(bufnr, name)
  local found = {}
  local namespace = vim.api.nvim_create_namespace(name)
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(bufnr, namespace, 0, -1, { details = true })) do
    local line = vim.api.nvim_buf_get_lines(bufnr, mark[2], mark[2] + 1, false)[1]
    table.insert(found, mark[4].hl_group .. ": " .. line:sub(mark[3] + 1, mark[4].end_row == mark[2] and mark[4].end_col or -1))
  end
  return found
end

kit.cursor(2, 9)
vim.cmd("Luaflow bytecode")
kit.wait("a window", function()
  return #vim.api.nvim_list_wins() == 2
end)
local listing = vim.api.nvim_list_wins()[2]
local list = vim.api.nvim_win_get_buf(listing)
kit.equal(vim.api.nvim_get_current_win(), source, "the current window")
assert(kit.lines(list)[1]:find("at 0/0"), kit.lines(list)[1])
assert(not vim.bo[list].modifiable, "the listing can be changed")
kit.equal(marked(list, "luaflow-listing"), {
  "LuaflowDead: \t1\t[2]\tMOVE     \t1 0",
  "LuaflowUnreachable: \t3\t[4]\tGETTABUP \t2 0 -1\t; _ENV \"g\"",
  "LuaflowUnreachable: \t4\t[4]\tCALL     \t2 1 1",
  "LuaflowUnreachable: \t5\t[5]\tRETURN   \t0 1",
}, "what is marked")

--- Moves the cursor as a person does, so that Neovim tells it.
local function move(win, line, col)
  vim.api.nvim_set_current_win(win)
  vim.api.nvim_win_set_cursor(win, { line, col - 1 })
  vim.cmd("doautocmd <nomodeline> CursorMoved")
end

local function wait_here(bufnr, want)
  kit.wait("a mark of " .. want, function()
    return vim.deep_equal(marked(bufnr, "luaflow-listing-here"), { "LuaflowHere: " .. want })
  end)
end

move(source, 2, 16)
wait_here(list, "\t1\t[2]\tMOVE     \t1 0")
move(listing, 4, 1)
wait_here(buf, "return a")
kit.equal(vim.api.nvim_win_get_cursor(source), { 3, 5 }, "the cursor in the text")

-- On a target its own instruction, not all of the statement.
vim.api.nvim_buf_set_lines(buf, 1, 2, false, { "  local dead, x = a, g()", "  a, x.f = x, a" })
local function at_target(line, col, want)
  move(source, line, col)
  wait_here(list, want)
end
at_target(2, 9, "\t1\t[2]\tMOVE     \t1 0")
at_target(2, 15, "\t3\t[2]\tCALL     \t2 1 2")
at_target(3, 3, "\t6\t[3]\tMOVE     \t0 3")
at_target(3, 6, "\t5\t[3]\tSETTABLE \t2 -2 0\t; \"f\" -")
vim.api.nvim_buf_set_lines(buf, 1, 3, false, { "  local dead = a" })
move(source, 2, 16)
wait_here(list, "\t1\t[2]\tMOVE     \t1 0")

-- Out of the function: its parent's code.
move(source, 6, 1)
wait_here(list, "\t2\t[6]\tRETURN   \t0 2")
assert(kit.lines(list)[1]:find("at 0%)"), kit.lines(list)[1])

-- And into it again, after a change.
vim.api.nvim_buf_set_lines(buf, 1, 2, false, {})
move(source, 2, 6)
wait_here(list, "\t1\t[2]\tRETURN   \t0 2")

vim.api.nvim_win_close(listing, true)
kit.wait("the end of the marks", function()
  return #marked(buf, "luaflow-listing-here") == 0
end)

-- The listing goes with the window of the text.
vim.cmd("vsplit")
local other = vim.api.nvim_get_current_win()
vim.cmd("Luaflow bytecode")
kit.wait("a third window", function()
  return #vim.api.nvim_list_wins() == 3
end)
vim.api.nvim_win_close(other, true)
kit.wait("the end of the listing", function()
  return #vim.api.nvim_list_wins() == 1
end)

-- A window that goes takes the listing with it at once: moving on is no error.
local function moved()
  vim.cmd("doautocmd <nomodeline> CursorMoved")
end
local function open_listing()
  vim.cmd("Luaflow bytecode")
  kit.wait("a second window", function()
    return #vim.api.nvim_list_wins() == 2
  end)
end
for _, close in ipairs({ "only", "wincmd l | quit", "wincmd l | bdelete" }) do
  open_listing()
  vim.cmd(close)
  moved()
  kit.wait("the end of the marks", function()
    return #marked(buf, "luaflow-listing-here") == 0
  end)
end

-- Commands in the listing say that no server is attached, and leave it there.
open_listing()
source, listing = unpack(vim.api.nvim_list_wins())
local said
vim.notify = function(message)
  said = message
end
vim.api.nvim_set_current_win(listing)
vim.cmd("Luaflow bytecode")
assert(said:find("no server is attached"), said)
kit.equal(#vim.api.nvim_list_wins(), 2, "number of windows")

-- Another text in the window beside it keeps its cursor.
vim.api.nvim_set_current_win(source)
kit.open("short.lua", { "return 1" })
for line = 1, vim.api.nvim_buf_line_count(vim.api.nvim_win_get_buf(listing)) do
  move(listing, line, 1)
end
kit.equal(vim.api.nvim_win_get_cursor(source), { 1, 0 }, "the cursor in the other text")

-- A text that has changed since has no places to show.
vim.api.nvim_win_set_buf(source, buf)
vim.api.nvim_buf_set_lines(buf, 1, -1, false, {})
for line = 1, vim.api.nvim_buf_line_count(vim.api.nvim_win_get_buf(listing)) do
  move(listing, line, 1)
end
