-- Runs the programs that it reads, texts or binary chunks: each comes after a line with its length
-- in bytes. Prints a line for each: what it says by p, and whether it raises an error.
local load = loadstring or load
local function show(v)
  if type(v) == "number" then return string.format("%.14g", v) end
  return type(v) == "string" and string.format("%q", v) or type(v) == "table" and "table" or type(v) == "function" and "function" or tostring(v)
end
for line in io.lines() do
  local said = {}
  function p(...)
    for i = 1, select("#", ...) do said[#said + 1] = show((select(i, ...))) end
    said[#said + 1] = ";"
    return ...
  end
  local f, err = load(io.read(tonumber(line)) or "", "=x")
  if f then f, err = pcall(f) end
  print(table.concat(said, " ") .. (f and "ok" or "error"))
end
