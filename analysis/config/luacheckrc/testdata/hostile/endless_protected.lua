-- want 3 takes more than 10 million steps
-- An error that is thrown into the loop would be caught.
while true do pcall(function() while true do end end) end
