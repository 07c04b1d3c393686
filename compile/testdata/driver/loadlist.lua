-- Loads the files whose names it reads, one a line, without running them, and prints
-- a line for each: "ok", or what is wrong with it.
for name in io.lines() do
  local f, err = loadfile(name)
  print(f and "ok" or (string.gsub(err, "[\r\n].*", "")))
end
