-- A bare return at the end.

local function f(x)
  print(x)
  return -- want "`return` is redundant: the function ends here anyway"
--^^^^^^
end

local function g() return; end -- want "the function ends here"
--                 ^^^^^^^

local t = {h = function(x) if x then return x end return end} -- want "the function ends here"
--                                                ^^^^^^

function t:m(x)
  if x then
    return
  end
  return -- want "the function ends here"
--^^^^^^
end

  return -- want "`return` is redundant: the chunk ends here anyway"
--^^^^^^
