-- What no condition reads goes on being reported beside one that does.
local x, y = ..., {}
--    ~
emit(function(...)
  if 7 >= 1 then emit(1) end
  local unused, used = x, ... -- want "^local `unused` is never used; `x` is only used to compute it$" related=2
  --    ^^^^^^
  --    ~~~~~~
  emit(used, y)
end)
