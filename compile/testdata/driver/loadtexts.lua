-- Loads the texts that it reads, without running them: each comes after a line with its length
-- in bytes. Prints a line for each: "ok", or what is wrong with it.
local load = loadstring or load
for line in io.lines() do
  local f, err = load(io.read(tonumber(line)) or "", "=x")
  print(f and "ok" or (string.gsub(err, "[\r\n].*", "")))
end
