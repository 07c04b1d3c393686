do
  for i = 10, 1 do print(i) end -- want "^the loop from 10 down to 1 has no negative step$"
--^^^^^^^^^^^^^^^^

  for i = 10, 1, -1 do print(i) end

  for i = 2.5, -(1), 0.5 do print(i) end -- want "^the loop from 2.5 down to -1 has no negative step$"
--^^^^^^^^^^^^^^^^^^^^^^^^^

  for i = 1, 10 do print(i) end
end
