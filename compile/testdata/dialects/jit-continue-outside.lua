do continue
end
