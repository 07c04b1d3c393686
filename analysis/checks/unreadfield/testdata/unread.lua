-- Fields of tables that stay in the file, which nothing reads.

function some(x)
  local p = { x = x, y = 2 } -- want "^field `y` of this table is never read, and the table never leaves this file$" hint
  --                 ^
  --                 ~~~~~
  p.z = 3 -- want "^field `z` of this table is never read, and the table never leaves this file$"
--^^^
--~~~~~~~
  print(p.x)
end

do
  local settings = { debug = true, level = 1 } -- want "^field `debug` of this table is never read, and the table never leaves this file$" related=18
  --                 ^^^^^
  --                 ~~~~~~~~~~~~
  function set(x)
    settings.debug = x
    return settings.level
  end
end

function computed(x)
  local p = { x = x, n = 0 } -- want "^field `n` of this table is only used for values that nothing needs, and the table never leaves this file$" related=27
  --                 ^
  --                 ~~~~~
  p.n = x
  local y = p.n
  return p.x
end

function again(f)
  local t = { n = f(), f } -- want "^value assigned to field `n` is never read: overwritten at line 36$" related=36
  --          ^
  --          ~~~~~~~
  t.n = 5 -- want "^field `n` of this table is never read, and the table never leaves this file$" related=33
--^^^
--~~~~~~~
  return t[1]
end

function twice(x)
  local t = { n = 1, n = 2, x = x } -- want "^value of field `n` is never read: the constructor sets it again at line 43$" related=43 "^field `n` of this table is never read, and the table never leaves this file$" hint related=43
  --          ^      ^
  --          ~~~~~  ~~~~~
  return t.x
end

function secondary(read)
  local h, pos = { size = 0 }, 1
  pos, h.count, h.size = read(pos) -- want "^field `count` of this table is never read, and the table never leaves this file; another value of the call is used$" hint
  --   ^^^^^^^
  return h.size, pos
end

function overwritten(read)
  local h = {}
  h.size, h.count = read(1) -- want "^value assigned to field `size` is never read: overwritten at line 60; another value of the call is used$" hint related=60
--^^^^^^
  h.size = 2
  return h
end

function both(read)
  local h, pos = { size = 1 }
  pos, h.count = read() -- want "^field `count` of this table is never read, and the table never leaves this file$"
  --   ^^^^^^^
  return h.size
end
