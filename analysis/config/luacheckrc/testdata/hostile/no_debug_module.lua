-- want 2 module 'debug' not found
require("debug").sethook()
