-- Tables that something reads, or may.

function returned(list)
  local seen = {}
  for _, v in ipairs(list) do seen[v] = true end
  return seen
end

function asked(list)
  local seen = {}
  for _, v in ipairs(list) do
    if seen[v] then print(v) end
    seen[v] = true
  end
end

function iterated(list)
  local t = {}
  for _, v in ipairs(list) do t[#t + 1] = v end
  for k in pairs(t) do print(k) end
end

function length(list)
  local t = {}
  for _, v in ipairs(list) do t[#t + 1] = v end
  return #t
end

function given(f)
  local t = {}
  t.x = 1
  f(t)
end

function kept(list)
  local t = {}
  list.t = t
  t.x = 1
end

function with_metatable(m)
  local t = setmetatable({}, m)
  t.x = 1
end

function maybe(list)
  local t = list or {}
  t.x = 1
end

function captured(f)
  local t = {}
  f(function() return t end)
  t.x = 1
end

function other_insert(table, x)
  local t = {}
  table.insert(t, x)
end

function read_elsewhere(x)
  local t = {}
  local function get() return t.x end
  t.x = x
  return get
end

function alias(x)
  local t = {}
  local u = t
  u.x = x
  return t.x
end

function never_filled()
  local t = { 1, 2 }
end

function quiet()
  local _t = {}
  _t.x = 1
end

function environment()
  local _ENV = {}
  x = 1
end

function unreachable()
  local t = {}
  t.x = 1
  do return end
  print(t.x)
end
