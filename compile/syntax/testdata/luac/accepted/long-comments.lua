--[[ a
b ]] return 1 --[==[ ]] ]==] --[=
--[ not long ]]
--[[x]]
