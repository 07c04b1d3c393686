do ::l:: end
goto l
