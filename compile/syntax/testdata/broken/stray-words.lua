else x = 1
until y
) z = 2
then w()
