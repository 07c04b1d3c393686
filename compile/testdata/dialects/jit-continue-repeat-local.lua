repeat
if a then continue
end
local b
until
true
