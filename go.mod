module luaflow

go 1.25
