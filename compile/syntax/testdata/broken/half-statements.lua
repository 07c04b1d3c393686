local a =
local b = f(
local c = {
local d = a.
local function
local
function
x.y.
x:m
x =
for
for i
for i =
while
if a
goto
::
return return
