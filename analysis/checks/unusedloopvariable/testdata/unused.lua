-- Loop variables that nothing refers to.

for i = 1, 10 do -- want "^loop variable `i` is never used$"
--  ^
  print("again")
end

for k, v in pairs(t) do -- want "`k` is never used$"
--  ^
  print(v)
end

for k, v in pairs(t) do -- want "`v` is never used$"
--     ^
  print(k)
end

for k, v in pairs(t) do -- want "`k` is never used$" "`v` is never used$"
--  ^  ^
  n = n + 1
end

for i = 1, 10 do -- want "`i` is never used$"
--  ^
  for i = 1, 10 do
    print(i)
  end
end
