local x, y, f = ...

-- A boolean is compared with a boolean.
if not x == not y then f() end
if not x == (not y) then f() end
if not x == (y > 0) then f() end
if not x ~= (y == 1 and not f()) then f() end
if not x == true then f() end
if not x ~= false then f() end

-- The parentheses say that it is meant.
if (not x) == y then f() end
if x == not y then f() end

-- Not the same where numbers are not a number, or metamethods answer.
if not (x < y) then f() end
if not (x >= y) then f() end

-- Other operators.
if not (x and y) then f() end
if not x and y == 1 then f() end
if -x == y then f() end
f(not x .. y)
f(not ((x)))

-- What makes a boolean of anything.
f(not not (x == y))
