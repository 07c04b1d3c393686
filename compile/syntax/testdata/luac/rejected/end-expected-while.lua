
while x do
if y then
end
