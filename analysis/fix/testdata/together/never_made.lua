-- The function in the way that is never taken is made nowhere, and its own name stands in
-- it for no value.
do
  goto out
  if ((nothing or obs)(function() end)) then
  elseif { t[1]((((c and string)))) } then
    function b() b() end
  else
    local function d()
      local c = ({} == d)
      return { d }, false
    end
  end
  ::out::
end
function b()
  c [[]]
  do
    G = 1 if c then (c)() local _ end
  end
  d = (functionend((c)))[1]
end
do
  if (((multi))) then end
end
