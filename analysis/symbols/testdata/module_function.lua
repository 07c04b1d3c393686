module("old.way", package.seeall) --> package.seeall read
count = 0 --> (self).count defined written
function add(n) count = count + n; print(count) end --> (self).add defined written, function of lines 3 to 3, as function add(n); (self).count written; (self).count read; (self).count read
unset() --> unset read
