-- Fields of tables that are dropped before anything reads them.

function dropped(use)
  local p = { y = 1 }
  use(p.y)
  p.y = 2 -- want "^value assigned to field `y` is never read: the table is not used again$"
--^^^
--~~~~~~~
end

function branch(use)
  local p = { y = 1 }
  use(p.y)
  p.y = 2 -- want "^value assigned to field `y` is never read: overwritten at line 18, or the table is not used again$" related=18
--^^^
--~~~~~~~
  if use() then
    p.y = 3 -- want "^value assigned to field `y` is never read: the table is not used again$"
  --^^^
  --~~~~~~~
  end
end

function loop(use)
  for i = 1, 10 do
    local p = { n = i }
    use(p.n)
    p.n = i + 1 -- want "^value assigned to field `n` is never read: the table is not used again$"
  --^^^
  --~~~~~~~~~~~
  end
end
