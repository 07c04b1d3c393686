-- Tables and objects that something else may see, or whose fields are read under keys that are not known.

local function class()
  local C = {}
  C.__index = C
  function C:total() return self.sum1 end
  return C
end

do -- returned
  local C = class()
  function returned() local o = setmetatable({}, C) o.extra1, o.sum1 = 1, 2 return o end
end

do -- put elsewhere
  local C = class()
  local o = setmetatable({}, C)
  o.extra2, o.sum1 = 1, 2
  print(o:total())
  list[1] = o
end

do -- passed to a function that is not known
  local C = class()
  local o = setmetatable({}, C)
  o.extra3, o.sum1 = 1, 2
  print(o:total())
  register(o)
end

do -- as self of a method that is not known
  local o = setmetatable({}, class())
  o.extra4, o.sum1, o.act = 1, 2, act
  print(o:total())
  o:act()
end

do -- by way of what it holds: the other object knows it
  local parent, child = setmetatable({}, class()), {}
  parent.extra5, parent.sum1 = 1, 2
  child.parent = parent
  print(parent:total())
  register(child)
end

do -- by way of a captured variable
  local o = setmetatable({}, class())
  o.extra6, o.sum1 = 1, 2
  print(o:total())
  function get() return o end
end

do -- keys that are not known
  local C = class()
  function C:get(k) return self[k] end
  local o = setmetatable({}, C)
  o.extra7, o.sum1 = 1, 2
  print(o:total(), o:get(...))
end

do -- all fields
  local o = setmetatable({}, class())
  o.extra8, o.sum1 = 1, 2
  for k, v in pairs(o) do print(k, v) end
end

do -- the metatable is not known, or gives fields by a function
  local o = setmetatable({}, meta)
  o.extra9, o.sum1 = 1, 2
  print(o.sum1)
  local p = setmetatable({}, { __index = function(t, k) return rawget(t, k) end })
  p.extra10, p.sum1 = 1, 2
  print(p.sum1)
  local q = setmetatable({}, { __newindex = function(t, k, v) rawset(t, k, v) list = t end })
  q.extra11, q.sum1 = 1, 2
  print(q.sum1)
end

do -- a metamethod hands it on
  local C = class()
  C.__tostring = function(self) last = self return "" end
  local o = setmetatable({}, C)
  o.extra12, o.sum1 = 1, 2
  print(o:total(), o)
end

do -- a metamethod of it may see the operand
  local function use(t) return t.sum1 end
  local o = { extra13 = 1, sum1 = 2 }
  print(use(o), o .. unknown)
end

do -- as an extra argument, and from a coroutine
  local function last(...) return select(-1, ...) end
  local o = { extra14 = 1, sum1 = 2 }
  print(last(o).sum1)
  local p = { extra15 = 1, sum1 = 2 }
  print(p.sum1, coroutine.wrap(function() coroutine.yield(p) end)())
end

do -- the name stands elsewhere
  local function use(t, k) return t.sum1 end
  local o = { extra16 = 1, sum1 = 2 }
  print(use(o, "extra16"))
end

do -- a table that is called, and a method of strings that hands on its arguments
  local callable = setmetatable({}, { __call = function(self, o) last = o return o.sum1 end })
  local o = { extra17 = 1, sum1 = 2 }
  print(callable(o))
  local p = { extra18 = 1, sum1 = 2 }
  print(p.sum1, ("x"):gsub(".", p))
end

do -- what sorts may keep what it compares
  local function use(t) return t[1].sum1 end
  local o = { { extra19 = 1, sum1 = 2 } }
  table.sort(o, compare)
  print(use(o))
end

do -- nothing reads any field
  local function use(t) t.extra20 = 1 end
  use({})
end
