  return require "lib.dog"
-- definition luaflow lua kennel 1.2-1 lib/init/
--       ^^^^^^^ reference luaflow lua lua . require.
--               ^^^^^^^^^ reference luaflow lua kennel 1.2-1 lib/dog/
  
