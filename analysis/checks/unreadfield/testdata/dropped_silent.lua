-- Fields of tables that something may read before they are dropped.

function released(use)
  local p = { y = {} }
  use(p.y)
  p.y = nil
  use()
end

function read(use)
  local p = { y = 1 }
  for i = 1, 3 do
    use(p.y)
    p.y = i
  end
end

function escapes(use)
  local p = { y = 1 }
  use(p.y)
  p.y = 2
  return p
end

function closure(use)
  local p = { y = 1 }
  use(p.y)
  p.y = 2
  return function() return p.y end
end

function joined(box, use)
  local p = {}
  p.y = use()
  if use() then
    p = box
  else
    p.x = p.y
    p.y = p.x + 1
  end
  for i = 1, use() do
    use(p.y)
  end
end

function other_name(use)
  local kept = {}
  local p = kept
  p.y = use
  return function(key) return kept[key] end
end
