-- A field of a standard table goes to a variable: it is known to be read and no more, so that
-- the other reads of such fields need not stay, whatever else is fixed.
local b
t[k] = true
for c = 1, 1 do
  for c in ipairs do
    c, b = f, string.format, c
    g({function() print(b) end})
  end
  if c then
    c = 0, string.format
  end
end
