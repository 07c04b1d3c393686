-- Values that are only used to compute others, which nothing reads.

function chain()
  local a = #"text"
  --    ~~~~~~~~~~~
  local b = a * 2
  --    ~~~~~~~~~
  local c = b + 1 -- want "^local `c` is never used; `a` and `b` are only used to compute it$" related=4,6
  --    ^
  --    ~~~~~~~~~
end

function assigned(first)
  local a = first
  --    ~~~~~~~~~
  local b
  b = a
--~~~~~
  b = a -- want "^`b` is never read; `a` is only used to compute it$" related=14,17
--^
--~~~~~
end

function overwritten(first)
  local a = first
  --    ~~~~~~~~~
  local b = a -- want "^value assigned to `b` is never read: overwritten at line 30; `a` is only used to compute it$" related=25
  --    ^
  --    ~~~~~
  b = first.x
  return b
end

function itself()
  local s = 1
  --    ~~~~~
  s = s + 1 -- want "^value assigned to `s` is never read: its scope ends, and earlier values are only used to compute it$" related=35
--^
--~~~~~~~~~
end

local function pure(x) return x end
--             ~~~~

function called(x)
  local a = pure(x)
  --    ~~~~~~~~~~~
  local b = pure(a) -- want "^local `b` is never used; `pure` and `a` are only used to compute it$" related=42,46
  --    ^
  --    ~~~~~~~~~~~
end

function fork(x)
  local a = x
  --    ~~~~~
  local b = a
  --    ~~~~~
  local c = a -- want "^`b` and `c` are never read; `a` is only used to compute them$" related=54,56
  --    ^
  --    ~~~~~
end

function decided(x)
  local a = x
  --    ~~~~~
  local b = 1
  --    ~~~~~
  if a then b = 2 end
  --        ~~~~~
  local c = b -- want "^local `c` is never used; `a` and `b` are only used to compute or decide about it$" related=64,66,68
  --    ^
  --    ~~~~~
end

do
  local replaced -- the first call would replace it, and there is none
  replaced = function() -- want "^some values of `replaced` are only used for values that nothing needs$"
--^^^^^^^^
    replaced = x.y
    return replaced()
  end
end
