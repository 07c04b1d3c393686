  return { dog = require "lib.dog" }
-- definition luaflow lua kennel 1.2-1 lib/pack/
--         ^^^ definition luaflow lua kennel 1.2-1 lib/pack/dog.
--         relationship luaflow lua kennel 1.2-1 lib/dog/ type_definition
--               ^^^^^^^ reference luaflow lua lua . require.
--                       ^^^^^^^^^ reference luaflow lua kennel 1.2-1 lib/dog/
  
