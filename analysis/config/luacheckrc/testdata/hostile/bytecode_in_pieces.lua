-- want 3 is bytecode
local pieces, n = { "\27", "Lua" }, 0
assert(load(function() n = n + 1 return pieces[n] end))()
