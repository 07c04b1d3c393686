for k, v of pairs(t) do end
