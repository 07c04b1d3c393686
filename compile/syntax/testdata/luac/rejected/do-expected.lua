while x
end