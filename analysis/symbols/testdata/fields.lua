--- The module.
-- In two lines.
local M = { first = 1, ["second"] = 2, [3] = 3, [other] = 4 } --> (self).first defined written; (self).second defined written; other read
M.count = 0 -- says nothing of what follows --> (self).count defined written
M.count = M.count + 1 --> (self).count written; (self).count read

-- Makes one.
function M.new(name, ...) --> (self).new defined written, function of lines 8 to 12, as function M.new(name, ...), said: Makes one.
  local made = { name = name } --> {}.name defined written
  made.name = made.name .. "!" --> {}.name written; {}.name read
  return made, made.never
end

M.later = function() return M.count end --> (self).later defined written, function of lines 14 to 14, as function M.later(); (self).count read
local same = M
same.other = 3 --> (self).other defined written
M["key"] = same["other"] --> (self).key defined written; (self).other read
M.sub = { deep = { deeper = 1 } } --> (self).sub defined written; (self).sub.deep defined written; (self).sub.deep.deeper defined written
print(M.sub.deep.deeper, M.sub.absent, (M).count, M.sub[1].x) --> (self).sub read; (self).sub.deep read; (self).sub.deep.deeper read; (self).sub read; (self).sub.absent read; (self).count read; (self).sub read
local sub = M.sub --> (self).sub read
sub.more = 1 --> (self).sub.more defined written
local function inner()
  M.count = nil --> (self).count written
  return function() return same.count end --> (self).count read
end
Global = Global or {} --> Global defined written; Global read
Global.a = 1 --> Global read; Global.a defined written
local alias = Global --> Global read
function alias.b() end --> Global.b defined written, function of lines 29 to 29, as function alias.b()
local filled = {}
Global.table = filled --> Global read; Global.table defined written
filled.x = 1 --> Global.table.x defined written
print(Global.table.x, inner) --> Global read; Global.table read; Global.table.x read
local ring, other = {}, {}
ring.ring = ring --> {}.ring defined written
ring.ring.ring.x = 1 --> {}.ring read; {}.ring.ring.x defined written
ring.other = other --> {}.other defined written
other.ring = ring --> {}.other.ring defined written
other.y = ring.other.ring.x --> {}.other.y defined written; {}.other read; {}.other.ring read
return M
