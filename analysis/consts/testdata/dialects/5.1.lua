-- Numbers, strings and names.
local ten = 10
check(ten / 2) --> 5
check(ten / 2 .. "") --> "5"
check("10" + 1) --> 11
check(ten, ten + 1) --> 10, 11
check(1 / (ten - 10)) --> inf
function zero() check(10 % 0) end --> number
check(2 ^ 53) --> 9.007199254741e+15
check(#"abc") --> 3
check(math.floor(2.5)) --> 2
check(tostring(ten)) --> "10"
check(tostring(ten / 2) == "5") --> true
check(5.3 % 0.1 == 5.3 - math.floor(5.3 / 0.1) * 0.1) --> true
check(type(unpack)) --> string
for i = 1, 3 do
  check(i) --> number
end
