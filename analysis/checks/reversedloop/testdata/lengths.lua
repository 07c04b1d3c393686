do
  local list, step = ...

  for i = #list, 1 do -- want "^the loop from `#list` down to 1 has no negative step$"
--^^^^^^^^^^^^^^^^^^^
    print(list[i])
  end

  for i = #list, 1, -1 do
    print(list[i])
  end

  for i = (#list), 0, 1 do print(list[i]) end -- want "from `#list` down to 0 has"
--^^^^^^^^^^^^^^^^^^^^^^^^

  for i = #list, 1, step do
    print(list[i])
  end

  local first, up = 1, 1
  for i = #list.items, first, up do print(list[i]) end -- want "from `#list.items` down to 1 has"
--^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

  local last = 2
  for i = #list, last do
    print(list[i])
  end

  for i = #{ -- want "from a length down to -1 has"
--^^^
    1, 2
  }, -1 do
    print(i)
  end
end
