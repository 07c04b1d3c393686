print
"x"
print
{1}
