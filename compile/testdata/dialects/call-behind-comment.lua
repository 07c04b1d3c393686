print --[[
]] (1)
