while a do function f() continue
end end
