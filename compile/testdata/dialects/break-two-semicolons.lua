while true do
  break;
  ;
end
