-- A bare return at the end.

local function f(x)
  print(x)
  return -- want "the function returns here without `return` too"
--^^^^^^
end

local function g() return; end -- want "the function returns here"
--                 ^^^^^^^

local t = {h = function(x) if x then return x end return end} -- want "the function returns"
--                                                ^^^^^^

function t:m(x)
  if x then
    return
  end
  return -- want "the function returns"
--^^^^^^
end

  return -- want "the chunk ends here without `return` too"
--^^^^^^
