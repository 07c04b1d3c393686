const a = 1
function f(b, a
) end
