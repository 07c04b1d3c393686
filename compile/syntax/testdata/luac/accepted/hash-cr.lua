#!lualocal skipped, too = 
return 1