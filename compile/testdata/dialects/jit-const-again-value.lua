const a = function() local a end
