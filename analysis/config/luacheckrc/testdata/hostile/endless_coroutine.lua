-- want 2 takes more than 10 million steps
coroutine.wrap(function() while true do end end)()
