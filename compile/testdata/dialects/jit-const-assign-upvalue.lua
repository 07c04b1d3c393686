const a = 1
function f()
a = 2 end
