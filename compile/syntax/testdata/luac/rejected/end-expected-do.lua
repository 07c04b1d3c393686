do

local x
)