-- Conditions that tests in front of them decide: which tests, in the order of the code, and how they came out.

local function width(file, mode, list)
  if not file then
    return 0
  end
  if mode == "wide" and list then
    print(mode)
  elseif file then
    --   ^
--| the value of `file` comes only from line 3
--|   line 3 "file": passed by the caller
--| `file` is always true
--|   line 4 "not file": tested here: `file` is true
    print(list)
  end
  local n = list and #list or 0
  if type(n) == "number" then
    if type(n) == "string" then
      --      ^
--| `type(n) == "string"` is always false
--|   line 18 "type(n) == \"number\"": tested here: `type(n) == "number"` is true; a metamethod may give another value
      print(n)
    end
  end
  if not list then
    error("no list")
  end
  repeat
    n = n - 1
  until n == 0 or not list
  --                  ^
--| the value of `list` comes only from line 3
--|   line 3 "list": passed by the caller
--| `list` is always true
--|   line 26 "not list": tested here: `list` is true
  return file and n
  --     ^
--| the value of `file` comes only from line 3
--|   line 3 "file": passed by the caller
--| `file` is always true
--|   line 4 "not file": tested here: `file` is true
end
return width
