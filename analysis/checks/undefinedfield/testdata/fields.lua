-- Fields of tables that stay in the file, which are read, and which nothing sets.

local size = { width = 132, heigth = 24 }

local function area()
  return size.width * size.height -- want "^nothing sets field `height` of this table: maybe `heigth` is meant, set at line 3$" related=3,3
  --                  ^^^^^^^^^^^
end

do
  local settings = { level = 1 }
  if settings.debug then -- want "^nothing sets field `debug` of this table, and the table never leaves this file$" related=11
  -- ^^^^^^^^^^^^^^
    print("debug")
  end
  print(settings.level, settings["colour"]) -- want "^nothing sets field `colour` of this table" related=11
  --                    ^^^^^^^^^^^^^^^^^^
end

-- The same field of two tables, and one field twice in an expression.
function both()
  local a, b = { n = 1 }, { m = 2 }
  print(a.n + b.n * b.m) -- want "field `n` of this table" related=22
  --          ^^^
  print(a.n, b.n, b.n) -- want "field `n` of this table" related=22 "field `n` of this table" related=22
  --         ^^^  ^^^
  return a.n + a.m + b.m -- want "field `m` of this table" related=22
  --           ^^^
end

-- A handler, and what is deeper.
function methods()
  local handlers = { lua = 1 }
  handlers.luc = handlers.lua
  handlers.html = handlers.htm -- want "field `htm` of this table, and" related=33
  --              ^^^^^^^^^^^^
  local deep = { inner = { x = 1 } }
  return handlers.luc, handlers.html, deep.inner.x, deep.inner.y -- want "field `y` of this table, and" related=37
  --                                                ^^^^^^^^^^^^
end

print(area())
