-- want 0 runs for more than 1s
coroutine.wrap(function() while true do end end)()
