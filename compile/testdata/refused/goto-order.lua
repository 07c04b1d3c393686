do goto a end
break
