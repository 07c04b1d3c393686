do goto l1 ::l1:: end ::a:: ; ::b:: goto a
