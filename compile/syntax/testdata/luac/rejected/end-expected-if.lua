if a then
else
else
end
