-- luacheck: std ngx_lua

local function handle(name, time)
  if not name then
    ngx.exit(ngx.HTTP_FORBIDDEN)
    ngx.log(ngx.ERR, "it came back")
  end
  ngx.update_time()
  ngx.http_time(time)
  ngx.req.get_method()
  ngx.req.read_body()
  ngx.re.match(name, "[a-z]+")
  ngx.encode_args({a = 1})
  ngx.say({"a", {"b"}})
  ngx.timer.at(0, handle)
  local redirect = pcall(ngx.redirect, name)
  print(redirect)
end
handle(...)
