-- luacheck: std luajit+love
-- Names of one host are nothing in another.

vim.trim("x")
ngx.encode_base64("x")
core.get_us_time()
table.copy({})
playdate.getElapsedTime()
ngx.redirect("/")
print(1)
