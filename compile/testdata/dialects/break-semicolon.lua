while true do
  if x then break; end
  break;
end
