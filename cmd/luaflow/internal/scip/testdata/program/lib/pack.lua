return { dog = require "lib.dog" }
