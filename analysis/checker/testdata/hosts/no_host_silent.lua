-- luacheck: std luajit
-- Nobody has said that there are hosts, or it is another one.

love.graphics.getWidth()
vim.trim("x")
ngx.encode_base64("x")
minetest.get_us_time()
vector.zero()
string.trim("x")
playdate.getElapsedTime()

local function f(u)
  ngx.redirect(u)
  print(u)
end
f()

-- busted's is a table
if type(assert) == "function" then print("it is") end
