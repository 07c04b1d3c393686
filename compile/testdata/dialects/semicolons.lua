local x = 1;
print(x);
do local y = 2; end;
return;
