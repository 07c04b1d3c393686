-- luacheck: std lua55
global print, other
global counter <const> = 1
print(counter, other)
other = 2
global function run() return other.x end
