::a::
do ::a:: end

::b:: ::a::
