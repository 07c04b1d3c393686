while a do
continue
;
end
