-- Fields that something may read before they get another value.

function parameter(p)
  p.x = 1
  p.x = 2
end

function read(x)
  local p = {}
  p.x = 1
  p.y = p.x
  p.x = x
  return p
end

function seen(f)
  local p = {}
  p.x = 1
  f(p)
  p.x = 2
  return p
end

function kept(list)
  local p = {}
  list[1] = p
  p.x = 1
  list.f()
  p.x = 2
end

function on_some_path(x)
  local p = {}
  p.x = 1
  if x then p.x = 2 end
  return p
end

function by_closure(f)
  local p = {}
  local get = function() return p.x end
  p.x = 1
  f(get)
  p.x = 2
  return p
end

function initialiser(x)
  local p = { n = 0 }
  p.n = x
  return p
end

function other_keys(x, i)
  local p = {}
  p.x = 1
  p.y = 2
  p[i] = 3
  p[1] = 4
  p["1"] = x
  return p
end

function metatable(m)
  local p = setmetatable({}, m)
  p.x = 1
  p.x = 2
  return p
end
