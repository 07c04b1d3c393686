  --- What makes sounds.
-- definition luaflow lua kennel 1.2-1 lib/animal/
--documentation
--> What makes sounds.
  local Animal = {}
--      ^^^^^^ definition local 1
--      documentation
--      > What makes sounds.
--      documentation
--      > upvalue of inner functions
  Animal.__index = Animal
--^^^^^^ reference local 1
--       ^^^^^^^ definition luaflow lua kennel 1.2-1 lib/animal/__index.
--                 ^^^^^^ reference local 1
  
  -- Makes an animal.
  -- Its name is of no importance.
  function Animal.new(name, ...)
--         ^^^^^^ reference local 1
--                ^^^ definition luaflow lua kennel 1.2-1 lib/animal/new.
--                documentation
--                > Makes an animal.
--                > Its name is of no importance.
--                    ^^^^ definition local 2
    local self = setmetatable({}, Animal)
--        ^^^^ definition local 3
--               ^^^^^^^^^^^^ reference luaflow lua lua . setmetatable.
--                                ^^^^^^ reference local 1
    self.name = name
--  ^^^^ reference local 3
--       ^^^^ definition luaflow lua kennel 1.2-1 lib/animal/name.
--              ^^^^ reference local 2
    return self, ...
--         ^^^^ reference local 3
  end
  
  function Animal:speak()
--         ^^^^^^ reference local 1
--               ^ definition local 4
--                ^^^^^ definition luaflow lua kennel 1.2-1 lib/animal/speak.
    return self.name .. " says " .. self:sound()
--         ^^^^ reference local 4
--              ^^^^ reference luaflow lua kennel 1.2-1 lib/animal/name.
--                                  ^^^^ reference local 4
--                                       ^^^^^ reference luaflow lua kennel 1.2-1 lib/animal/sound.
  end
  
  function Animal:sound() return "…" end
--         ^^^^^^ reference local 1
--               ^ definition local 5
--                ^^^^^ definition luaflow lua kennel 1.2-1 lib/animal/sound.
  
  Animal.count = 0
--^^^^^^ reference local 1
--       ^^^^^ definition luaflow lua kennel 1.2-1 lib/animal/count.
  Animal.kinds = { ["two legs"] = 2, four = 4 }
--^^^^^^ reference local 1
--       ^^^^^ definition luaflow lua kennel 1.2-1 lib/animal/kinds.
--                  ^^^^^^^^^^ definition luaflow lua kennel 1.2-1 lib/animal/kinds.`two legs`.
--                                   ^^^^ definition luaflow lua kennel 1.2-1 lib/animal/kinds.four.
  return Animal
--       ^^^^^^ reference local 1
  
