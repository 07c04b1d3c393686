local a local b, c local d, e = 1 local function f(...) return ... end
