function f()
 return 1
"x"
end