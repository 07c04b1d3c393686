-- luacheck: std lua51+busted
-- Somebody may have changed what calling it does.

setmetatable(assert, {__call = print})

local function stops()
  assert(false, "no")
  print("behind it")
end
stops()
