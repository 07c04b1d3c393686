"" '' "a" 'b' "'" '"' "\"" '\'' "\a\b\f\n\r\t\v\\" "\1\01\001\0011\255" "\x41\x7a"
"\u{0}\u{41}\u{7ff}\u{FFFF}\u{D800}\u{10FFFF}" "a\z   
   b" "a\
b" [[]] [[a]] [==[a]]b]=]]==] [[
first break gone]] "bad \q" "bad \300" "bad \x4" "bad \u41" "bad \u{110000}" "open
'open too
[=not a string [==[ not closed
