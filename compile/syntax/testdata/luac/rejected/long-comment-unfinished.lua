

--[[ abc

