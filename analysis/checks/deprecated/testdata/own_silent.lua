-- Deprecated things that are not used, or where the program asks what it has.

tool = {}

---@deprecated
function tool.old(x) return x end

function tool.new(x) return x end

---@deprecated
function first() return second() end

---@deprecated
function second() return function() return first() end end

-- Marked in one place, and not in another.
---@deprecated
function twice() end
function twice() end

-- Words about it are no mark.
-- @deprecated
function words() end
--@deprecated
function two() end
--[[---@deprecated]]
function long() end
---@deprecated

function apart() end

---@class Tool
---@field a string
---@deprecated
tool.class = {}

-- Fields of local tables, and local functions.
local m = {}
---@deprecated
function m.old() end
---@deprecated
local function here() end

-- Asked for.
local make = tool.new or tool.old
local other = tool.old and tool.new
local either = tool.new and tool.new(1) or tool.old(1)
if tool.new then
  print(make, other, either)
elseif tool.version == 2 then
  print(tool.old(1))
else
  print(tool.old(2))
end
if tool.version > 1 then
  local function inside() return tool.old(3) end
  print(inside())
end

-- Of a value with a default, and where only another global is asked for.
local chosen = (tool.new or tool.old)(5)
local fallback = { draw = tool.draw or tool.old }
print(chosen, fallback)
while tool.next and tool.old(6) do break end

-- Assigned.
tool.old = nil
tool.old.field = 1

words() two() long() apart() twice() m.old() here()
print(tool.class, tool.newer, _G.unknown, string.old)

return function(tool, first) return tool.old(first()) end
