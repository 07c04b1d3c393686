-- dialect 5.4
-- What is closed is used where its scope ends, and read where its name stands.
local function guarded(lock, run)
  local held <close> = lock()
  --    ^
--| the value assigned to `held` is closed where its scope ends
--|   line 11 "": the scope of `held` ends here
  run()
  if lock then return 1 end
  print(2)
end
local log <close> = open()
--    ^
--| the value assigned to `log` is read at line 17
--|   line 17 "verbose": `verbose` is true
--|   line 17 "log": read here
if verbose then print(log) end
return guarded
