local = 1
break
