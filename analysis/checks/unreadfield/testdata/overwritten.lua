-- Fields that get another value before anything can read them.

function point(x, y)
  local p = {}
  p.x = 1 -- want "^value assigned to field `x` is never read: overwritten at line 8$" related=8
--^^^
--~~~~~~~
  p.x = x
  p.y = y
  return p
end

function twice(x)
  return { a = 1, b = 2, a = x } -- want "^value of field `a` is never read: the constructor sets it again at line 14$" related=14
  --       ^
  --       ~~~~~
end

function listed(x)
  return { [1] = "a", x } -- want "^value of field `1` is never read: the constructor sets it again at line 20$" related=20
  --        ^
  --        ~~~~~~~~
end

function branches(x)
  local t = {}
  if x then
    t.a = 1 -- want "^value assigned to field `a` is never read: overwritten at line 36$" related=36
  --^^^
  --~~~~~~~
  else
    t.a = 2 -- want "^value assigned to field `a` is never read: overwritten at line 36$" related=36
  --^^^
  --~~~~~~~
  end
  t.a = 3
  return t
end

function constructor()
  local t = { a = 1 } -- want "^value assigned to field `a` is never read: overwritten at line 44$" related=44
  --          ^
  --          ~~~~~
  t.a = 2
  return t
end

function indexed(x)
  local t = {}
  t["a b"] = 1 -- want "^value assigned to field `\"a b\"` is never read: overwritten at line 53$" related=53
--^^^^^^^^
--~~~~~~~~~~~~
  t["a b"] = x
  return t
end
