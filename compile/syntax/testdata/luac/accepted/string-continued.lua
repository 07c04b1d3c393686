return "a\
b\
c\d\
e", "x\z  
	
  y"
