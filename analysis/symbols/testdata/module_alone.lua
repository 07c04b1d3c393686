local print = print
module("old.way")
function add(n) print(n, count) end --> (self).add defined written, function of lines 3 to 3, as function add(n); count read
