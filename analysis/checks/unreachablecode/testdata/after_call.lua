-- What people write after a call that never returns, for who reads: a hint.

local function bare(x)
  error(x)
  return -- want "^unreachable code: `error` at line 4 never returns$" hint related=4
--^^^^^^
end

local function with_nil(x)
  if x then
    os.exit(1)
    return nil -- want "^unreachable code: `os\\.exit` at line 11 never returns$" hint related=11
  --^^^^^^^^^^
  end
  do error(x) end
  return false -- want "^unreachable code: `error` at line 15 never returns$" hint related=15
--^^^^^^^^^^^^
end

local function branches(x)
  if x then error(x) elseif x == nil then do assert(false) end else if x > 0 then error(1) else error(2) end end
  return -- want "no branch of the `if` at line 21 gets here$" hint related=21
--^^^^^^
end

-- All else is a warning.

local function with_value(x)
  error(x)
  return x -- want "`error` at line 29 never returns$" related=29
--^^^^^^^^
end

local function with_values(x)
  error(x)
  return nil, x -- want "`error` at line 35 never returns$" related=35
--^^^^^^^^^^^^^
end

local function with_true(x)
  error(x)
  return true -- want "`error` at line 41 never returns$" related=41
--^^^^^^^^^^^
end

local function after_more(x)
  error(x)
  print(x) -- want "`error` at line 47 never returns$" related=47 fade=48-50
--^^^^^^^^
  return
end

local function after_return(x)
  do return x end
  return nil -- want "the function returns at line 54$" related=54
--^^^^^^^^^^
end

local function some_branch_returns(x)
  if x then error(x) else return x end
  return nil -- want "no branch of the `if` at line 60 gets here$" related=60
--^^^^^^^^^^
end

local function endless(x)
  while true do x() end
  return false -- want "the loop at line 66 never gets here$" related=66
--^^^^^^^^^^^^
end
