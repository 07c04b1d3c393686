-- Where the text is not understood, nothing is known of what leads where.

local function f(x)
  do return x end
  print(x)
  local y = = 1
end
