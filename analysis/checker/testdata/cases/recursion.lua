-- A local function that only calls itself, and two that call each other.

do
  local function countdown(n) -- want "only used by itself" unused-function
--               ^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~
    if n > 0 then return countdown(n - 1) end
  end
end

do
  local ping, pong
  function ping(n) -- want "`ping` is only used by `pong`, which is unused too" unused-function related=12
--         ^^^^
--~~~~~~~~~~~~~
    return pong(n)
  end
  function pong(n) -- want "`pong` is only used by `ping`, which is unused too" unused-function related=12
--         ^^^^
--~~~~~~~~~~~~~
    return ping(n)
  end
end
