local x <const> = 1
function x()
end
print(x)
