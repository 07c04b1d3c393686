  local Animal = require "lib.animal"
-- definition luaflow lua kennel 1.2-1 lib/dog/
--      ^^^^^^ definition local 1
--               ^^^^^^^ reference luaflow lua lua . require.
--                       ^^^^^^^^^^^^ reference luaflow lua kennel 1.2-1 lib/animal/
  local Dog = setmetatable({}, { __index = Animal })
--      ^^^ definition local 2
--            ^^^^^^^^^^^^ reference luaflow lua lua . setmetatable.
--                               ^^^^^^^ definition local 4
--                                         ^^^^^^ reference local 1
  Dog.__index = Dog
--^^^ reference local 2
--    ^^^^^^^ definition luaflow lua kennel 1.2-1 lib/dog/__index.
--    relationship luaflow lua kennel 1.2-1 lib/animal/__index. implementation reference
--              ^^^ reference local 2
  
  function Dog:sound() return "woof" end
--         ^^^ reference local 2
--            ^ definition local 5
--             ^^^^^ definition luaflow lua kennel 1.2-1 lib/dog/sound.
--             relationship luaflow lua kennel 1.2-1 lib/animal/sound. implementation reference
  function Dog:fetch() return self:speak(), self.name, self.absent end
--         ^^^ reference local 2
--            ^ definition local 6
--             ^^^^^ definition luaflow lua kennel 1.2-1 lib/dog/fetch.
--                            ^^^^ reference local 6
--                                 ^^^^^ reference luaflow lua kennel 1.2-1 lib/animal/speak.
--                                          ^^^^ reference local 6
--                                               ^^^^ reference luaflow lua kennel 1.2-1 lib/animal/name.
--                                                     ^^^^ reference local 6
--                                                          ^^^^^^ reference luaflow lua kennel 1.2-1 lib/dog/absent.
  
  Dog.create = Animal.new
--^^^ reference local 2
--    ^^^^^^ definition luaflow lua kennel 1.2-1 lib/dog/create.
--    relationship luaflow lua kennel 1.2-1 lib/animal/new. reference
--             ^^^^^^ reference local 1
--                    ^^^ reference luaflow lua kennel 1.2-1 lib/animal/new.
  Dog.base = Animal
--^^^ reference local 2
--    ^^^^ definition luaflow lua kennel 1.2-1 lib/dog/base.
--    relationship luaflow lua kennel 1.2-1 lib/animal/ type_definition
--           ^^^^^^ reference local 1
  Dog.base.count = Dog.base.count + 1
--^^^ reference local 2
--    ^^^^ reference luaflow lua kennel 1.2-1 lib/dog/base.
--         ^^^^^ reference luaflow lua kennel 1.2-1 lib/animal/count.
--                 ^^^ reference local 2
--                     ^^^^ reference luaflow lua kennel 1.2-1 lib/dog/base.
--                          ^^^^^ reference luaflow lua kennel 1.2-1 lib/animal/count.
  return Dog
--       ^^^ reference local 2
  
