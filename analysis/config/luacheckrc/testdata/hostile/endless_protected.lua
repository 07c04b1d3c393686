-- want 0 runs for more than 1s
-- An error that is thrown into the loop would be caught.
while true do pcall(function() while true do end end) end
