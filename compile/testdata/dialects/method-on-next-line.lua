local s = io
s:write
("x")
