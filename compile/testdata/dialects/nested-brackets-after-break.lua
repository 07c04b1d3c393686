if x then
  break
end
--[[ [[ ]]
local y = 1
