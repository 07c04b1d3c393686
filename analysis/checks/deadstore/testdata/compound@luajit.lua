-- What a compound assignment stores and nothing reads.

local function ends(g)
  local n = 1
  g(n)
  n += 1 -- want "^value assigned to `n` is never read: its scope ends$" 311
--^
--~~~~~~
  local s = "a"
  g(s)
  s ..= g() -- want "^value assigned to `s` is never read: its scope ends$" 311
--^
--~~~~~~~~~
end

local function overwritten(g)
  local n = 1
  g(n)
  n += 2 -- want "^value assigned to `n` is never read: overwritten at line 22$" 311 related=22
--^
--~~~~~~
  n = 3
  return n
end

return { ends, overwritten }
