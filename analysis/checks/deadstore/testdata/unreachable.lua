-- Stores that only code reads to which control never comes, by the graph or because of a
-- call that never returns. The variable itself is in use: without it the name would mean
-- something else there.

function returns()
  local v = f()
  print(v)
  v = "unused" -- want "^value assigned to `v` is never read: its scope ends$" 311
--^
--~~~~~~~~~~~~
  do return end
  print(v)
end

function parameter(p) -- want "^parameter `p` is overwritten at line 18 before it is read$" 312 related=18
  --               ^
  --               ~
  p = 1 -- want "its scope ends$" 311
--^
--~~~~~
  do return f() end
  print(p)
end

function raises(p)
  local a = p
  print(a)
  a = 3 -- want "^value assigned to `a` is never read: execution never gets past line 31$" 311
--^
--~~~~~
  error("x")
  print(a)
end

function raises_on_a_branch(p)
  local a = p
  if p then
    a = 3 -- want "^value assigned to `a` is never read: execution never gets past line 41$" 311
  --^
  --~~~~~
    error("x")
  end
  return a
end

function endless(p)
  local a = p
  while a() do
    a = 3 -- want "nothing reads it after this$" 311
  --^
  --~~~~~
    while true do p() end
  end
  print(a)
end

function never_read_at_all(c)
  local x = 1 -- want "overwritten at line 62$" 311 related=62
  --    ^
  --    ~~~~~
  print(c)
  x = 2 -- want "its scope ends$" 311
--^
--~~~~~
  do return c end
  print(x)
end

function in_a_closure_that_is_never_made(c)
  local x = 1
  print(x)
  x = 2 -- want "its scope ends$" 311
--^
--~~~~~
  do return c end
  c(function() return x end)
end
