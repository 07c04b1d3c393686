-- Why code is never executed.
local DEBUG, LEVEL = false, 3
local function returns(n)
  do
    if n then return 1 else return 2 end
  end
  print(n)
  --^
--| never executed, because of line 5
--|   line 5 "return 1": the function returns here
--|   line 5 "return 2": the function returns here
end
local function jumps(n)
  for _, v in ipairs(n) do
    break
    print(v)
    --^
--| never executed, because of line 15
--|   line 15 "break": `break` leaves the loop here
  end
  goto done
  print(n)
  --^
--| never executed, because of line 21
--|   line 21 "goto done": `goto done` jumps away here
  ::done::
  while true do
    n = n + 1
  end
  print(n)
  --^
--| never executed, because of line 27
--|   line 27 "while true do": this loop never gets there
end
local function decided(n)
  if DEBUG then
    print(n)
    --^
--| never executed, because of line 36
--|   line 36 "DEBUG": `DEBUG` is always false
--|   line 2 "DEBUG": set to false here
  end
  if LEVEL > 2 then
    return n
  end
  print(n)
  --^
--| never executed, because of line 43
--|   line 43 "LEVEL > 2": `LEVEL > 2` is always true
--|   line 2 "LEVEL": set to 3 here
--|   line 44 "return n": the function returns here
  print(n)
  --^
--| never executed, because of line 43
--|   line 43 "LEVEL > 2": `LEVEL > 2` is always true
--|   line 2 "LEVEL": set to 3 here
--|   line 44 "return n": the function returns here
end
local function written(n)
  if false then print(n) else return n end
  --            ^
--| never executed, because of line 60
--|   line 60 "false": `false` is always false
end
local function fail(text)
  error("no " .. text)
end
local function stops(n)
  if n then
    fail(n)
    print(n)
    --    ^
--| never executed, because of line 70
--|   line 70 "fail(n)": this call never returns
--|   line 65 "function fail(text)": the function that it calls never returns
--|   line 66 "error(\"no \" .. text)": `error` never returns: it is the standard function, which nothing in the file replaces
  end
end
local function forever()
  while true do end
end
local function waits()
  forever()
  print("done")
  --^
--| never executed, because of line 83
--|   line 83 "forever()": this call never returns
--|   line 79 "function forever()": the function that it calls never returns
end
local function made()
  do return end
  local function inner(a)
    return a
    --     ^
--| never executed, because of line 92
--|   line 92 "function inner(a)": the function is only created here, in code that is never executed
--|   line 91 "return": the function returns here
  end
  return inner
end
local function operands(n)
  local v = DEBUG and n
  --                  ^
--| never executed, because of line 102
--|   line 102 "DEBUG": `DEBUG` is always false
--|   line 2 "DEBUG": set to false here
  for i = 3, 1 do print(i) end
  --              ^
--| never executed, because of line 107
--|   line 107 "for i = 3, 1 do print(i) end": the loop never runs its body
  while DEBUG do n = n + 1 end
  --             ^
--| never executed, because of line 111
--|   line 111 "DEBUG": `DEBUG` is always false
--|   line 2 "DEBUG": set to false here
  return v
end
return returns, jumps, decided, written, stops, waits, made, operands
