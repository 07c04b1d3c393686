::l::
local f = function() goto l end
