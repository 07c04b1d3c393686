-- luacheck: std minetest

local function on_step(pos, name)
  minetest.log("text")
  minetest.get_node(pos)
  minetest.get_connected_players()
  core.serialize({f = print})
  vector.new(pos)
  vector.add(pos, 1)
  table.copy(pos)
  table.insert_all({}, {1})
  name:trim()
  name:split(",")
  math.round("1")
end
on_step(...)

local t = {}
local copies = {table.copy({t})}
t.x = 1
print(copies[1])
