#not a comment here
-- short
--[ short too
--[[ long ]] a --[==[ long
]] ]==] b --
--[[ never closed
