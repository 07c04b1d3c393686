#!/usr/bin/lua -- not a comment
-- one
--[[ two
lines ]] local a --[==[ ]] ]==] = --three
1 --[=
--[ four
--
-- last, without a line break