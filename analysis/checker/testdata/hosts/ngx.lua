-- luacheck: std ngx_lua
-- What comes behind a call that does not come back, and what is only computed.

local ngx = require "ngx"
local M = {}

function M.elsewhere(uri, where)
  if uri then
    ngx.redirect(uri)
    ngx.log(ngx.ERR, "behind it") -- want "unreachable code: `ngx\\.redirect` at line 9 never returns" unreachable-code related=9
--  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  end
  if where then
    return ngx.exec(where)
  end
  ngx.exec("@named")
  ngx.say("behind it") -- want "unreachable code: `ngx\\.exec` at line 16 never returns" unreachable-code related=16
--^^^^^^^^^^^^^^^^^^^^
end

function M.digest(text)
  local s = tostring(text)
  ngx.md5(s) -- want "the result of `ngx\\.md5` is not used" discarded-pure-call
--    ^^^
--~~~~~~~~~~
  ngx.encode_base64(s, true) -- want "the result of `ngx\\.encode_base64` is not used" discarded-pure-call
--    ^^^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~~~
  ngx.now() -- want "the result of `ngx\\.now` is not used" discarded-pure-call
--    ^^^
--~~~~~~~~~
  ngx.worker.pid() -- want "the result of `ngx\\.worker\\.pid` is not used" discarded-pure-call
--           ^^^
--~~~~~~~~~~~~~~~~
  return ngx.crc32_long(s)
end

return M
