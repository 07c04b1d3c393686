-- Several values of one call.

do
  local ok, err = pcall(f) -- want "`err` is never used; another value of the call is used" unused-local hint
--          ^^^
  print(ok)
end

do
  local ok, err = pcall(f) -- want "`ok` is never used; another value of the call is used" unused-local hint
--      ^^
  print(err)
end

do
  local ok, err
  ok, err = pcall(f)
  print(ok, err)
  ok, err = pcall(f) -- want "`err` is never read: overwritten at line 22; another" dead-store hint 311 related=22
--    ^^^
  print(ok)
  ok, err = pcall(f) -- want "`ok` is never read" dead-store 311 "`err` is never read" dead-store 311
--^^  ^^^
end
