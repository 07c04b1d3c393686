return require "lib.dog"
