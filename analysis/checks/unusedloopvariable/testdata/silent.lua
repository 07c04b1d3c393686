-- Loop variables that are in use, or of which nothing is to be said.

for i = 1, 10 do
  print(i)
end

for _ = 1, 10 do
  print("again")
end

for _, v in pairs(t) do
  print(v)
end

for _k, v in pairs(t) do
  print(v)
end

for i = 1, 10 do
  callbacks[#callbacks + 1] = function() return i end
end

for i = 1, 10 do
  i = 1 -- never-read says so
end
