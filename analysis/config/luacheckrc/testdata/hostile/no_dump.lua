-- want 2 attempt to call
x = string.dump(function() end)
