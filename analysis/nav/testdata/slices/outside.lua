-- Code of other files may change what it is given, and nothing else.
-- backward 10:13
local json = require("json") --*
local doc, log = json.new(), {}
local other = json.new() --*
local text = "a" --*
log.text = text
doc:set(text)
other:set(text) --*
print(other:get()) --*
other:set("b")
