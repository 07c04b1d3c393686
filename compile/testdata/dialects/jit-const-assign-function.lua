const a = 1
function
a
() end
