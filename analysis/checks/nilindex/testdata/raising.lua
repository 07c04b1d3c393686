-- Global functions of the file that never return, and some that do.

function die(format, ...)
  error(string.format(format, ...))
end

function warn(format, ...)
  print(string.format(format, ...))
end

function stop(code)
  if code then os.exit(code) end
end

function twice(text) error(text) end
function twice(text) print(text) end

local function copied(from, to, a, b, c)
  local input = io.open(from)
  if not input then die("no %s", from) end
  local output = io.open(to, "w")
  if not output then warn("no %s", to) end
  output:write(input:read("a")) -- want "^`output` may be nil here: `io.open` at line 21 gives nil if it fails, and nothing has tested that$" related=21
--^^^^^^
  local other = io.open(a)
  if not other then stop(1) end
  print(other:read("a")) -- want "`other` may be nil here" related=25
--      ^^^^^
  local last = io.open(b)
  if not last then twice(from) end
  print(last:read("a")) -- want "`last` may be nil here" related=29
--      ^^^^
  local given = io.open(c)
  if not given then io.stderr:write(from) die("none") end
  return given:read("a")
end
return copied
