-- What comments say inside of a function does not hold for the file.

local function update()
  -- luacheck: std lua51+love
  love.graphics.getWidth()
end
update()

-- luacheck: push
-- luacheck: std lua51+ngx_lua
ngx.now()
-- luacheck: pop
