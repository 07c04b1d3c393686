local f = x -> do
local a
